/** A gateway that repeats the card in every answer leaves no trace of it in the edge's files, in either encoding. */
import { afterEach, expect, it } from 'vitest'
import { searchFor, written } from '../support/leaks.ts'
import { setFaults } from '../support/ledger.ts'
import { BROWSER } from '../support/merchant/cards.ts'
import { session } from '../support/merchant/selling.ts'
import { ask, becomes, newReference, post, read } from '../support/merchant/server.ts'
import { webhooks } from '../support/stack/stack.ts'

/** These values occur nowhere else. */
const HOLDER = 'Wilhelmina Quistgaard'
const NUMBER = '5204740009900014'
const CARD = { number: NUMBER, holder: HOLDER, expiryMonth: '11', expiryYear: '2043', cvv: '1234' }
const { cvv: _, ...RECEIVING } = CARD

const search = searchFor(NUMBER, btoa(NUMBER), btoa(HOLDER), 'Quistgaard')

afterEach(() => setFaults())

/** Every way in which a card reaches the gateway; each resolves with the order's id once it is approved. */
const WAYS: readonly (readonly [string, () => Promise<string>])[] = [
  ...(['sale', 'preauth', 'verify'] as const).map(
    (intent) =>
      [
        intent,
        async () => {
          const free = intent === 'verify' ? { amount: undefined } : {}
          const { id, pay } = await session({ intent, methods: ['card'], ...free })
          await pay({ method: 'card', card: CARD, browser: BROWSER })
          return id
        },
      ] as const,
  ),
  [
    'payout',
    async () => {
      const body = { reference: newReference(), amount: '3.50', currency: 'EUR', to: { card: RECEIVING } }
      return (await post('/v1/payouts', body)).id
    },
  ],
]

it.each(WAYS)('nothing of a card is left behind by a %s', async (_, begin) => {
  await setFaults({ operation: '*', fault: 'echo', text: NUMBER })

  const id = await begin()
  await becomes(id, 'approved')
  await ask('POST', `/v1/orders/${id}/card-ref`, { version: 'v2' })
  await ask('POST', `/v1/orders/${id}/return`)
  await ask('POST', `/v1/orders/${id}/refresh`)
  await expect.poll(async () => (await webhooks()).join()).toContain(id)
  await ask('POST', `/v1/orders/${id}/erase`)

  const files = await written('edge')
  expect(
    files.some(([, content]) => content.includes(id)),
    'the edge’s files are read',
  ).toBe(true)
  expect(files.flatMap(([path, content]) => search(path, content))).toEqual([])
  expect((await webhooks()).flatMap((text) => search('a webhook', text))).toEqual([])
  expect(search('the order', JSON.stringify(await read(id)))).toEqual([])
})
