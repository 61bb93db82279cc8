import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { payWithCard } from '../../pages/card-form.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { cardPage } from '../../support/card-page.ts'
import {
  carriers,
  listen,
  readPage,
  type Search,
  searchFor,
  searchForCode,
  written,
} from '../../support/leaks.ts'
import { setFaults } from '../../support/ledger.ts'
import { shopper } from '../../support/shopper.ts'
import { webhooks } from '../../support/stack/stack.ts'
import { approve, CARD, untilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

const NUMBER = CARD.methodThenChallenge

const CODE = '123'

const findings: Search = (where, content) => [
  ...searchFor(NUMBER)(where, content),
  ...searchForCode(CODE)(where, content),
]

it('a typed card reaches the edge’s frame and the gateway alone', async () => {
  const email = `leak-${randomBytes(6).toString('hex')}@example.com`
  const { url, id } = await cardPage({ email })
  const tab = await visits('index')
  const { requests, frames } = listen(tab)
  await tab.goto(url)
  await setFaults({ operation: 'sale', fault: '400', times: 1 })

  const seen: string[] = []
  await payWithCard(tab, { number: NUMBER, cvv: CODE })
  await expect.poll(async () => (await orderOf(tab))?.status).toBe('error')
  seen.push(await readPage(tab))
  await payWithCard(tab, { number: NUMBER, cvv: CODE })
  const bank = await untilChallenged(tab)
  seen.push(await readPage(tab))
  await approve(tab, bank)
  await tab.reload()
  await statusText(tab, /Thank you/)
  seen.push(await readPage(tab))
  await expect
    .poll(async () => (await webhooks()).filter((body) => body.includes(id)).length)
    .toBeGreaterThan(0)

  expect(seen.flatMap((text) => findings('the page', text))).toEqual([])
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.flatMap((text) => findings('a socket', text))).toEqual([])
  expect((await webhooks()).flatMap((text) => findings('a webhook', text))).toEqual([])

  expect(carriers(requests, findings)).toEqual([1, 2].map(() => [`/v1/orders/${id}/pay`, '/frames/card']))
  const edge = await written('edge')
  expect(
    edge.some(([, content]) => content.includes(email)),
    'the edge’s files are read',
  ).toBe(true)
  expect(edge.flatMap(([path, content]) => findings(path, content))).toEqual([])
  const sandbox = await written('sandbox')
  expect(sandbox.flatMap(([path, content]) => findings(path, content)).join()).toContain(`${NUMBER} in`)
})
