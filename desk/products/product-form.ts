import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import type { Product } from '../../shared/product.ts'
import { contentOf } from '../../shared/product-import.ts'
import { isPassing } from '../../widget/order/problems.ts'
import { firstCurrency } from '../payment/currency-field.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { alertBox, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import {
  draftOf,
  emptyDraft,
  fieldsOf,
  idOf,
  type ProductDraft,
  type ProductField,
  type ReadDraft,
  readDraft,
  type WrongFields,
} from './product-draft.ts'
import { MORE, mainFields, moreFields } from './product-fields.ts'
import sheet from './product-form.css?inline'
import { differences } from './product-lines.ts'
import { changedMeanwhile, type Saved, save } from './product-saving.ts'

/** A product was made, or has another version. */
export type ProductSaved = CustomEvent<Product>

const NONE: WrongFields = new Set()

/** Code of a refusal → the field that shows its words. */
const REASONS: Readonly<Record<string, ProductField>> = {
  'description-too-long': 'name',
  'image-not-allowed': 'image',
}

/** The form that makes a product, or changes one. Fires `product-saved` with the product as the edge has it. */
export class DeskProductForm extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    settings: { attribute: false },
    product: { attribute: false },
    draft: { state: true },
    wrong: { state: true },
    refusal: { state: true },
    theirs: { state: true },
    isBusy: { state: true },
    note: { state: true },
  }

  declare desk: DeskContext
  declare settings: Settings | undefined
  /** The product that is changed, as the person sees it; absent to make one. */
  declare product: Product | undefined
  declare draft: ProductDraft | undefined
  declare wrong: WrongFields
  declare refusal: ProductRefusal | undefined
  /** The product as somebody else left it, while the person decides. */
  declare theirs: Product | undefined
  declare isBusy: boolean
  /** What became of saving; empty before. */
  declare note: string
  /** The version that the draft was made from. */
  #base: Product | undefined
  /** The person typed an id, so that it no longer follows the name. */
  #hasOwnId = false

  constructor() {
    super()
    this.product = this.draft = this.refusal = this.theirs = undefined
    this.wrong = NONE
    this.isBusy = false
    this.note = ''
  }

  /** Another version from outside, such as after hiding the product, takes the place of a form that nobody has touched. */
  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('product') || (this.#base && this.#isTouched)) return
    this.#begin(this.product)
  }

  #begin(product: Product | undefined) {
    this.#base = product
    this.draft = product && draftOf(contentOf(product), this.desk)
  }

  /** The currency of a product that is to be made waits for the settings. */
  get #draft(): ProductDraft {
    return this.draft ?? emptyDraft(firstCurrency(this.settings, this.desk))
  }

  get #isTouched() {
    const base = this.#base && draftOf(contentOf(this.#base), this.desk)
    return base ? JSON.stringify(base) !== JSON.stringify(this.#draft) : !!this.draft
  }

  protected override render() {
    return html`<div role="alert">${this.#problem()}</div>
      ${this.theirs ? this.#conflict(this.theirs) : nothing}
      ${this.#form()}`
  }

  #form() {
    const { desk, settings, wrong, isBusy, refusal } = this
    const { products } = desk.words
    const isNew = !this.product
    const field = REASONS[refusal?.code ?? '']
    const reasons = field ? { [field]: desk.words.problems[refusal?.code ?? ''] ?? '' } : {}
    const taken = refusal?.code === 'product-exists' ? { id: products.taken } : {}
    const fields = {
      ...{ desk, settings, draft: this.#draft, wrong, isNew, isBusy, reasons: { ...reasons, ...taken } },
      change: this.#change,
    }
    return html`<form @submit=${this.#submit} novalidate>
      ${mainFields(fields)}
      <details class="wide"><summary>${products.moreChoices}</summary><div class="grid">${moreFields(fields)}</div></details>
      <div class="wide end-row">
        <p class="quiet-text" role="status">${this.note}</p>
        <button class="primary" aria-disabled=${isBusy ? 'true' : 'false'}>
          ${isBusy ? html`<span class="spinner"></span>` : nothing}${isNew ? products.create : products.save}
        </button>
      </div>
    </form>`
  }

  readonly #change = (change: Partial<ProductDraft>) => {
    if (change.id !== undefined) this.#hasOwnId = change.id !== ''
    const follows = change.name !== undefined && !this.product && !this.#hasOwnId
    this.draft = { ...this.#draft, ...change, ...(follows && { id: idOf(change.name ?? '') }) }
    const touched = [...Object.keys(change), ...(follows ? ['id'] : [])]
    this.wrong = new Set([...this.wrong].filter((field) => !touched.includes(field)))
    this.note = ''
  }

  /** A lost answer is said apart: saving again is harmless. What is wrong with fields stands at them too. */
  #problem() {
    const { refusal, desk } = this
    const { words } = desk
    if (!refusal) return nothing
    const box = refusalBox(refusal, words)
    if (refusal.code === 'product-exists') {
      const { id } = this.#draft
      return html`${box}<p><a href="#/products/${encodeURIComponent(id)}">${words.products.openTaken}</a></p>`
    }
    return isPassing(refusal) ? html`${box}${alertBox('notice', 'alert', words.products.again)}` : box
  }

  /** What saving would overwrite, beside it. */
  #conflict(theirs: Product) {
    const { desk } = this
    const { conflict } = desk.words.products
    const { content } = readDraft(this.#draft, desk)
    const rows = differences(contentOf(theirs), content, desk)
    return html`<section class="conflict" aria-labelledby="conflict">
      <h2 id="conflict" tabindex="-1">${conflict.heading}</h2>
      <p>${conflict.about(theirs.changedBy, desk.formats.exactly(theirs.changedAt))}</p>
      <table role="table">
        <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${conflict.field}</th>
          <th role="columnheader" scope="col">${conflict.theirs}</th><th role="columnheader" scope="col">${conflict.mine}</th></tr></thead>
        <tbody role="rowgroup">${rows.map(
          ({ label, before, after }) => html`<tr role="row"><th role="rowheader" scope="row">${label}</th>
            <td role="cell" data-label=${conflict.theirs}>${before || conflict.empty}</td>
            <td role="cell" data-label=${conflict.mine}>${after || conflict.empty}</td></tr>`,
        )}</tbody>
      </table>
      <p class="quiet-text">${conflict.nothing}</p>
      <div class="buttons">
        <button type="button" @click=${() => this.#take(theirs)}>${conflict.take}</button>
        <button type="button" class="danger" @click=${() => this.#overwrite(theirs)}>${conflict.overwrite}</button>
      </div>
    </section>`
  }

  #take(theirs: Product) {
    this.theirs = this.refusal = undefined
    this.#begin(theirs)
    this.#say(theirs)
    void this.#focus('#name')
  }

  async #overwrite(theirs: Product) {
    this.#base = theirs
    this.theirs = undefined
    await this.#send()
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await this.#send()
  }

  async #send() {
    if (this.isBusy) return
    const isNew = !this.#base
    const read = readDraft(this.#draft, this.desk, isNew)
    this.refusal = undefined
    if (read.wrong.size > 0) return this.#mark(read.wrong)
    this.isBusy = true
    const { draft } = this
    const saved = await save(this.desk, read.content, this.#target(read))
    this.isBusy = false
    if (!this.desk.signal.aborted) this.#end(saved, draft)
  }

  #target({ units }: ReadDraft) {
    return this.#base ?? { id: this.#draft.id, ...(units !== undefined && { units }) }
  }

  #end(saved: Saved, sent: ProductDraft | undefined) {
    if (saved.ok) return this.#accept(saved.value, sent)
    const changed = changedMeanwhile(saved.reason)
    if (changed) {
      this.theirs = changed
      return void this.#focus('#conflict')
    }
    this.refusal = saved.reason
    const taken: WrongFields = new Set(saved.reason.code === 'product-exists' ? ['id'] : [])
    const wrong = new Set([...fieldsOf(saved.reason.fields), ...taken])
    if (wrong.size > 0) this.#mark(wrong)
  }

  #accept(product: Product, sent: ProductDraft | undefined) {
    this.wrong = NONE
    this.theirs = undefined
    this.desk.env.remember('currency', product.currency)
    if (this.draft !== sent) return this.#keepDraft(product)
    this.#begin(product)
    this.note = this.desk.words.products.saved
    this.#say(product)
  }

  /** What was typed meanwhile changes what was saved. The page of a product that was just made would begin without it. */
  #keepDraft(product: Product) {
    const isMade = !this.product
    this.#base = this.product = product
    if (!isMade) this.#say(product)
  }

  #say(product: Product) {
    this.dispatchEvent(new CustomEvent<Product>('product-saved', { detail: product }))
  }

  /** The first wrong field gets the focus; the part that is folded opens for it. */
  #mark(wrong: WrongFields) {
    this.wrong = wrong
    const folded = this.renderRoot.querySelector('details')
    if (folded && MORE.some((field) => wrong.has(field))) folded.open = true
    void this.#focusFirstWrong()
  }

  async #focusFirstWrong() {
    await this.updateComplete
    const fields = this.renderRoot.querySelectorAll<HTMLElement>('[id]')
    const isWrong = ({ id }: HTMLElement) => this.wrong.has(id as ProductField)
    ;[...fields].find(isWrong)?.focus()
  }

  async #focus(selector: string) {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}
