/** One drawn field: label, input, hint, and error. */

import type { TextKey, Texts } from './field-texts.ts'
import type { Field, RuleContext } from './fields.ts'
import { makeElement } from './make-element.ts'

/** What a field reports, and what it needs of its form. */
export interface FieldListener {
  readonly texts: Texts
  /** What the rules may depend on at the moment. */
  context(): RuleContext
  /** The text has changed. */
  changed(): void
  /** Announces an error once that a screen reader would not read by itself, as after the shopper left the field. */
  announce(text: string): void
}

/** What the field knows of its text. */
interface Entry {
  /** The text before the shopper's last key. */
  readonly before: string
  readonly wasTyped: boolean
  readonly isWrong: boolean
  /** The text that the page around has given, and the shopper may have replaced. */
  readonly given: string
  /** The text that the edge refused. */
  readonly refused?: string | undefined
  /** The text of a card that was sent, in memory alone, until the form knows whether it is of use once more. */
  readonly sent: string
}

const EMPTY: Entry = { before: '', wasTyped: false, isWrong: false, given: '', sent: '' }

/** A field with its typed text. */
export class FieldRow {
  readonly element: HTMLElement
  readonly field: Field
  readonly #listener: FieldListener
  readonly #input: HTMLInputElement
  readonly #hint = makeElement('small', {})
  readonly #wrong = makeElement('small', { part: 'wrong' })
  #entry: Entry = EMPTY

  constructor(field: Field, listener: FieldListener) {
    this.field = field
    this.#listener = listener
    const {
      name,
      label,
      example,
      autocomplete,
      inputMode,
      capitals,
      maxCharacters,
      isOptional,
      isLeftToRight,
    } = field
    this.#wrong.id = `${name}-wrong`
    this.#hint.id = `${name}-hint`
    this.#input = makeElement('input', {
      ...{ id: name, name, part: 'input', autocomplete, inputmode: inputMode, enterkeyhint: 'go' },
      ...{ spellcheck: 'false', autocapitalize: capitals ?? 'off', autocorrect: 'off' },
      ...(example && { placeholder: example(listener.texts.read) }),
      ...(maxCharacters && { maxlength: `${maxCharacters}` }),
      ...(!isOptional && { required: '' }),
      ...(isLeftToRight && { dir: 'ltr' }),
      'aria-describedby': field.hint ? `${name}-wrong ${name}-hint` : `${name}-wrong`,
    })
    const title = makeElement('label', { for: name }, listener.texts.read(label))
    const entry = makeElement('div', {}, this.#input)
    this.element = makeElement('div', { part: `field ${name}` }, title, entry, this.#wrong)
    if (field.hint) this.element.append(this.#hint)
    this.#listen()
  }

  /** The typed text. */
  get text(): string {
    return this.#input.value
  }

  /** The label, and the error that is shown. */
  get words(): string {
    return `${this.#listener.texts.read(this.field.label)}: ${this.#wrong.textContent}`
  }

  /** Whether it shows an error. */
  get isWrong(): boolean {
    return this.#entry.isWrong
  }

  /** The error of the text, by the field's own rule or the edge's refusal of this very text. An optional field may be empty. */
  get problem(): TextKey | undefined {
    if (this.text === this.#entry.refused) return 'not-accepted'
    const isLeftOut = this.field.isOptional && !this.text.trim()
    return isLeftOut ? undefined : this.field.wrong(this.text, this.#listener.context())
  }

  /** Shows an error, or clears it. */
  showProblem(problem: TextKey | undefined) {
    const text = problem ? this.#listener.texts.read(problem) : ''
    this.#know({ isWrong: !!problem })
    this.#input.ariaInvalid = `${!!problem}`
    if (this.#wrong.textContent !== text) this.#wrong.textContent = text
  }

  /** The edge refused the present text. */
  refuse() {
    this.#know({ refused: this.text })
    this.showProblem(this.problem)
  }

  /** Redraws what depends on other fields. Clears an error as soon as it no longer applies; never announces a new one here. */
  update() {
    const hint = this.field.hint?.(this.#listener.context())
    if (hint) this.#hint.textContent = this.#listener.texts.read(hint)
    if (this.#entry.isWrong && !this.problem) this.showProblem(undefined)
  }

  /** Shows a picture at the end of the input, in place of the one before. */
  mark(picture: Element) {
    const [, shown] = this.#input.parentElement?.children ?? []
    if (shown) shown.replaceWith(picture)
    else this.#input.after(picture)
  }

  /** Takes a text from the page around, cut to the field's length, unless the shopper has typed another one here. */
  give(text: string) {
    if (this.text !== this.#entry.given) return
    const given = text.slice(0, this.field.maxCharacters)
    this.#input.value = given
    this.#know({ before: given, given })
    this.#listener.changed()
  }

  /** Empties the field. It can put the text of a card back. */
  clear() {
    this.#entry = { ...EMPTY, sent: this.field.isOfCard ? this.text : '' }
    this.#input.value = ''
    this.showProblem(undefined)
  }

  /** Puts the text of a card back, unless the shopper has typed another one, or forgets it. Repeating is harmless. */
  end(isCardOfUse: boolean) {
    const { sent } = this.#entry
    if (isCardOfUse && !this.text) {
      this.#input.value = sent
      this.#know({ before: sent })
    }
    this.#know({ sent: '' })
  }

  /** Focuses the field, so that a screen reader reads its error; if it has the focus already, announces the error. */
  focus() {
    if (this.#hasFocus) this.#listener.announce(this.#wrong.textContent ?? '')
    this.#input.focus()
  }

  #know(change: Partial<Entry>) {
    this.#entry = { ...this.#entry, ...change }
  }

  get #hasFocus() {
    const { ownerDocument: page } = this.#input
    return page.hasFocus() && page.activeElement === this.#input
  }

  #listen() {
    const input = this.#input
    input.addEventListener('input', (event) => {
      // While an input method composes text, the text is its own.
      if (!(event instanceof InputEvent && event.isComposing)) this.#onInput(event)
    })
    input.addEventListener('compositionend', (event) => this.#onInput(event))
    // Some password managers fire this event alone.
    input.addEventListener('change', (event) => this.text === this.#entry.before || this.#onInput(event))
    input.addEventListener('blur', () => this.#onBlur())
  }

  #onInput(event: Event) {
    const input = this.#input
    const after = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const deletes = deletedSide(event)
    const { text, caret } = this.field.format({
      before: this.#entry.before,
      after,
      ...(deletes && { deletes }),
    })
    if (text !== after.text) input.value = text
    // In WebKit, setting the selection of another field would take the focus.
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret)
    this.#know({ before: text, wasTyped: true })
    this.#listener.changed()
  }

  /** A shopper who looks at another window, or presses the shop's button, has not finished: no error moves the page then. */
  #onBlur() {
    setTimeout(() => {
      const { ownerDocument: page } = this.#input
      const isElsewhere = page.hasFocus() && page.activeElement !== this.#input
      if (!isElsewhere || !this.#entry.wasTyped) return
      this.showProblem(this.problem)
      this.#listener.changed()
      if (this.#entry.isWrong) this.#listener.announce(this.#wrong.textContent ?? '')
    })
  }
}

function deletedSide(event: Event): 'before' | 'after' | undefined {
  const type = 'inputType' in event ? String(event.inputType) : ''
  if (!type.startsWith('delete')) return
  return type.includes('Forward') ? 'after' : 'before'
}
