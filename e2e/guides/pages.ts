/** Pages of documents, as a browser shows them. */
import { expect } from 'vitest'
import type { Browser, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { payByCard } from '../pages/hosted-page.ts'
import { fillDetails, payButton, statusText, tagText } from '../pages/shop.ts'
import { mugOffer } from './mug-offer.ts'
import type { Reader } from './reader.ts'
import type { ReaderStack } from './reader-stack.ts'

/** A page under which a document's snippet is tried. */
interface TriedPage {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

let shown = 0

/** Serves a page on the reader's shop and opens it. @returns The tab, and what its console complained of so far. */
async function show({ pages, shop }: ReaderStack, browser: Browser, page: TriedPage) {
  shown += 1
  const path = `/snippet-${shown}.html`
  pages.put({ path, ...page })
  const tab = await browser.open('about:blank', { profile: `reader-${shown}` })
  const complaints: string[] = []
  const chromium = chromiumPage(tab)
  chromium.on('pageerror', (error) => complaints.push(String(error)))
  chromium.on('console', (message) => {
    // Documents name pictures that are theirs; the browser also asks for an icon.
    const isPicture = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isPicture) complaints.push(message.text())
  })
  await tab.goto(shop + path)
  return { tab, complaints }
}

/** Writes a whole page around markup that is a part of one. */
async function wholePage(around: ReaderStack, markup: string, head = ''): Promise<string> {
  const script = `<script type="module" src="${around.stack.addresses.edge}/pay-checkout.js"></script>`
  const hasScript = /pay-checkout\.js/.test(markup)
  const hasTag = /<pay-checkout/.test(markup)
  const offer = hasTag ? '' : await mugOffer(around.stack, [around.shop, around.own])
  const tag = hasTag ? '' : `<pay-checkout offer="${offer}"></pay-checkout>`
  if (/<html|<!doctype/i.test(markup)) return markup
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Snippet</title>
    ${hasScript ? '' : script}${head}</head><body>${markup}${tag}</body></html>`
}

/** Every tag that has something to pay can be paid, and every other one is drawn; none shows an error. */
const TAGS = `Promise.all([...document.querySelectorAll('pay-checkout')].map(async (tag) => {
  const deadline = Date.now() + 15_000
  while (!customElements.get('pay-checkout') && Date.now() < deadline) await new Promise(requestAnimationFrame)
  const root = tag.shadowRoot
  if (!root) return 'is never defined'
  const isUp = () => tag.getAttribute('offer') || tag.getAttribute('session')
    ? root.querySelector('[part~=primary], [part=ways]') : root.childElementCount > 0 || root.textContent.trim() !== ''
  while (!isUp() && Date.now() < deadline) await new Promise(requestAnimationFrame)
  const alert = root.querySelector('[role=alert]')?.textContent.trim()
  return isUp() ? (alert ?? '') : 'does not come up: ' + root.textContent
}))`

async function expectTagsUp({ tab, complaints }: { tab: Tab; complaints: string[] }): Promise<void> {
  const said = await tab.evaluate<string[]>(TAGS)
  expect(said.filter(Boolean)).toEqual([])
  expect(complaints).toEqual([])
}

/** Shows markup of a document; all its tags come up. */
export async function tryMarkup(around: ReaderStack, browser: Browser, reader: Reader, text: string) {
  const markup = await reader.adapted(text)
  const view = await show(around, browser, { body: await wholePage(around, markup) })
  await expectTagsUp(view)
  for (const [, offer = ''] of markup.matchAll(/<pay-checkout[^>]*\soffer="([^"]*)"/g))
    expect(await offerProblem(around, offer)).toBeUndefined()
  await view.tab.close()
}

/** @returns Why the edge would not take an offer from the reader's shop. */
async function offerProblem({ stack, shop }: ReaderStack, offer: string): Promise<string | undefined> {
  const reply = await fetch(`${stack.addresses.local.edge}/v1/offers/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop },
    body: JSON.stringify({ offer }),
  })
  return ((await reply.json()) as { readonly code?: string }).code
}

/** Shows a page under the headers of a document; the tag comes up, and the browser refuses nothing of it. */
export async function tryHeaders(around: ReaderStack, browser: Browser, reader: Reader, text: string) {
  const lines = (await reader.adapted(text))
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .filter(Boolean)
  const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*(.*)/s).slice(0, 2)))
  const view = await show(around, browser, { body: await wholePage(around, ''), headers })
  await expectTagsUp(view)
  await view.tab.close()
}

/** Runs a script of a document in a page with a tag, which it may call `checkout`. */
export async function tryPageScript(around: ReaderStack, browser: Browser, reader: Reader, text: string) {
  const script = (await reader.adapted(text)).replaceAll('</script', '<\\/script')
  const body = await wholePage(around, '')
  const run = `<script type="module">window.checkout = document.querySelector('pay-checkout')</script>
    <script type="module">${script}</script></body>`
  const view = await show(around, browser, { body: body.replace('</body>', () => run) })
  await expectTagsUp(view)
  await view.tab.close()
}

/** Declarations and selectors that Chromium drops. */
const DROPPED = (css: string) => `(() => {
  const source = ${JSON.stringify(css)}
  const bare = source.replace(/\\/\\*[\\s\\S]*?\\*\\//g, '')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(source)
  const rules = (list) => [...list].flatMap((rule) => [rule, ...rules(rule.cssRules ?? [])])
  const kept = rules(sheet.cssRules).length
  const written = (bare.match(/\\{/g) ?? []).length
  const declarations = [...bare.matchAll(/([\\w-]+)\\s*:\\s*([^;{}]+)(?=[;}])/g)]
  const wrong = declarations.filter(([, name, value]) => !CSS.supports(name, value.trim())).map(([text]) => text)
  return kept === written ? wrong : [...wrong, written + ' rules are written, ' + kept + ' are kept']
})()`

/** @returns What Chromium drops of a style sheet. */
export async function droppedOf(browser: Browser, css: string): Promise<string[]> {
  const tab = await browser.open('about:blank', { profile: 'styles' })
  const dropped = await tab.evaluate<string[]>(DROPPED(css))
  await tab.close()
  return dropped
}

/** Opens an address of the reader's own server, pays there on the gateway's page, and reads that it is approved. */
export async function payAt(browser: Browser, address: string, hasEmail: boolean): Promise<Tab> {
  shown += 1
  const tab = await browser.open(address, { profile: `reader-${shown}` })
  await tab.text(payButton())
  if (!hasEmail) await fillDetails(tab, { email: 'ann@example.com' })
  await tab.click(payButton())
  await payByCard(tab).catch(async (error: Error) => {
    throw new Error(`${error.message}; the tag says: ${await tagText(tab)}`)
  })
  await statusText(tab, /Thank you/)
  return tab
}
