/** The desk on a page, for tests: what a person sees and does. It keeps shadow-DOM queries out of the tests. */
import { expect } from 'vitest'
import { defineDesk } from '../define-desk.ts'
import { PayDesk } from '../pages/pay-desk.ts'
import type { DeskEnv } from '../session/desk-env.ts'
import { NOW } from './example-orders.ts'
import { FakeDeskEdge, GOOD_KEY } from './fake-desk-edge.ts'

/** The edge's origin in tests. */
const EDGE = 'https://pay.example.com'

/** The browser of a test: its clock stands still, and its pauses end when the test says so. */
export class FakeBrowser {
  now = NOW
  isVisible = true
  /** The edge says that people sign in through Cloudflare Access. */
  hasAccess = false
  /** How often the page was loaded again. */
  reloads = 0
  languages: readonly string[] = ['en-GB']
  readonly edge: FakeDeskEdge
  readonly saved: { readonly file: Blob; readonly name: string }[] = []
  readonly copied: string[] = []
  readonly choices = new Map<string, string>()
  readonly #waiting = new Map<() => void, number>()

  constructor(edge = new FakeDeskEdge()) {
    this.edge = edge
  }

  /** Ends the pauses of one length, once there are some. */
  async passes(ms: number) {
    await expect.poll(() => [...this.#waiting.values()]).toContain(ms)
    for (const [end, length] of this.#waiting) {
      if (length !== ms) continue
      this.#waiting.delete(end)
      end()
    }
  }

  get env(): DeskEnv {
    return {
      fetch: this.edge.fetch,
      openSocket: this.edge.openSocket,
      reload: () => {
        this.reloads += 1
      },
      edge: EDGE,
      languages: this.languages,
      timeZone: 'UTC',
      now: () => this.now,
      isVisible: () => this.isVisible,
      randomKey: () => crypto.randomUUID(),
      save: (file, name) => this.saved.push({ file, name }),
      copy: async (text) => void this.copied.push(text),
      remembered: (name) => this.choices.get(name),
      remember: (name, value) => void this.choices.set(name, value),
      pause: (ms, signal) =>
        new Promise((resolve) => {
          this.#waiting.set(resolve, ms)
          signal?.addEventListener('abort', () => {
            this.#waiting.delete(resolve)
            resolve()
          })
          if (signal?.aborted) resolve()
        }),
    }
  }
}

/** Parts of tables that say their role: browsers forget it where parts are not laid out as a table. */
const PARTS_WITH_ROLE =
  'table[role=table], :is(thead, tbody)[role=rowgroup], tr[role=row], td[role=cell], ' +
  'th[scope=row][role=rowheader], th:not([scope=row])[role=columnheader]'

let count = 0

/** One desk, its browser and its edge. */
export class Desk {
  readonly element: PayDesk
  readonly browser: FakeBrowser

  private constructor(element: PayDesk, browser: FakeBrowser) {
    this.element = element
    this.browser = browser
  }

  /** Puts a desk on the page. @param hash The page's fragment. */
  static async open(browser = new FakeBrowser(), hash = '#/'): Promise<Desk> {
    defineDesk()
    location.hash = hash
    count += 1
    const env = browser.env
    class TestDesk extends PayDesk {
      static override readonly env = env
    }
    customElements.define(`pay-desk-${count}`, TestDesk)
    const element = document.createElement(`pay-desk-${count}`) as PayDesk
    element.toggleAttribute('access', browser.hasAccess)
    document.body.append(element)
    const desk = new Desk(element, browser)
    await desk.reads(/Merchant key|Händlerschlüssel/)
    return desk
  }

  /** A desk at which somebody has signed in. */
  static async signedIn(browser = new FakeBrowser(), hash = '#/'): Promise<Desk> {
    const desk = await Desk.open(browser, hash)
    await desk.signIn(GOOD_KEY)
    await desk.reads(/Sign out|Abmelden/)
    return desk
  }

  get edge(): FakeDeskEdge {
    return this.browser.edge
  }

  /** Types a key and sends the form. */
  async signIn(key: string) {
    this.type('#key', key)
    await this.press(/^(Sign in|Anmelden)$/)
  }

  /** Goes to another page of the desk by its address. */
  goTo(hash: string) {
    location.hash = hash
  }

  /** Everything that is drawn, shadow roots included. */
  get text(): string {
    return textOf(this.element).replace(/\s+/g, ' ').trim()
  }

  /** The whole document, shadow roots and values of fields included. */
  get markup(): string {
    const values = all(this.element, 'input').map((input) => (input as HTMLInputElement).value)
    return [document.documentElement.getHTML({ shadowRoots: rootsIn(document) }), ...values].join('\n')
  }

  /** Waits until a person reads a text. */
  reads(text: string | RegExp): Promise<void> {
    return expect.poll(() => this.text).toMatch(text)
  }

  /** Waits until a person no longer reads it. */
  readsNoMore(text: string | RegExp): Promise<void> {
    return expect.poll(() => this.text).not.toMatch(text)
  }

  /** The words of all elements that match. */
  texts(selector: string): string[] {
    return all(this.element, selector).map((one) => textOf(one).replace(/\s+/g, ' ').trim())
  }

  get buttons(): string[] {
    return all(this.element, 'button').map(nameOf)
  }

  /** Waits for a button and presses it. */
  async press(name: string | RegExp) {
    const find = () =>
      all(this.element, 'button').find((one) =>
        typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one)),
      )
    await expect.poll(() => !!find() || this.buttons).toBe(true)
    ;(find() as HTMLButtonElement).click()
  }

  /** Types into the first field that matches. */
  type(selector: string, text: string) {
    const field = this.find<HTMLInputElement>(selector)
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** All that match and are drawn. */
  all(selector: string): HTMLElement[] {
    return all(this.element, selector).filter((one) => one.checkVisibility())
  }

  /** Parts of tables that would be nothing to a screen reader where rows are cards. */
  get partsWithoutRole(): string[] {
    return all(this.element, 'table, thead, tbody, tr, th, td')
      .filter((part) => !part.matches(PARTS_WITH_ROLE))
      .map(({ localName }) => localName)
  }

  find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const [found] = all(this.element, selector)
    if (!found) throw new TypeError(`There is no ${selector}, only: ${this.text}`)
    return found as Found
  }

  close() {
    this.element.remove()
  }
}

const rootsIn = (place: ParentNode): ShadowRoot[] =>
  [...place.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [],
  )

const all = (place: Element, selector: string): HTMLElement[] =>
  [...(place.shadowRoot ? [place.shadowRoot] : []), ...rootsIn(place.shadowRoot ?? place)].flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>(selector),
  ])

const nameOf = (button: HTMLElement) => (button.ariaLabel ?? textOf(button)).replace(/\s+/g, ' ').trim()

/** The text of an element, its own shadow tree in place of its children. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof Element && (node.localName === 'style' || (node as HTMLElement).hidden)) return ''
  const inner = node instanceof Element && node.shadowRoot ? node.shadowRoot : node
  return [...inner.childNodes].map(textOf).join(' ')
}
