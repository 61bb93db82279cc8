/** Types into a form, for tests. Every edit is the browser's own, as keys, clipboard and undo make it. */
import { CARD_METHODS } from '../frames/fields/card-methods.ts'
import { textsOf } from '../frames/fields/field-texts.ts'
import { FieldsForm, type FormOptions } from '../frames/fields/fields-form.ts'
import { PAYOUT_METHODS } from '../frames/fields/payout-methods.ts'

/** The day of all tests. */
const TODAY = new Date(2026, 10, 21)

/** Name of a method of some frame. */
export type FrameMethodName = keyof typeof CARD_METHODS.methods & string

const TEXTS = { ...CARD_METHODS.texts, ...PAYOUT_METHODS.texts }

/** A form on the test's page, with the shopper's keys. */
export class TypingHarness {
  readonly form: FieldsForm
  changes = 0
  submits = 0

  constructor(name: FrameMethodName = 'card', order: Partial<FormOptions> = {}) {
    const method = { ...CARD_METHODS.methods, ...PAYOUT_METHODS.methods }[name]
    if (!method) throw new TypeError(`${name} is asked by no frame`)
    const holder = { changed: () => this.#changed(), submitted: () => this.#submitted() }
    this.form = new FieldsForm({ method, texts: textsOf(TEXTS), ...order }, holder, () => TODAY)
    document.body.append(this.form.element)
  }

  input(name: string): HTMLInputElement {
    const found = this.form.element.querySelector<HTMLInputElement>(`#${name}`)
    if (!found) throw new TypeError(`there is no field ${name}`)
    return found
  }

  /** Goes to a field, the caret at its end. */
  at(name: string): this {
    const input = this.input(name)
    input.focus()
    return this.caret(input.value.length)
  }

  /** Presses keys, one after the other. */
  keys(text: string): this {
    for (const key of text) document.execCommand('insertText', false, key)
    return this
  }

  paste(text: string): this {
    document.execCommand('insertText', false, text)
    return this
  }

  /** Backspace, so many times. */
  back(times = 1): this {
    for (let time = 0; time < times; time += 1) document.execCommand('delete')
    return this
  }

  /** The key that deletes forwards. */
  forward(): this {
    document.execCommand('forwardDelete')
    return this
  }

  caret(place: number): this {
    return this.select(place, place)
  }

  select(from: number, to: number): this {
    focused().setSelectionRange(from, to)
    return this
  }

  /** Fills a field in as browsers and password managers do: the value at once, then events. */
  fill(name: string, value: string, events: readonly string[] = ['input', 'change']): this {
    const input = this.input(name)
    input.value = value
    for (const event of events) input.dispatchEvent(new Event(event, { bubbles: true }))
    return this
  }

  /** Types a whole good card. */
  card(change: Readonly<Record<string, string>> = {}): this {
    const good = { number: '4242424242424242', expiry: '1230', code: '123', holder: 'Ann Example' }
    for (const [name, text] of Object.entries({ ...good, ...change })) this.at(name).keys(text)
    return this
  }

  /** The focused field's text, with `|` at the caret. */
  get seen(): string {
    const { value, selectionStart } = focused()
    return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`
  }

  /** The error at a field. */
  wrong(name: string): string {
    return this.form.element.querySelector(`#${name}-wrong`)?.textContent ?? ''
  }

  /** The announcement for screen readers. */
  get aloud(): string {
    return this.form.element.querySelector('[role=alert]')?.textContent ?? ''
  }

  /** The brand's badge. */
  get badge(): string {
    return this.form.element.querySelector('svg')?.getAttribute('aria-label') ?? ''
  }

  #changed() {
    this.changes += 1
  }

  #submitted() {
    // As the tag does.
    if (this.form.check()) this.submits += 1
  }
}

function focused(): HTMLInputElement {
  if (document.activeElement instanceof HTMLInputElement) return document.activeElement
  throw new TypeError('no field has the focus')
}
