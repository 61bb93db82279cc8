/** A tag on a page, for tests: what a shopper sees and does. It keeps shadow-DOM queries out of the tests. */
import { expect } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import type { ProductLook } from '../../shared/product.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { PayCheckout } from '../element/pay-checkout.ts'
import { pricesReady } from '../element/prices.ts'
import type { PayEventMap } from '../events/events.ts'
import { type Goods, goodsDigest, goodsOf, readClaims } from '../order/goods.ts'
import { FakeEdge } from './fake-edge.ts'

/** The edge's origin in tests. */
export const EDGE = 'https://pay.example.com'

/** The page's address in tests. */
export const PAGE = 'https://shop.example.com/mug'

let count = 0

/** An offer that no other test uses. */
export function offerOf(claims: Partial<OfferClaims> = {}): string {
  count += 1
  const fixed = 'min' in claims || claims.intent === 'verify' ? {} : { amount: '12.50' }
  const all = {
    item: `item-${count}`,
    description: 'A mug',
    currency: 'EUR',
    intent: 'sale',
    collect: [],
    ...fixed,
    ...claims,
  }
  return `${base64Url('{"alg":"ES256"}')}.${base64Url(JSON.stringify(all))}.c2lnbmF0dXJl`
}

/** The look of a product that no other test uses. */
export function lookOf(change: Partial<ProductLook> = {}): ProductLook {
  count += 1
  const { min } = change
  return {
    ...{ id: `product-${count}`, version: `v${count}`, name: 'A mug', currency: 'EUR', intent: 'sale' },
    ...{ collect: [], ...(min === undefined && change.intent !== 'verify' && { amount: '12.50' }) },
    ...change,
  }
}

/** A token like the edge's, with a fake signature. */
export const viewToken = (scope = 'view') =>
  `${base64Url('{"alg":"HS256"}')}.${base64Url(JSON.stringify({ scope }))}.c2lnbmF0dXJl`

const base64Url = (text: string) => {
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The page's own address and history, which tests read and set. */
export class FakeTab {
  href = PAGE
  state: unknown = null
  /** Name of the entry of its history. A tab with the same name is a reload of this one. */
  entry: string = crypto.randomUUID()
  readonly visited: string[] = []
  readonly pauses: number[] = []
  refusesStorage = false
  refusesSockets = false
  isIsolated = false
  isForeign = false
  /** The browser's clock, in milliseconds since the epoch. */
  now = Date.UTC(2026, 10, 22, 12)
  /** What the tag has shown in the console. */
  readonly reported: unknown[] = []
  /** How often the tag has printed. */
  prints = 0
  /** Opens a window in the shopper's click; by default the browser forbids it. */
  openPopUp: () => Window | null = () => null
  /** Makes the key of an order, or of an attempt. */
  randomKey = (): string => crypto.randomUUID()
  readonly #waiting = new Map<() => void, number>()
  readonly edge: FakeEdge

  constructor(edge = new FakeEdge()) {
    this.edge = edge
  }

  /** Ends every pause that the tag makes, or those of one length. */
  endPauses(length?: number) {
    for (const [end, ms] of this.#waiting) {
      if (length !== undefined && length !== ms) continue
      this.#waiting.delete(end)
      end()
    }
  }

  /** Ends the tag's next pause of a length, once the tag makes it. */
  async passes(length: number) {
    await expect.poll(() => [...this.#waiting.values()]).toContain(length)
    this.endPauses(length)
  }

  get browserEnv(): BrowserEnv {
    const tab = this
    return {
      fetch: this.edge.fetch,
      openSocket: (url, protocols) => {
        if (tab.refusesSockets) throw new DOMException('Blocked by the security policy', 'SecurityError')
        return tab.edge.openSocket(url, protocols)
      },
      navigate: (url) => tab.visited.push(url),
      openPopUp: () => tab.openPopUp(),
      print: () => {
        tab.prints += 1
      },
      report: (cause) => tab.reported.push(cause),
      storage: () => {
        if (tab.refusesStorage) throw new DOMException('Refused', 'SecurityError')
        return localStorage
      },
      tabStorage: () => {
        if (tab.refusesStorage) throw new DOMException('Refused', 'SecurityError')
        return sessionStorage
      },
      history: {
        get state() {
          return tab.state
        },
        replaceState: (state, _title, url) => {
          tab.state = state
          tab.href = String(url ?? tab.href)
        },
      },
      entry: () => tab.entry,
      address: () => tab.href,
      get isIsolated() {
        return tab.isIsolated
      },
      get isForeign() {
        return tab.isForeign
      },
      randomKey: () => tab.randomKey(),
      now: () => tab.now,
      pause: (ms, signal) =>
        new Promise((resolve) => {
          tab.pauses.push(ms)
          tab.#waiting.set(resolve, ms)
          signal?.addEventListener('abort', () => resolve())
          if (signal?.aborted) resolve()
        }),
    }
  }
}

/** The names of the tag's events, in no order. */
const EVENTS: (keyof PayEventMap)[] = [
  'pay-ready',
  'pay-submit',
  'pay-redirect',
  'pay-challenge',
  'pay-status',
  'pay-settled',
  'pay-failed',
  'pay-cancelled',
]

type Attributes = Record<string, string | boolean>

/** What a button says, or is called where it has an icon alone. */
const nameOf = (button: HTMLElement) =>
  button.innerText.replace(/\s+/g, ' ').trim() || (button.ariaLabel ?? '')

/** What a label says, without its drawings. */
const wordsOf = (label: HTMLElement) => {
  const copy = label.cloneNode(true) as HTMLElement
  for (const drawing of copy.querySelectorAll('svg')) drawing.remove()
  return copy.innerText.trim()
}

/** One tag, its tab and its edge. */
export class Checkout {
  readonly element: PayCheckout
  readonly tab: FakeTab
  readonly events: Event[] = []

  private constructor(element: PayCheckout, tab: FakeTab) {
    this.element = element
    this.tab = tab
    for (const name of EVENTS) element.addEventListener(name, (event) => this.events.push(event))
  }

  /** Puts a tag on the page and waits until it is drawn. */
  static async open(attributes: Attributes = {}, tab = new FakeTab()): Promise<Checkout> {
    const checkout = Checkout.make(attributes, tab)
    document.body.append(checkout.element)
    await checkout.drawn()
    const isAwaited = () => !!checkout.root.querySelector('[aria-busy=true]:empty')
    if (!tab.edge.languagesAfter) await expect.poll(isAwaited).toBe(false)
    await pricesReady()
    await checkout.drawn()
    return checkout
  }

  /** Makes a tag that is on no page yet. */
  static make(attributes: Attributes, tab = new FakeTab()): Checkout {
    count += 1
    const tag = `pay-checkout-${count}`
    class TestCheckout extends PayCheckout {
      static override readonly browserEnv = tab.browserEnv
    }
    customElements.define(tag, TestCheckout)
    const element = document.createElement(tag) as PayCheckout
    const all: Attributes = { edge: EDGE, ...attributes }
    for (const [name, value] of Object.entries(all)) {
      if (value !== false) element.setAttribute(name, value === true ? '' : value)
    }
    return new Checkout(element, tab)
  }

  get edge(): FakeEdge {
    return this.tab.edge
  }

  /** What a shopper reads. */
  get text(): string {
    return (
      (this.root.querySelector('form') as HTMLElement | null)?.innerText.replace(/\s+/g, ' ').trim() ?? ''
    )
  }

  /** What a screen reader announces without the focus moving. */
  get announced(): string {
    return this.root.querySelector('[role=status]')?.textContent ?? ''
  }

  get root(): ShadowRoot {
    return this.element.renderRoot
  }

  /** Names of the events so far, but for `pay-status`. */
  get outcomes(): string[] {
    return this.events.map(({ type }) => type).filter((type) => type !== 'pay-status')
  }

  event<Name extends keyof PayEventMap>(name: Name): PayEventMap[Name] {
    const found = this.events.find(({ type }) => type === name)
    if (!found) throw new TypeError(`There was no ${name}`)
    return found as PayEventMap[Name]
  }

  get buttons(): string[] {
    return [...this.root.querySelectorAll('button')].map(nameOf)
  }

  /** Presses a button, as a pointer or a key does once it is on it. */
  press(label: string) {
    this.#button(label).click()
  }

  isLocked(label: string) {
    const button = this.#button(label)
    return button.disabled || button.ariaDisabled === 'true'
  }

  /** The first thing that a shopper does with the tag. */
  touch(type = 'pointerdown') {
    this.element.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  }

  /** Has the tag find an order without a try to pay, as tags of the version before opened it at the first touch. */
  async opens() {
    const goods = goodsOf(this.element) as Goods
    const claims = readClaims(EDGE, goods)
    const name = `pay-checkout:${await goodsDigest(goods, (claims.ok && claims.value?.lines) || [])}`
    this.touch()
    await expect.poll(() => localStorage.getItem(name)).not.toBe(null)
    const note = JSON.parse(localStorage.getItem(name) ?? '')
    const { lines } = goods
    const init = {
      headers: { 'Idempotency-Key': note.key },
      body: JSON.stringify(goods),
    }
    const answer = await this.edge.fetch(`${EDGE}/v1/checkout`, { method: 'POST', ...init })
    const { order, token } = await answer.json()
    this.edge.calls.pop()
    const { id, seq } = order
    localStorage.setItem(name, JSON.stringify({ ...note, isCart: !!lines, id, token, seq }))
    dispatchEvent(new StorageEvent('storage', { key: name }))
    await expect.poll(() => this.element.order?.status).toBe('open')
  }

  control(label: string): HTMLInputElement | HTMLSelectElement {
    const found = [...this.root.querySelectorAll('label')].find((one) => wordsOf(one).startsWith(label))
    const control = found?.htmlFor
      ? this.root.querySelector(`[id="${found.htmlFor}"]`)
      : found?.querySelector('input')
    if (!control) throw new TypeError(`There is no field ${label}, only: ${this.text}`)
    return control as HTMLInputElement
  }

  /** Types into a field and leaves it. */
  async type(label: string, value: string) {
    const control = this.control(label)
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await this.drawn()
  }

  /** The error at a field. */
  wrong(label: string): string {
    const id = this.control(label).getAttribute('aria-describedby')
    return (this.root.querySelector(`[id="${id}"]`) as HTMLElement).innerText.trim()
  }

  drawn(): Promise<unknown> {
    return this.element.updateComplete
  }

  /** Waits until the shopper reads a text. */
  reads(text: string | RegExp): Promise<void> {
    return expect.poll(() => this.text).toMatch(text)
  }

  /** Changes the only order, as the edge does after a callback. */
  async told(change: Parameters<FakeEdge['tell']>[1]) {
    this.edge.tell(this.edge.order.id, change)
    await this.drawn()
  }

  #button(label: string): HTMLButtonElement {
    const found = [...this.root.querySelectorAll('button')].find((one) => nameOf(one) === label)
    if (!found) throw new TypeError(`There is no button ${label}, only: ${this.buttons.join(', ')}`)
    return found
  }
}
