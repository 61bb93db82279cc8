/** Draws the fields of an action's dialog. */
import { html, nothing } from 'lit'
import type { Words } from '../texts/en.ts'
import type { Formats } from '../texts/formats.ts'
import type { ActionField, FieldName, FieldValues } from './action-fields.ts'

/** The state of the fields, and who hears of a change. */
export interface FieldInputs {
  readonly words: Words
  readonly formats: Formats
  readonly values: FieldValues
  readonly isLocked: boolean
  /** The field whose text is not usable. */
  readonly wrong: FieldName | undefined
  readonly change: (name: FieldName, text: string) => void
}

/** One block for each field. */
export const fieldInputs = (fields: readonly ActionField[], inputs: FieldInputs) =>
  fields.map((field) => {
    const { name } = field
    const hint = hintOf(field, inputs)
    return html`<div class="field">
      <label for="field-${name}">${inputs.words.confirm.fields[name]}</label>
      ${control(field, inputs)}
      <small id="hint-${name}">${hint || nothing}</small>
    </div>`
  })

function hintOf(
  { name, days }: ActionField,
  { words: { confirm: words }, formats, wrong }: FieldInputs,
): string {
  if (wrong !== name) return words.fieldHints[name]
  return days ? words.wrongDay(formats.day(days.first), formats.day(days.last)) : words.wrongAddress
}

const INPUT_TYPES = { address: 'url', day: 'date', line: 'text' } as const

function control(field: ActionField, { words, values, isLocked, wrong, change }: FieldInputs) {
  const { name, kind, maxLength, days, choices = [] } = field
  const value = values[name] ?? field.value
  const typed = ({ target }: Event) =>
    change(name, (target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value)
  if (kind === 'choice')
    return html`<select id="field-${name}" aria-describedby="hint-${name}" ?disabled=${isLocked} @change=${typed}>
      <option value="" .selected=${value === ''}>${words.confirm.everyReceiver}</option>
      ${choices.map((one) => html`<option value=${one} .selected=${one === value}>${one}</option>`)}
    </select>`
  if (kind === 'lines')
    return html`<textarea id="field-${name}" rows="4" maxlength=${maxLength} .value=${value}
      aria-describedby="hint-${name}" ?disabled=${isLocked} @input=${typed}></textarea>`
  return html`<input id="field-${name}" type=${INPUT_TYPES[kind]} autocomplete="off"
    maxlength=${maxLength} min=${days?.first ?? nothing} max=${days?.last ?? nothing}
    .value=${value} aria-describedby="hint-${name}"
    aria-invalid=${wrong === name ? 'true' : 'false'} ?disabled=${isLocked} @input=${typed} />`
}
