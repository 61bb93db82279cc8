import { html, LitElement, nothing } from 'lit'
import { MERCHANT_KEY } from '../../shared/merchant-key.ts'
import type { RefusalText } from '../session/refusal-text.ts'
import type { Words } from '../texts/en.ts'
import { icon } from '../theme/icons.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './sign-in.css?inline'

/** Asks Cloudflare Access who the person is. Resolves as {@link TryKey} does. */
export type TryAccess = () => Promise<RefusalText | undefined>

/** Tries a key. Resolves to the words of the refusal, or to nothing once somebody is signed in. */
export type TryKey = (key: string) => Promise<RefusalText | undefined>

/**
 * Asks for a merchant key. The key is in the field until the form is sent, and after that in the session alone: the element
 * keeps it in no property, and empties the field before it asks the edge.
 */
export class DeskSignIn extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    words: { attribute: false },
    seller: {},
    notice: {},
    tryKey: { attribute: false },
    tryAccess: { attribute: false },
    isBusy: { state: true },
    refusal: { state: true },
  }

  declare words: Words
  /** The merchant's name; empty where it is not known. */
  declare seller: string
  /** Why the last session ended, in words; empty before the first. */
  declare notice: string
  declare tryKey: TryKey
  /** Absent where people do not sign in that way. */
  declare tryAccess: TryAccess | undefined
  declare isBusy: boolean
  declare refusal: RefusalText | undefined

  constructor() {
    super()
    this.seller = this.notice = ''
    this.isBusy = false
    this.refusal = this.tryAccess = undefined
  }

  protected override render() {
    const { words, seller, notice, isBusy } = this
    const { signIn } = words
    return html`<main class="card">
      <div class="mark">${icon('lock')}</div>
      <h1 tabindex="-1">${seller ? html`<span class="seller">${seller}</span> ` : nothing}${signIn.heading}</h1>
      <div>
        <p class="quiet-text">${signIn.about}</p>
        <div role="status">${notice ? html`<div class="alert">${icon('clock')}<p>${notice}</p></div>` : nothing}</div>
      </div>
      ${this.tryAccess ? this.#accessButton() : nothing}
      <form @submit=${this.#submit} novalidate>
        <div class="field">
          <label for="key">${signIn.key}</label>
          <input
            id="key" type="password" autocomplete="off" autocapitalize="none" spellcheck="false"
            aria-describedby="key-hint key-wrong" aria-invalid=${this.refusal ? 'true' : 'false'}
          />
          <small id="key-hint">${signIn.hint}</small>
          <div role="alert" id="key-wrong">${this.#problem()}</div>
        </div>
        <button class=${this.tryAccess ? nothing : 'primary'} aria-disabled=${isBusy ? 'true' : 'false'}>
          ${isBusy ? html`<span class="spinner"></span>${signIn.busy}` : signIn.submit}
        </button>
      </form>
    </main>`
  }

  #accessButton() {
    const { signIn } = this.words
    return html`<button type="button" id="access" class="primary" aria-disabled=${this.isBusy ? 'true' : 'false'} @click=${this.#askAccess}>
        ${signIn.access}
      </button>
      <p class="quiet-text">${signIn.or}</p>`
  }

  async #askAccess() {
    const { tryAccess } = this
    if (this.isBusy || !tryAccess) return
    await this.#try(tryAccess)
  }

  async #try(sign: () => Promise<RefusalText | undefined>) {
    this.isBusy = true
    this.refusal = undefined
    const refusal = await sign()
    this.isBusy = false
    if (refusal) this.#refuse(refusal)
  }

  #problem() {
    const { refusal } = this
    return refusal
      ? html`<div class="alert bad">${icon('alert')}<div><p>${refusal.text}</p>
          ${refusal.codes ? html`<p><small>${refusal.codes}</small></p>` : nothing}</div></div>`
      : nothing
  }

  async #submit(event: Event) {
    event.preventDefault()
    if (this.isBusy) return
    const field = this.renderRoot.querySelector('input') as HTMLInputElement
    const key = field.value.trim()
    if (!MERCHANT_KEY.test(key)) return this.#refuse({ text: this.words.signIn.malformed, codes: '' })
    field.value = ''
    await this.#try(() => this.tryKey(key))
  }

  #refuse(refusal: RefusalText) {
    this.refusal = refusal
    this.renderRoot.querySelector('input')?.focus()
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector<HTMLElement>(this.tryAccess ? '#access' : 'input')?.focus()
  }
}
