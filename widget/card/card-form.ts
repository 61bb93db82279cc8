/** Asks for a card. Plain DOM: the whole frame is loaded before the shopper can type. */
import type { PresentCard } from '../../shared/messages.ts'
import { type CardField, cardOf, type Typed, withSlash, wrongFields } from './card-fields.ts'
import { LABELS, WRONG } from './card-texts.ts'

/** Field → HTML's autofill name, kind of keyboard, and the most characters it takes. */
const INPUTS: Readonly<Record<CardField, readonly [autocomplete: string, inputmode: string, max: number]>> = {
  number: ['cc-number', 'numeric', 24],
  holder: ['cc-name', 'text', 100],
  expiry: ['cc-exp', 'numeric', 9],
  code: ['cc-csc', 'numeric', 4],
}

/** A field as it is shown. */
interface Row {
  readonly input: HTMLInputElement
  readonly wrong: HTMLElement
}

/** Who wants to know of the form. */
export interface CardFormHolder {
  /** Called after every key. */
  changed(): void
  /** The shopper pressed Enter. */
  submitted(): void
}

/** The form, and what is typed in it. */
export class CardForm {
  readonly element = make('form', { autocomplete: 'on', novalidate: '' })
  readonly #rows: Readonly<Record<CardField, Row>>
  readonly #now: () => Date

  constructor(holder: CardFormHolder, now = () => new Date()) {
    this.#now = now
    const row = (field: CardField) => this.#row(field, holder)
    this.#rows = { number: row('number'), holder: row('holder'), expiry: row('expiry'), code: row('code') }
    this.element.addEventListener('submit', (event) => event.preventDefault())
    this.element.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing && this.check()) holder.submitted()
    })
  }

  /** Whether the card could be paid with. */
  get isComplete(): boolean {
    return !this.#wrong.length
  }

  /** What was typed. Call it only where the form is complete. */
  get card(): PresentCard {
    return cardOf(this.#typed)
  }

  /** Whether the form is complete; else what is wrong is shown and the first such field focused. */
  check(): boolean {
    this.refuse(this.#wrong)
    return this.isComplete
  }

  /** Marks fields as wrong and focuses the first. */
  refuse(fields: readonly CardField[]) {
    for (const field of Object.keys(INPUTS) as CardField[]) this.#tell(field, fields.includes(field))
    const [first] = fields
    if (first) this.#rows[first].input.focus()
  }

  get #typed(): Typed {
    const { number, holder, expiry, code } = this.#rows
    return {
      number: number.input.value,
      holder: holder.input.value,
      expiry: expiry.input.value,
      code: code.input.value,
    }
  }

  get #wrong() {
    return wrongFields(this.#typed, this.#now())
  }

  #row(field: CardField, holder: CardFormHolder): Row {
    const [autocomplete, inputmode, max] = INPUTS[field]
    const wrongId = `${field}-wrong`
    const input = make('input', {
      ...{ id: field, name: field, part: 'input', autocomplete, inputmode, maxlength: `${max}` },
      ...{ required: '', 'aria-describedby': wrongId, spellcheck: 'false' },
    })
    const wrong = make('small', { id: wrongId, part: 'wrong' })
    const label = make('label', { for: field }, LABELS[field])
    let before = ''
    input.addEventListener('input', () => {
      if (field === 'expiry') input.value = withSlash(input.value, before)
      before = input.value
      // A wrong value is told of on leaving the field, and no longer than it is wrong.
      if (!this.#wrong.includes(field)) this.#tell(field, false)
      holder.changed()
    })
    input.addEventListener('blur', () => {
      if (input.value.trim()) this.#tell(field, this.#wrong.includes(field))
    })
    this.element.append(make('div', { part: `field ${field}` }, label, input, wrong))
    return { input, wrong }
  }

  #tell(field: CardField, isWrong: boolean) {
    const { input, wrong } = this.#rows[field]
    input.ariaInvalid = isWrong ? 'true' : 'false'
    const text = isWrong ? WRONG[field] : ''
    if (wrong.textContent !== text) wrong.textContent = text
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}
