/** Draws the fields of a product. */
import { html, nothing } from 'lit'
import { COLLECT } from '../../shared/customer.ts'
import type { Settings } from '../../shared/http-bodies.ts'
import { ACTS, METHODS } from '../../shared/order-values.ts'
import { MAX_IMAGE_CHARACTERS } from '../../shared/product-image.ts'
import { currencyField } from '../payment/currency-field.ts'
import type { DeskContext } from '../session/desk-context.ts'
import {
  isCountry,
  PRODUCT_INTENTS,
  type ProductDraft,
  type ProductField,
  type WrongFields,
} from './product-draft.ts'
import { countryNames } from './product-lines.ts'

/** The state of the form, and who hears of a change. */
interface ProductFields {
  readonly desk: Pick<DeskContext, 'words' | 'locale'>
  readonly settings: Settings | undefined
  readonly draft: ProductDraft
  readonly wrong: WrongFields
  /** Words of the edge for a field, in the place of ours. */
  readonly reasons: Readonly<Partial<Record<ProductField, string>>>
  /** The product is to be made. */
  readonly isNew: boolean
  readonly isBusy: boolean
  readonly change: (change: Partial<ProductDraft>) => void
}

/** What most products need. */
export const mainFields = (form: ProductFields) =>
  html`${line(form, 'name', { maxlength: 255, isWide: !form.isNew })}
    ${form.isNew ? line(form, 'id', { maxlength: 64, isFixed: form.isBusy }) : nothing}
    ${lines(form, 'description', 3, 2000)}
    ${line(form, 'image', { inputmode: 'url', maxlength: MAX_IMAGE_CHARACTERS, isWide: true })}
    ${priceFields(form)}
    ${form.isNew ? line(form, 'units', { inputmode: 'numeric', isFixed: form.isBusy }) : nothing}
    ${line(form, 'lowAt', { inputmode: 'numeric', maxlength: 9 })}
    <label class="check wide"><input type="checkbox" name="shown" .checked=${form.draft.shown}
      @change=${({ target }: Event) => form.change({ shown: isChecked(target) })} />${form.desk.words.products.isShownNow}</label>`

/** What is seldom needed. */
export const moreFields = (form: ProductFields) =>
  html`${form.draft.isOpen || form.draft.intent === 'verify' ? nothing : quantityFields(form)}
    ${moneyFields(form)}${collectFields(form)}${line(form, 'countries', {}, countriesRead(form))}
    ${methodFields(form)}${lines(form, 'origins', 2, 5000)}`

/** The fields of {@link moreFields}. */
export const MORE: readonly ProductField[] = [
  ...(['fewest', 'most', 'collect', 'countries', 'methods', 'origins'] as const),
]

const isChecked = (target: EventTarget | null) => (target as HTMLInputElement).checked
const textOf = (target: EventTarget | null) => (target as HTMLInputElement).value

/** What is wrong with a field, or else what it is for. */
const hintOf = ({ desk, wrong, reasons }: ProductFields, field: ProductField): string => {
  const { products } = desk.words
  return wrong.has(field) ? (reasons[field] ?? products.wrong[field]) : products.hints[field]
}

const invalid = ({ wrong }: ProductFields, field: ProductField) => (wrong.has(field) ? 'true' : 'false')

interface LineOptions {
  readonly maxlength?: number
  readonly inputmode?: 'numeric' | 'decimal' | 'url'
  readonly isWide?: boolean
  /** Nothing may be typed: what cannot be changed later is on its way. */
  readonly isFixed?: boolean
}

type TypedField = Exclude<ProductField, 'collect' | 'methods'>

const line = (form: ProductFields, field: TypedField, options: LineOptions, read = '') =>
  html`<div class=${options.isWide ? 'field wide' : 'field'}><label for=${field}>${form.desk.words.products.fields[field]}</label>
    <input id=${field} autocomplete="off" .value=${form.draft[field]} maxlength=${options.maxlength ?? 1000}
      inputmode=${options.inputmode ?? 'text'} ?readonly=${!!options.isFixed} spellcheck=${field === 'name' ? 'true' : 'false'}
      aria-describedby="${field}-hint" aria-invalid=${invalid(form, field)}
      @input=${({ target }: Event) => form.change({ [field]: textOf(target) })} />
    <small id="${field}-hint">${hintOf(form, field)}${read ? html` <strong>${read}</strong>` : nothing}</small></div>`

const lines = (form: ProductFields, field: 'description' | 'origins', rows: number, most: number) =>
  html`<div class="field wide"><label for=${field}>${form.desk.words.products.fields[field]}</label>
    <textarea id=${field} rows=${rows} maxlength=${most} spellcheck=${field === 'origins' ? 'false' : 'true'} .value=${form.draft[field]}
      aria-describedby="${field}-hint" aria-invalid=${invalid(form, field)}
      @input=${({ target }: Event) => form.change({ [field]: textOf(target) })}></textarea>
    <small id="${field}-hint">${hintOf(form, field)}</small></div>`

const radio = (
  name: string,
  text: string,
  { isChosen, choose }: { readonly isChosen: boolean; readonly choose: () => void },
) =>
  html`<label class="check"><input type="radio" name=${name} .checked=${isChosen} @change=${choose} />${text}</label>`

function priceFields(form: ProductFields) {
  const { desk, draft, change } = form
  const { products } = desk.words
  if (draft.intent === 'verify') return currencyBox(form)
  const kinds = [
    { isOpen: false, text: products.fixed },
    { isOpen: true, text: products.open },
  ]
  return html`<fieldset class="wide"><legend>${products.kinds}</legend>${kinds.map(({ isOpen, text }) =>
    radio('kind', text, { isChosen: draft.isOpen === isOpen, choose: () => change({ isOpen }) }),
  )}</fieldset>
  ${
    draft.isOpen
      ? html`${line(form, 'min', DECIMAL)}${line(form, 'max', DECIMAL)}${line(form, 'suggested', {})}`
      : line(form, 'amount', DECIMAL)
  }${currencyBox(form)}`
}

const DECIMAL = { inputmode: 'decimal', maxlength: 40 } as const

const currencyBox = (form: ProductFields) =>
  currencyField(form.settings, form.desk, {
    currency: form.draft.currency,
    choose: (currency) => form.change({ currency }),
    wrong: form.wrong.has('currency') ? hintOf(form, 'currency') : '',
  })

const quantityFields = (form: ProductFields) =>
  html`${line(form, 'fewest', { inputmode: 'numeric' })}${line(form, 'most', { inputmode: 'numeric' })}`

function moneyFields({ desk, draft, change }: ProductFields) {
  const { products, acts } = desk.words
  return html`<fieldset><legend>${products.money}</legend>${PRODUCT_INTENTS.map((intent) =>
    radio('intent', products.intents[intent], {
      ...{ isChosen: draft.intent === intent, choose: () => change({ intent }) },
    }),
  )}</fieldset>
  <div class="field"><label for="act">${products.purpose}</label>
    <select id="act" aria-describedby="act-hint" ?disabled=${draft.intent === 'verify'}
      @change=${({ target }: Event) => change({ act: ACTS.find((act) => act === textOf(target)) ?? '' })}>
      <option value="" .selected=${draft.act === ''}>${products.anyPurpose}</option>
      ${ACTS.map((act) => html`<option value=${act} .selected=${draft.act === act}>${acts[act]}</option>`)}
    </select><small id="act-hint">${products.purposeHint}</small></div>`
}

function collectFields(form: ProductFields) {
  const { desk, draft, change } = form
  const { products } = desk.words
  return html`<fieldset aria-describedby="collect-hint"><legend>${products.fields.collect}</legend>
    ${COLLECT.map(
      (group) =>
        html`<label class="check"><input type="checkbox" name="collect" value=${group} .checked=${draft.collect.includes(group)}
          @change=${({ target }: Event) => change({ collect: toggled(draft.collect, group, isChecked(target)) })} />${products.groups[group]}</label>`,
    )}
    <small id="collect-hint">${hintOf(form, 'collect')}</small></fieldset>`
}

/** A way that the edge no longer offers stays while it is ticked. */
function methodFields(form: ProductFields) {
  const { desk, draft, change, settings } = form
  const { products, payment } = desk.words
  const ways = METHODS.filter((way) => settings?.methods.includes(way) || draft.methods.includes(way))
  return html`<fieldset id="methods" tabindex="-1" aria-describedby="methods-hint"><legend>${products.fields.methods}</legend>
    <label class="check"><input type="checkbox" name="all-methods" .checked=${draft.hasAllMethods}
      @change=${({ target }: Event) => change({ hasAllMethods: isChecked(target) })} />${products.allWays}</label>
    ${
      draft.hasAllMethods
        ? nothing
        : ways.map(
            (way) =>
              html`<label class="check inner"><input type="checkbox" name="methods" value=${way} .checked=${draft.methods.includes(way)}
                @change=${({ target }: Event) => change({ methods: toggled(draft.methods, way, isChecked(target)) })} />${payment.wayNames[way]}</label>`,
          )
    }
    <small id="methods-hint">${hintOf(form, 'methods')}</small></fieldset>`
}

const toggled = <One>(list: readonly One[], one: One, isIn: boolean): One[] =>
  isIn ? [...list, one] : list.filter((other) => other !== one)

/** The countries in words, so that a person sees what the letters mean. */
const countriesRead = ({ draft, desk }: ProductFields) =>
  countryNames(
    draft.countries
      .toUpperCase()
      .split(/[,;\s]+/)
      .filter(isCountry),
    desk.locale,
  )
