/** Asks for the fields of one payment method. Plain DOM: the whole frame has to load before the shopper can type. */
import type { PayRequest } from '../../../shared/http-bodies.ts'
import type { SavedCard } from '../../../shared/order-view.ts'
import { brandBadge, hasFourDigitCode } from './brand-badge.ts'
import { brandOf } from './card-number.ts'
import { codePicture } from './code-picture.ts'
import { FieldRow } from './field-row.ts'
import type { Texts } from './field-texts.ts'
import { makeElement } from './make-element.ts'
import { type MethodFields, pathOf, requestOf } from './method-fields.ts'

/** For so long after the tag's message, a busy browser may still fire late focus events. */
const LATE_FOCUS_MS = 2000

/** Most brands have such codes, on the back. */
const USUAL_CODE_DIGITS = 3

/** What a form asks for. */
export interface FormOptions {
  readonly method: MethodFields
  readonly texts: Texts
  /** The saved card whose code the form asks for. */
  readonly savedCard?: SavedCard | undefined
  /** Whether to ask the shopper about keeping a new card. */
  readonly mayKeepCard?: boolean | undefined
}

/** What a form reports. */
export interface FormListener {
  /** Called whenever the state may have changed. */
  changed(): void
  /** The shopper pressed Enter. */
  submitted(): void
}

/** The form with its typed texts. */
export class FieldsForm {
  readonly element = makeElement('form', { autocomplete: 'on', novalidate: '' })
  readonly #options: FormOptions
  readonly #listener: FormListener
  readonly #now: () => Date
  readonly #rows: readonly FieldRow[]
  readonly #keep = makeElement('input', { id: 'keep', name: 'keep', type: 'checkbox' })
  readonly #announcement = makeElement('div', { role: 'alert' })
  #shownBrand: string | undefined
  #shownCode: number | undefined
  /** Whether the shopper agreed that the card which was sent is kept; `undefined` until the fields are emptied of it. */
  #hasAgreed: boolean | undefined

  constructor(options: FormOptions, listener: FormListener, now = () => new Date()) {
    this.#options = options
    this.#listener = listener
    this.#now = now
    const { read } = options.texts
    const { mayKeepCard } = options
    this.#rows = options.method.fields.map((field) => new FieldRow(field, this.#rowListener))
    this.element.append(...this.#rows.map(({ element }) => element))
    // Only a new card can be kept.
    if (mayKeepCard && options.method.at === 'card')
      this.element.append(makeElement('label', { part: 'keep' }, this.#keep, read('keep')))
    this.element.append(this.#announcement)
    this.element.addEventListener('submit', (event) => event.preventDefault())
    this.element.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) listener.submitted()
    })
    this.#draw()
  }

  /** Whether all fields are valid. */
  get isComplete(): boolean {
    return this.#rows.every(({ problem }) => !problem)
  }

  /** Brand of the card number, by its name in the brand table; empty until the form knows it, `undefined` without a number. */
  get brand(): string | undefined {
    const row = this.#row('number')
    return row && (brandOf(row.text)?.type ?? '')
  }

  /** Names of the fields that show an error. */
  get wrong(): string[] {
    return this.#rows.filter(({ isWrong }) => isWrong).map(({ field }) => field.name)
  }

  /** The typed values in the edge's form. Use it only where the form is complete. */
  get request(): Partial<PayRequest> {
    const typed = requestOf(this.#options.method, ({ name }) => this.#row(name)?.text ?? '')
    return this.#keep.checked ? { ...typed, keepCard: true } : typed
  }

  /**
   * Whether the form is complete; else it shows the errors and focuses the first wrong field.
   *
   * @param isBeside A field outside of the form is wrong and gets the focus.
   */
  check(isBeside = false): boolean {
    for (const row of this.#rows) row.showProblem(row.problem)
    if (isBeside) this.#update()
    else this.#goToError()
    return this.isComplete
  }

  /** Marks the fields that the edge refused, by path, and focuses the first. Ignores paths of other fields. */
  refuse(paths: readonly string[]) {
    const { method } = this.#options
    for (const row of this.#rows) {
      const names = Object.keys(row.field.sends)
      if (names.some((name) => paths.includes(pathOf(method, name)))) row.refuse()
    }
    this.#goToError()
  }

  /** Takes the shopper's name from the page around, so that nobody types it twice. It may differ on the card. */
  name(name: string) {
    for (const row of this.#rows) if (row.field.isOfPerson) row.give(name)
  }

  /** Empties the fields after their texts were sent, but for those that any other try may begin with. */
  clear() {
    for (const row of this.#rows) if (!row.field.isOfPerson) row.clear()
    // The shopper agreed for that card alone.
    this.#hasAgreed = this.#keep.checked
    this.#keep.checked = false
    this.#update()
  }

  /** Codes of the declines that it says at a field. */
  get says(): string[] {
    return this.#rows.flatMap(({ field }) => field.declined?.code ?? [])
  }

  /**
   * Ends a payment that failed, also one whose answer was lost. After a decline that is about one field, that field says so,
   * and of the card it and the security code are empty; after any other failure all of the card is.
   *
   * @param takesFocus Whether the field takes the focus, or what it says is read out. By default neither.
   */
  end(code = '', takesFocus?: boolean) {
    const refused = this.#rows.find(({ field }) => field.declined?.code === code)
    if (this.#hasAgreed === undefined) this.clear()
    for (const row of this.#rows) row.end(!!refused && row !== refused)
    if (refused && this.#hasAgreed) this.#keep.checked = true
    this.#hasAgreed = undefined
    refused?.showProblem(refused.field.declined?.says)
    this.#update()
    if (refused && takesFocus) this.#goToError()
    if (refused && takesFocus === false) this.#announcement.textContent = refused.words
  }

  /** Focuses the first wrong field. A screen reader reads its error there, so it is not announced a second time. */
  #goToError() {
    this.#announcement.textContent = ''
    this.#focusWrong()
    this.#listener.changed()
    // Where the page around runs in another process, focus events of its button may arrive after the button's message, and
    // a field that has the focus by then loses it.
    const signal = AbortSignal.timeout(LATE_FOCUS_MS)
    addEventListener('focus', () => this.element.matches(':focus-within') || this.#focusWrong(), { signal })
  }

  #focusWrong() {
    this.#rows.find(({ isWrong }) => isWrong)?.focus()
  }

  #row(name: string): FieldRow | undefined {
    return this.#rows.find(({ field }) => field.name === name)
  }

  #update() {
    this.#draw()
    this.#listener.changed()
  }

  #draw() {
    for (const row of this.#rows) row.update()
    this.#markBrand()
    this.#markCode()
    if (!this.wrong.length) this.#announcement.textContent = ''
  }

  #markBrand() {
    const brand = this.brand
    if (brand === undefined || brand === this.#shownBrand) return
    this.#shownBrand = brand
    const row = this.#row('number')
    row?.mark(brandBadge(brand, brandOf(row.text)?.niceType ?? ''))
  }

  /** Shows where the code stands, which depends on the brand. */
  #markCode() {
    const size = this.#codeSize ?? USUAL_CODE_DIGITS
    if (size === this.#shownCode) return
    this.#shownCode = size
    this.#row('code')?.mark(codePicture(size))
  }

  get #codeSize(): number | undefined {
    const { savedCard } = this.#options
    if (savedCard) return hasFourDigitCode(savedCard.brand) ? 4 : 3
    return brandOf(this.#row('number')?.text ?? '')?.code.size
  }

  get #rowListener() {
    return {
      texts: this.#options.texts,
      context: () => ({ now: this.#now(), codeSize: this.#codeSize }),
      changed: () => this.#update(),
      announce: (text: string) => {
        this.#announcement.textContent = text
      },
    }
  }
}
