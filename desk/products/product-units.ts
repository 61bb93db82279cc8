import { html, LitElement, nothing } from 'lit'
import type { Product } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { alertBox, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './product-units.css?inline'
import { readUnitsChange, signed, unitsLeft } from './units.ts'

/** The name under which the session keeps a change without a certain answer. */
const ACTION = 'units'

/**
 * What is left of a product, and a change of it by a difference. A change whose answer is lost stays with the session: until a
 * certain answer comes, only the very same can be sent. Fires `product-saved`.
 */
export class DeskProductUnits extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    product: { attribute: false },
    typed: { state: true },
    wrong: { state: true },
    note: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  }

  declare desk: DeskContext
  declare product: Product
  declare typed: string
  /** Why the change cannot be made; empty where it can. */
  declare wrong: string
  declare note: string
  declare refusal: ProductRefusal | undefined
  declare isBusy: boolean

  constructor() {
    super()
    this.typed = this.wrong = this.note = ''
    this.isBusy = false
    this.refusal = undefined
  }

  protected override render() {
    const { desk, product } = this
    const { stock } = desk.words.products
    const sent = desk.sent.find(product.id, ACTION)
    return html`<p>${this.#figures()}</p>
      <form @submit=${this.#submit} novalidate>
        <div class="field"><label for="change">${stock.change}</label>
          <input id="change" autocomplete="off" maxlength="12" .value=${sent ? sent.amount : this.typed} ?disabled=${!!sent}
            aria-describedby="change-hint" aria-invalid=${this.wrong ? 'true' : 'false'} @input=${this.#type} />
          <small id="change-hint">${this.wrong || stock.hint}</small></div>
        <button aria-disabled=${this.isBusy ? 'true' : 'false'}>${sent ? stock.again : stock.submit}</button>
      </form>
      <div role="alert">${this.refusal ? refusalBox(this.refusal, desk.words) : nothing}${sent && !this.isBusy ? alertBox('notice', 'alert', stock.lost(sent.amount)) : nothing}</div>
      <p class="quiet-text" role="status">${this.note}</p>`
  }

  #figures() {
    const { product, desk } = this
    const { units, sold } = product
    const { stock } = desk.words.products
    const count = (n: number) => n.toLocaleString(desk.locale)
    if (units === undefined) return stock.uncounted
    if (sold === undefined) return stock.unknownSold(count(units))
    return stock.counted(count(unitsLeft({ units, sold })), count(sold), count(units))
  }

  readonly #type = ({ target }: Event) => {
    this.typed = (target as HTMLInputElement).value
    this.wrong = this.note = ''
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.isBusy) return
    const { desk, product } = this
    const sent = desk.sent.find(product.id, ACTION)
    const change = readUnitsChange(sent ? sent.amount : this.typed)
    if (change === undefined) return this.#refuse(desk.words.products.stock.wrong)
    await this.#send(change, sent?.command.key ?? desk.env.randomKey())
  }

  async #send(change: number, key: string) {
    const { desk, product } = this
    const sent = { command: { path: ACTION, body: { change }, key }, amount: signed(change) } as const
    this.isBusy = true
    this.refusal = undefined
    this.note = ''
    const { answer, isCertain } = await desk.sent.send([product.id, ACTION], sent, () =>
      desk.api.products.changeUnits(product.id, { change, key }),
    )
    this.isBusy = false
    if (desk.signal.aborted) return
    if (!answer.ok) return this.#fail(answer.reason, { isCertain })
    this.typed = ''
    this.note = desk.words.products.stock.done(signed(change))
    this.dispatchEvent(new CustomEvent<Product>('product-saved', { detail: answer.value }))
  }

  #fail(refusal: ProductRefusal, { isCertain }: { readonly isCertain: boolean }) {
    if (isCertain && refusal.code === 'quantity-invalid')
      return this.#refuse(this.desk.words.products.stock.tooFew)
    this.refusal = refusal
  }

  #refuse(why: string) {
    this.wrong = why
    this.renderRoot.querySelector<HTMLElement>('#change')?.focus()
  }
}
