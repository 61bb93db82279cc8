/** One field as it is shown: label, input, where to find what is asked for, and what is wrong. */
import type { Field, RuleContext } from './fields.ts'
import { makeElement } from './make-element.ts'
import type { TextKey, Texts } from './texts.ts'

/** Who wants to know of a field. */
export interface FieldListener {
  readonly texts: Texts
  /** What rules may depend on, now. */
  context(): RuleContext
  /** The text has changed. */
  changed(): void
  /** What is wrong and would not be read by itself, as after the field was left: to be said aloud once. */
  told(text: string): void
}

/** A field, and what was typed in it. */
export class FieldRow {
  readonly element: HTMLElement
  readonly field: Field
  readonly #holder: FieldListener
  readonly #input: HTMLInputElement
  readonly #hint = makeElement('small', {})
  readonly #wrong = makeElement('small', { part: 'wrong' })
  #before = ''
  #wasTyped = false
  #isWrong = false
  /** What the edge did not take. */
  #refused: string | undefined

  constructor(field: Field, holder: FieldListener) {
    this.field = field
    this.#holder = holder
    const { name, label, autocomplete, inputMode, maxCharacters, isOptional, isLeftToRight } = field
    this.#wrong.id = `${name}-wrong`
    this.#hint.id = `${name}-hint`
    this.#input = makeElement('input', {
      ...{ id: name, name, part: 'input', autocomplete, inputmode: inputMode, enterkeyhint: 'go' },
      ...{ spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' },
      ...(maxCharacters && { maxlength: `${maxCharacters}` }),
      ...(!isOptional && { required: '' }),
      ...(isLeftToRight && { dir: 'ltr' }),
      'aria-describedby': field.hint ? `${name}-wrong ${name}-hint` : `${name}-wrong`,
    })
    const title = makeElement('label', { for: name }, holder.texts.read(label))
    const entry = makeElement('div', {}, this.#input)
    this.element = makeElement('div', { part: `field ${name}` }, title, entry, this.#wrong)
    if (field.hint) this.element.append(this.#hint)
    this.#listen()
  }

  /** What stands in it. */
  get text(): string {
    return this.#input.value
  }

  /** Whether it is shown as wrong. */
  get isWrong(): boolean {
    return this.#isWrong
  }

  /** What is wrong by the field's own rule, or since the edge said so of this very text; an optional field may be empty. */
  get problem(): TextKey | undefined {
    if (this.text === this.#refused) return 'not-accepted'
    const isLeftOut = this.field.isOptional && !this.text.trim()
    return isLeftOut ? undefined : this.field.wrong(this.text, this.#holder.context())
  }

  /** Shows what is wrong, or that nothing is. */
  tell(problem: TextKey | undefined) {
    const text = problem ? this.#holder.texts.read(problem) : ''
    this.#isWrong = !!problem
    this.#input.ariaInvalid = `${this.#isWrong}`
    if (this.#wrong.textContent !== text) this.#wrong.textContent = text
  }

  /** The edge did not take what stands here. */
  refuse() {
    this.#refused = this.text
    this.tell(this.problem)
  }

  /** Draws anew what depends on other fields. A field is shown as wrong no longer than it is, and another fault in silence. */
  update() {
    const hint = this.field.hint?.(this.#holder.context())
    if (hint) this.#hint.textContent = this.#holder.texts.read(hint)
    if (this.#isWrong && !this.problem) this.tell(undefined)
  }

  /** Shows a sign at the end of the input, in place of the one before. */
  mark(sign: Element) {
    const [, shown] = this.#input.parentElement?.children ?? []
    if (shown) shown.replaceWith(sign)
    else this.#input.after(sign)
  }

  /** Forgets what was typed. */
  clear() {
    this.#input.value = ''
    this.#before = ''
    this.#wasTyped = false
    this.#refused = undefined
    this.tell(undefined)
  }

  /** Puts the caret there, so that what is wrong is read; where it is already, that is said aloud. */
  focus() {
    if (this.#hasFocus) this.#holder.told(this.#wrong.textContent ?? '')
    this.#input.focus()
  }

  get #hasFocus() {
    const { ownerDocument: page } = this.#input
    return page.hasFocus() && page.activeElement === this.#input
  }

  #listen() {
    const input = this.#input
    input.addEventListener('input', (event) => {
      // Text that is still being composed is the keyboard's own.
      if (!(event instanceof InputEvent && event.isComposing)) this.#take(event)
    })
    input.addEventListener('compositionend', (event) => this.#take(event))
    // Some fill a field in and tell of it by this alone.
    input.addEventListener('change', (event) => this.text === this.#before || this.#take(event))
    input.addEventListener('blur', () => this.#left())
  }

  #take(event: Event) {
    const input = this.#input
    const after = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const deletes = deletedSide(event)
    const { text, caret } = this.field.format({ before: this.#before, after, ...(deletes && { deletes }) })
    if (text !== after.text) input.value = text
    // Elsewhere it would take the focus in WebKit.
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret)
    this.#before = text
    this.#wasTyped = true
    this.#holder.changed()
  }

  /** Who looks at another window, or presses the shop's button, has not finished: the frame grows under no pointer. */
  #left() {
    setTimeout(() => {
      const { ownerDocument: page } = this.#input
      const isElsewhere = page.hasFocus() && page.activeElement !== this.#input
      if (!isElsewhere || !this.#wasTyped) return
      this.tell(this.problem)
      this.#holder.changed()
      if (this.#isWrong) this.#holder.told(this.#wrong.textContent ?? '')
    })
  }
}

function deletedSide(event: Event): 'before' | 'after' | undefined {
  const type = 'inputType' in event ? String(event.inputType) : ''
  if (!type.startsWith('delete')) return
  return type.includes('Forward') ? 'after' : 'before'
}
