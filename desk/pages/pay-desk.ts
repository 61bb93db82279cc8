import { html, LitElement, nothing } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import type { MerchantKeyView } from '../../shared/order-list.ts'
import { tryTo } from '../../widget/browser/try-to.ts'
import { deskApi } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { type DeskEnv, deskEnv } from '../session/desk-env.ts'
import { DeskSession, type SessionEnd } from '../session/desk-session.ts'
import { type NoKey, PersonKeys } from '../session/person-keys.ts'
import { accessRefusalText, type RefusalText, refusalText } from '../session/refusal-text.ts'
import { hasScope } from '../session/scopes.ts'
import { SentCommands } from '../session/sent-commands.ts'
import type { Words } from '../texts/en.ts'
import { formatsIn } from '../texts/formats.ts'
import { languageOf } from '../texts/words.ts'
import { testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import type { EmailSearch } from './order-list.ts'
import sheet from './pay-desk.css?inline'
import { ordersHash, type Route, routeOf } from './route.ts'
import { type ShortcutHost, Shortcuts } from './shortcuts.ts'

/**
 * The merchant's desk: signs a person in with a merchant key, shows the pages, and ends the session by itself.
 *
 * It shows nothing of any order while nobody is signed in.
 */
export class PayDesk extends LitElement implements ShortcutHost {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { state: true },
    route: { state: true },
    ended: { state: true },
    settings: { state: true },
    isNearEnd: { state: true },
    showsKeys: { state: true },
    email: { state: true },
  }

  /** The browser, as far as the desk uses it; tests put another one here. */
  static readonly env: DeskEnv = deskEnv

  declare desk: DeskContext | undefined
  declare route: Route
  declare ended: SessionEnd | undefined
  declare settings: Settings | undefined
  /** The session is about to end by itself. */
  declare isNearEnd: boolean
  readonly #env = (this.constructor as typeof PayDesk).env
  /** The e-mail address that the list looks for; empty for none. */
  declare email: string
  /** The dialog of the keys is open. */
  declare showsKeys: boolean
  readonly #shortcuts = new Shortcuts(this, this.#env)
  readonly #language = languageOf(this.#env.languages)
  #session: DeskSession | undefined
  /** The focus goes to the search once the list is there. */
  #isSearchAsked = false
  readonly #navigate = () => {
    this.route = routeOf(location.hash)
    void this.#focusHeading()
  }

  constructor() {
    super()
    this.route = routeOf(location.hash)
    this.isNearEnd = this.showsKeys = false
    this.email = ''
  }

  override connectedCallback() {
    super.connectedCallback()
    addEventListener('hashchange', this.#navigate)
    document.documentElement.lang = this.#language.tag
    void this.#readSettings()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.#navigate)
    this.#session?.end('left')
  }

  /** The seller's name and whether the gateway is a sandbox. Everybody may know both; without them the desk works too. */
  async #readSettings() {
    const { fetch, edge } = this.#env
    const reply = await fetch(`${edge}/v1/settings`, { credentials: 'same-origin' }).catch(() => undefined)
    if (reply?.ok) this.settings = await reply.json().catch(() => undefined)
  }

  protected override render() {
    return this.desk ? this.#pages(this.desk) : this.#signInPage()
  }

  #signInPage() {
    const { words } = this.#language
    return html`<desk-sign-in
      .words=${words} .seller=${this.#seller} .notice=${this.ended ? words.signIn[this.ended] : ''}
      .tryKey=${(key: string) => this.#signIn(key)}
      .tryAccess=${this.hasAttribute('access') ? () => this.#askAccess() : undefined}
    ></desk-sign-in>`
  }

  get #seller() {
    return this.settings?.merchant?.name ?? ''
  }

  #pages(desk: DeskContext) {
    const { words, name, scopes } = desk
    const { page } = this.route
    return html`<button class="skip" type="button" @click=${() => this.#focusHeading()}>${words.skip}</button>
      <header class="bar">
        <div class="within">
          <p class="brand"><strong>${this.#seller || words.title}</strong>${this.#seller ? html`<span>${words.title}</span>` : nothing}
            ${this.settings?.test ? testBadge(words) : nothing}</p>
          <nav aria-label=${words.nav.label}>
            ${this.#link('#/', words.nav.overview, page === 'overview')}
            ${this.#link('#/orders', words.nav.orders, page === 'orders' || page === 'order')}
            ${this.#link('#/new', words.nav.newPayment, page === 'new')}
            ${this.#link('#/keypad', words.nav.keypad, page === 'keypad')}
            ${hasScope('catalogue', scopes) ? this.#link('#/products', words.nav.products, isOfProducts(page)) : nothing}
          </nav>
          <div class="who">
            <span class="name" title=${words.signedInAs(name)}><span class="unseen">${words.signedInAs(name)}</span><span aria-hidden="true">${name}</span></span>
            <button type="button" class="quiet help" aria-label=${words.keys.name} title=${words.keys.name} @click=${() => this.showKeys()}>?</button>
            <button type="button" class="quiet leave" @click=${() => this.#session?.end('signedOut')}>${words.signOut}</button>
          </div>
        </div>
      </header>
      <main class="within">${this.#page(desk)}</main>
      ${this.showsKeys ? this.#keysDialog(words) : nothing}
      ${this.isNearEnd ? this.#idleWarning(words) : nothing}`
  }

  #keysDialog(words: Words) {
    const shortcuts = this.#shortcuts
    return html`<desk-keys .words=${words} .isOn=${shortcuts.isOn}
      @switch=${() => {
        shortcuts.isOn = !shortcuts.isOn
      }}
      @close=${() => {
        this.showsKeys = false
      }}
    ></desk-keys>`
  }

  /** The tree in which keys count; none while nobody is signed in. */
  get shortcutRoot(): ParentNode | undefined {
    return this.desk && this.renderRoot
  }

  showKeys() {
    this.showsKeys = true
  }

  focusSearch() {
    this.#isSearchAsked = true
    if (this.route.page === 'orders') void this.#focusHeading()
    else location.hash = ordersHash({})
  }

  #idleWarning(words: Words) {
    return html`<desk-idle-warning .words=${words}
      @stay=${() => this.#session?.stay()} @leave=${() => this.#session?.end('signedOut')}
    ></desk-idle-warning>`
  }

  #link(href: string, text: string, isCurrent: boolean) {
    return html`<a href=${href} aria-current=${isCurrent ? 'page' : nothing}>${text}</a>`
  }

  #page(desk: DeskContext) {
    const { route } = this
    if (route.page === 'order') return html`<desk-order .desk=${desk} .orderId=${route.id}></desk-order>`
    if (route.page === 'orders')
      return html`<desk-orders .desk=${desk} .filters=${route.filters} .email=${this.email}
        @email-search=${({ detail }: EmailSearch) => {
          this.email = detail
        }}></desk-orders>`
    if (route.page === 'new')
      return html`<desk-new-payment .desk=${desk} .settings=${this.settings} .again=${route.again}></desk-new-payment>`
    if (route.page === 'keypad')
      return html`<desk-keypad .desk=${desk} .settings=${this.settings}></desk-keypad>`
    if (route.page === 'products') return html`<desk-products .desk=${desk}></desk-products>`
    if (route.page === 'import-products')
      return html`<desk-product-import .desk=${desk}></desk-product-import>`
    if (route.page === 'product' || route.page === 'new-product')
      return html`<desk-product .desk=${desk} .settings=${this.settings} .productId=${'id' in route ? route.id : ''}></desk-product>`
    return html`<h1 tabindex="-1" class="unseen">${desk.words.nav.overview}</h1>
      <desk-today .desk=${desk}></desk-today>
      <desk-attention .desk=${desk}></desk-attention>
      <desk-days .desk=${desk}></desk-days>`
  }

  /** Where Access does not know the person any more, its own page comes once this one is loaded again. */
  async #askAccess(): Promise<RefusalText | undefined> {
    const { words } = this.#language
    const keys = await PersonKeys.signIn(this.#env)
    const key = keys.ok ? await keys.value.current() : keys
    if (keys.ok && key.ok) return this.#signIn(key.value, keys.value)
    const reason: NoKey = key.ok ? { code: 'network' } : key.reason
    if (reason.code !== 'access-gone') return accessRefusalText(reason, words)
    this.#env.reload()
    return undefined
  }

  /** @returns The words of the refusal; nothing once the person is signed in. */
  async #signIn(key: string, keys?: PersonKeys): Promise<RefusalText | undefined> {
    const { words } = this.#language
    const session = new DeskSession(key, this.#env, {
      ended: (why) => this.#forget(session, why),
      warned: (isNearEnd) => {
        this.isNearEnd = isNearEnd
      },
    })
    const api = deskApi(session)
    const answer = await api.merchantKey()
    if (answer.ok && answer.value.scopes.includes('read')) {
      this.#session = session
      if (keys) session.renewBy(keys)
      this.desk = this.#contextOf(session, answer.value)
      this.ended = undefined
      void this.#focusHeading()
      return undefined
    }
    session.end('signedOut')
    if (answer.ok) return { text: words.signIn.readMissing, codes: '' }
    const { text, codes } = refusalText(answer.reason, words)
    return { text: answer.reason.code === 'token-invalid' ? words.signIn.wrong : text, codes }
  }

  #contextOf(session: DeskSession, key: MerchantKeyView): DeskContext {
    const { name, scopes, mails = [], refundUpTo, refundPerDay } = key
    const env = this.#env
    const { tag, words } = this.#language
    // A person in Austria writes sums as Austrians do, whatever the words' own country is.
    const locale = env.languages.find((one) => one.toLowerCase().startsWith(tag)) ?? tag
    const formats = formatsIn(locale, env.now)
    return {
      api: deskApi(session),
      env,
      sent: new SentCommands(),
      words,
      formats,
      locale,
      isTest: this.settings?.test === true,
      name,
      isLimited: refundUpTo !== undefined || refundPerDay !== undefined,
      scopes,
      mails,
      signal: session.signal,
    }
  }

  /** Takes everything of the session off the page. */
  #forget(session: DeskSession, why: SessionEnd) {
    if (this.#session !== session) return
    this.#session = undefined
    this.desk = undefined
    this.isNearEnd = this.showsKeys = false
    this.email = ''
    this.ended = why
    // A page that goes into the back-forward cache must be bare before it does; Lit draws in a microtask that may come later.
    if (why === 'left') tryTo(() => this.performUpdate())
  }

  /** Screen readers then read the new page from its beginning. */
  async #focusHeading() {
    await this.updateComplete
    const page = this.renderRoot.querySelector<LitElement>(
      'main > :is(desk-order, desk-orders, desk-new-payment, desk-keypad, desk-products, desk-product, desk-product-import)',
    )
    await page?.updateComplete
    const isSearch = this.#isSearchAsked && this.route.page === 'orders'
    this.#isSearchAsked = false
    if (isSearch) return page?.renderRoot.querySelector<HTMLElement>('#search')?.focus()
    const heading = page?.renderRoot.querySelector<HTMLElement>('h1') ?? this.renderRoot.querySelector('h1')
    heading?.focus()
    scrollTo(0, 0)
  }
}

const isOfProducts = (page: Route['page']) =>
  page === 'products' || page === 'product' || page === 'new-product' || page === 'import-products'
