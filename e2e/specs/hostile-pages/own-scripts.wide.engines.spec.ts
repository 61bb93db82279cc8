/**
 * Pages whose own scripts stand in the tag's way. Each row is a page that somebody has, and the tag pays on it: what a script
 * of the page declares or replaces before the tag's, in the words of that script.
 */
import { expect, it } from 'vitest'
import type { TabOptions } from '../../browser.ts'
import { alertText, pay, statusText } from '../../pages/shop.ts'
import { describeShopper } from '../../support/engine-shopper.ts'
import { EMAIL, moneyMoved } from '../../support/shopper.ts'
import { page, paidOnce, paysForTheMug, strangePage, withHead } from '../../support/strange-page.ts'

/** A library's promises: what every browser of ten years ago had, and nothing else. */
const OLD_PROMISE = `{
  const Native = Promise
  const wrapped = (native) => new OldPromise((resolve, reject) => native.then(resolve, reject))
  class OldPromise {
    constructor(run) { this.native = new Native(run) }
    then(...given) { return wrapped(this.native.then(...given)) }
    catch(given) { return this.then(undefined, given) }
    static resolve(value) { return wrapped(Native.resolve(value)) }
    static reject(reason) { return wrapped(Native.reject(reason)) }
    static all(all) { return wrapped(Native.all(all)) }
    static race(all) { return wrapped(Native.race(all)) }
  }
  window.Promise = OldPromise
}`

/**
 * What the page declares → its script. A page that replaces `Map` as a property stops the browser's driver too, so that no
 * story can say what the tag does there.
 */
const DECLARED: readonly (readonly [what: string, script: string])[] = [
  ['an address as URL', `var URL = 'https://shop.example.com/'`],
  ['a class URL', `class URL { constructor(path) { this.path = path } }`],
  ['a constant crypto', `const crypto = { encrypt: (text) => text }`],
  ['a class Event', `class Event { constructor(title) { this.title = title } }`],
  ['a function Event', `function Event(title) { this.title = title }`],
  ['a variable open', `let open = false`],
  ['a property open', `var open = false`],
  ['a function fetch of another kind', `let fetch = (path) => path`],
  ['a function Set', `function Set(values) { this.values = values }`],
  ['a list as its history', `const history = []`],
  ['a date as Date', `let Date = '2026-11-27'`],
  ['a clock of its own', `const performance = { now: () => 0 }`],
  ['a store of its own', `const localStorage = { items: [] }`],
  ['numbers of its own', `class Number {}; class Symbol {}`],
]

/** The same, with names that WebKit's driver uses in the page. */
const DECLARED_FROM_DRIVER: typeof DECLARED = [
  ['promises of an old zone', OLD_PROMISE],
  ['something else as its promises', `var Promise = { later: [] }`],
  ['a class Map', `class Map { constructor(place) { this.place = place } }`],
  ['a timer of its own', `let setTimeout = 0`],
  ['listeners of its own', `const addEventListener = (target, name, act) => target.attachEvent(name, act)`],
]

/** Names of globals that releases of Lit look for, and add to. */
const LIT_GLOBALS = [
  'litHtmlVersions',
  'litElementVersions',
  'reactiveElementVersions',
  'litHtmlPolyfillSupport',
  'litElementPolyfillSupport',
  'litElementHydrateSupport',
  'reactiveElementPolyfillSupport',
  'litPropertyMetadata',
]

/** What a library adds to the options of every request → those options, as the text of an object's members. */
const ADDED_TO_REQUESTS: readonly (readonly [what: string, options: string])[] = [
  ['the header of old scripts', withHeaders({ 'X-Requested-With': 'XMLHttpRequest' })],
  ['a secret against forged forms', withHeaders({ 'X-CSRF-Token': 'c3JmLXRva2Vu' })],
  [
    'the headers of a tracer',
    withHeaders({
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'shop=1',
      baggage: 'page=mug',
    }),
  ],
  ['credentials', `credentials: 'include'`],
]

function withHeaders(headers: Readonly<Record<string, string>>): string {
  return `headers: { ...init.headers, ...${JSON.stringify(headers)} }`
}

/** What a browser of an app, or a blocker, gives in the place of a new window → such a function. */
const OPENED: readonly (readonly [what: string, open: string])[] = [
  ['throws', `() => { throw new TypeError('open is not supported') }`],
  ['returns nothing', '() => undefined'],
  ['returns a stub', '() => ({ closed: false, focus() {}, close() {}, postMessage() {} })'],
  ['returns the page itself', '() => window'],
  [
    'returns a hidden frame',
    `() => document.body.appendChild(Object.assign(document.createElement('iframe'), { title: 'decoy' })).contentWindow`,
  ],
]

/** What the page has in the place of its storage → its property. */
const STORED: readonly (readonly [what: string, property: string])[] = [
  ['is null', 'value: null'],
  ['is missing', 'value: undefined'],
  ['is refused', `get() { throw new DOMException('no', 'SecurityError') }`],
]

/** A script that has `fetch` add to the options of every request before the browser sends it. */
const addToRequests = (options: string) => `<script>{
  const original = fetch
  fetch = (input, init = {}) => original(input, { ...init, ${options} })
}</script>`

describeShopper((open) => {
  const paysOn = async (url: string, options?: TabOptions) => {
    const tab = await open(url, options)
    await paysForTheMug(tab)
    return tab
  }

  it.each(DECLARED)('pays on a page that declares %s', async (_, script) => {
    const tab = await paysOn(await withHead(`<script>${script}</script>`))
    await tab.close()
  })

  it.each(DECLARED_FROM_DRIVER)('pays on a page that declares %s', async (_, script) => {
    const tab = await paysOn(await withHead(`<script>${script}</script>`), { replacesBuiltIns: true })
    await tab.close()
  })

  it('pays on a page with globals of its own by every name that Lit looks for', async () => {
    const own = LIT_GLOBALS.map((name) => `${name} = { own: true }`)
    const tab = await paysOn(await withHead(`<script>var ${own}</script>`))
    await tab.close()
  })

  it.each(ADDED_TO_REQUESTS)('pays on a page whose library adds %s to every request', async (_, options) => {
    const tab = await paysOn(await withHead(addToRequests(options)))
    await tab.close()
  })

  it.each(['same-origin', 'no-cors'])(
    'reads of the connection where a library changes every request to the mode “%s”, in which no site answers',
    async (mode) => {
      const tab = await open(await withHead(addToRequests(`mode: '${mode}'`)))

      await pay(tab, { email: EMAIL })

      await alertText(tab, /connection/)
      expect(await moneyMoved()).toEqual([])
      await tab.close()
    },
  )

  it.each(OPENED)('pays in the same tab where a function for windows %s', async (_, opens) => {
    const url = await strangePage(
      ({ script, tag }) => page(script, tag, `<script>open = ${opens}</script>`),
      { attributes: 'presentation="popup"' },
    )

    const tab = await paysOn(url)

    expect(await tab.url()).toBe(url)
    await tab.close()
  })

  it.each(STORED)('sees the payment after a reload where storage %s', async (_, property) => {
    const head = `<script>Object.defineProperty(window, 'localStorage', { ${property} })</script>`
    const tab = await paysOn(await withHead(head))

    await tab.reload()

    await statusText(tab, /Thank you/)
    await paidOnce()
    await tab.close()
  })

  it('pays by the link in the tag where a page inserts the script without type="module", which an error names', async () => {
    const heard = `<script>said = []; addEventListener('error', ({ message }) => said.push(message))</script>`
    // Of a script of another site a page hears no words unless it asks for the script with `crossorigin`.
    const plain = (script: string) => script.replace('type="module"', 'crossorigin')
    const tab = await open(await strangePage(({ script, tag }) => page(plain(script), tag, heard)))

    await expect.poll(() => tab.evaluate('said')).toEqual([expect.stringMatching(/modules?\b/)])
    await tab.click('pay-checkout a')
    await tab.waitForUrl(/^http:\/\/pay\.localhost/)
    await paysForTheMug(tab)
    await tab.close()
  })
})
