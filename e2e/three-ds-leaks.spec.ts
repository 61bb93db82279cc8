import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Tab } from './browser.ts'
import { cardPage } from './card-page.ts'
import { chromiumPage } from './engines/chromium.ts'
import { setFaults } from './ledger.ts'
import { payWithCard } from './pages/card-form.ts'
import { orderOf, statusText } from './pages/shop.ts'
import { shopper } from './shopper.ts'
import { stateDir, webhooks } from './stack.ts'
import { approve, asked, CARD } from './three-ds-flows.ts'

const { visits } = shopper()

const NUMBER = CARD.methodThenChallenge

/** A code is too short to be searched for alone: these are the ways in which a value is written. */
const CODE = '123'
const CODE_WRITTEN = new RegExp(`["'\`]${CODE}["'\`]|[=>]${CODE}(?![\\w.])|"\\x03${CODE}`)

/** The number as one piece, in groups, or with characters between; and the code. */
function findings(where: string, content: string): string[] {
  const isNumber = content.includes(NUMBER) || content.replace(/[\s-]|%20|\+/g, '').includes(NUMBER)
  return [
    ...(isNumber ? [`number in ${where}`] : []),
    ...(CODE_WRITTEN.test(content) ? [`code in ${where}`] : []),
  ]
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Everything that a part of the stack wrote: its log and what it keeps, but not its own program. */
async function kept(part: 'edge' | 'sandbox'): Promise<[path: string, content: string][]> {
  const files = [join(stateDir(), `${part}.log`), ...(await filesBelow(join(stateDir(), part)))]
  return Promise.all(files.map(async (path) => [path, await readFile(path, 'latin1')] as const)).then(
    (read) => read.map(([path, content]) => [path, content]),
  )
}

/** What goes over the network from all frames of a tab, and over its sockets. */
function listen(tab: Tab) {
  const page = chromiumPage(tab)
  const requests: { readonly url: string; readonly sent: string; readonly from: string }[] = []
  const frames: string[] = []
  page.on('request', (request) => {
    const sent = JSON.stringify([request.url(), request.headers(), request.postData()])
    requests.push({ url: request.url(), sent, from: request.frame().url() })
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    socket.on('framesent', ({ payload }) => frames.push(String(payload)))
  })
  return { requests, frames }
}

/** All that a script of the shop's page could read. */
const PAGE = `(() => {
  const texts = [location.href, document.cookie, document.referrer, JSON.stringify(history.state)]
  for (const storage of [localStorage, sessionStorage]) texts.push(JSON.stringify({ ...storage }))
  texts.push(...performance.getEntries().map((entry) => entry.name))
  const walk = (node) => {
    texts.push(node.nodeValue ?? '', 'value' in node ? '"' + node.value + '"' : '')
    for (const attribute of node.attributes ?? []) texts.push('"' + attribute.value + '"')
    for (const child of [...node.childNodes, ...(node.shadowRoot ? [node.shadowRoot] : [])]) walk(child)
  }
  walk(document)
  texts.push(JSON.stringify(document.querySelector('pay-checkout').order))
  return texts.join('\\n')
})()`

it('a card that was typed is known to the edge’s frame and the gateway alone', async () => {
  const email = `leak-${randomBytes(6).toString('hex')}@example.com`
  const { url, id } = await cardPage({ email })
  const tab = await visits('index')
  const { requests, frames } = listen(tab)
  await tab.goto(url)
  await setFaults({ operation: 'sale', fault: '400', times: 1 })

  const seen: string[] = []
  await payWithCard(tab, { number: NUMBER, cvv: CODE })
  await expect.poll(async () => (await orderOf(tab))?.status).toBe('error')
  seen.push(await tab.evaluate<string>(PAGE))
  await payWithCard(tab, { number: NUMBER, cvv: CODE })
  const bank = await asked(tab)
  seen.push(await tab.evaluate<string>(PAGE))
  await approve(tab, bank)
  await tab.reload()
  await statusText(tab, /approved/)
  seen.push(await tab.evaluate<string>(PAGE))
  await expect
    .poll(async () => (await webhooks()).filter((body) => body.includes(id)).length)
    .toBeGreaterThan(0)

  expect(seen.flatMap((text) => findings('the page', text))).toEqual([])
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.flatMap((text) => findings('a socket', text))).toEqual([])
  expect((await webhooks()).flatMap((text) => findings('a webhook', text))).toEqual([])

  const carrying = requests.filter(({ sent }) => findings('', sent.replaceAll('\\"', '"')).length > 0)
  expect(carrying.map(({ url: to, from }) => [new URL(to).pathname, new URL(from).pathname])).toEqual(
    [1, 2].map(() => [`/v1/orders/${id}/pay`, '/frames/card']),
  )
  const edge = await kept('edge')
  expect(
    edge.some(([, content]) => content.includes(email)),
    'the edge’s files are read',
  ).toBe(true)
  expect(edge.flatMap(([path, content]) => findings(path, content))).toEqual([])
  const sandbox = await kept('sandbox')
  expect(sandbox.flatMap(([path, content]) => findings(path, content)).join()).toContain('number in')
})
