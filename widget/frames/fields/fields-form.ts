/** Asks for the fields of one way to pay. Plain DOM: the whole frame is loaded before the shopper can type. */
import type { PayRequest } from '../../../shared/messages.ts'
import type { SavedCard } from '../../../shared/order-view.ts'
import { brandBadge, hasFourDigitCode } from './brand-badge.ts'
import { brandOf } from './card-number.ts'
import { FieldRow } from './field-row.ts'
import { makeElement } from './make-element.ts'
import { type MethodFields, pathOf, requestOf } from './method-fields.ts'
import type { Texts } from './texts.ts'

/** So long after the tag's word, a browser that has much to do may still tell that the focus came from the tag. */
const LATE_FOCUS_MS = 2000

/** What a form is made for. */
export interface FormOrder {
  readonly way: MethodFields
  readonly texts: Texts
  /** The card whose code is asked for. */
  readonly savedCard?: SavedCard | undefined
  /** Whether the shopper is asked about keeping the card, where it is a new one. */
  readonly mayKeepCard?: boolean | undefined
}

/** Who wants to know of the form. */
export interface FormHolder {
  /** Called whenever the state may have changed. */
  changed(): void
  /** The shopper pressed Enter, and nothing is wrong. */
  submitted(): void
}

/** The form, and what is typed in it. */
export class FieldsForm {
  readonly element = makeElement('form', { autocomplete: 'on', novalidate: '' })
  readonly #order: FormOrder
  readonly #holder: FormHolder
  readonly #now: () => Date
  readonly #rows: readonly FieldRow[]
  readonly #keep = makeElement('input', { id: 'keep', name: 'keep', type: 'checkbox' })
  readonly #voice = makeElement('div', { role: 'alert' })
  #shownBrand: string | undefined

  constructor(order: FormOrder, holder: FormHolder, now = () => new Date()) {
    this.#order = order
    this.#holder = holder
    this.#now = now
    const { read } = order.texts
    const { savedCard, mayKeepCard } = order
    this.#rows = order.way.fields.map((field) => new FieldRow(field, this.#rowHolder))
    if (savedCard) this.element.append(describedCard(savedCard, order.texts))
    this.element.append(...this.#rows.map(({ element }) => element))
    // Only a new card can be kept, whatever else the shopper may pay by.
    if (mayKeepCard && order.way.at === 'card')
      this.element.append(makeElement('label', { part: 'keep' }, this.#keep, read('keep')))
    this.element.append(this.#voice)
    this.element.addEventListener('submit', (event) => event.preventDefault())
    this.element.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing && this.check()) holder.submitted()
    })
    this.#draw()
  }

  /** Whether it could be paid with. */
  get isComplete(): boolean {
    return this.#rows.every(({ problem }) => !problem)
  }

  /** Brand of the number, as the table of brands names it; empty until it is known, `undefined` where there is no number. */
  get brand(): string | undefined {
    const row = this.#row('number')
    return row && (brandOf(row.text)?.type ?? '')
  }

  /** Names of the fields that are shown as wrong. */
  get wrong(): string[] {
    return this.#rows.filter(({ isWrong }) => isWrong).map(({ field }) => field.name)
  }

  /** What was typed, as the edge takes it. Use it only where the form is complete. */
  get request(): Partial<PayRequest> {
    const typed = requestOf(this.#order.way, ({ name }) => this.#row(name)?.text ?? '')
    return this.#keep.checked ? { ...typed, keepCard: true } : typed
  }

  /** Whether the form is complete; else what is wrong is shown and the first such field focused. */
  check(): boolean {
    for (const row of this.#rows) row.tell(row.problem)
    this.#point()
    return this.isComplete
  }

  /** Marks what the edge did not take, by path, and focuses the first. Paths of nothing that was asked for are left out. */
  refuse(paths: readonly string[]) {
    const { way } = this.#order
    for (const row of this.#rows) {
      const names = Object.keys(row.field.sends)
      if (names.some((name) => paths.includes(pathOf(way, name)))) row.refuse()
    }
    this.#point()
  }

  /** Forgets what was typed, or only the fields of these names. */
  clear(names?: readonly string[]) {
    for (const row of this.#rows) if (names?.includes(row.field.name) ?? true) row.clear()
    if (!names) this.#keep.checked = false
    this.#update()
  }

  /** To the first field that is wrong: its description is read there, so it is not said a second time. */
  #point() {
    this.#voice.textContent = ''
    this.#focusWrong()
    this.#holder.changed()
    // Where the page around is another process, the way of the focus to its button and back may be told of later than what
    // the button asked for, and a field that has the focus by then loses it.
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
    this.#holder.changed()
  }

  #draw() {
    for (const row of this.#rows) row.update()
    this.#markBrand()
    if (!this.wrong.length) this.#voice.textContent = ''
  }

  #markBrand() {
    const brand = this.brand
    if (brand === undefined || brand === this.#shownBrand) return
    this.#shownBrand = brand
    const row = this.#row('number')
    row?.mark(brandBadge(brand, brandOf(row.text)?.niceType ?? ''))
  }

  get #codeSize(): number | undefined {
    const { savedCard } = this.#order
    if (savedCard) return hasFourDigitCode(savedCard.brand) ? 4 : 3
    return brandOf(this.#row('number')?.text ?? '')?.code.size
  }

  get #rowHolder() {
    return {
      texts: this.#order.texts,
      context: () => ({ now: this.#now(), codeSize: this.#codeSize }),
      changed: () => this.#update(),
      told: (text: string) => {
        this.#voice.textContent = text
      },
    }
  }
}

/** The card that was chosen: sign, masked number, and when it expires. */
function describedCard({ brand, masked, expires }: SavedCard, { read }: Texts): HTMLElement {
  const number = makeElement('bdi', { dir: 'ltr' }, `•••• ${masked.slice(-4)}`)
  const card = makeElement('p', {}, brandBadge(brand, brand), number, ' ')
  if (expires) card.append(makeElement('span', {}, read('saved.expires').replace('{date}', expires)))
  return card
}
