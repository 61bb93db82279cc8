/** The field of a currency: a choice of those that the edge serves, or three letters where it serves any. */
import { html } from 'lit'
import type { Settings } from '../../shared/http-bodies.ts'
import type { DeskContext } from '../session/desk-context.ts'

/** Stands for every currency in the edge's settings. */
const ANY = '*'

/** The currencies that the settings name. */
const namedCurrencies = (settings: Settings | undefined): string[] =>
  Object.keys(settings?.collect ?? {}).filter((currency) => currency !== ANY)

/** The currency that a person took last on this machine, else the first that the edge serves; empty where it names none. */
export function firstCurrency(settings: Settings | undefined, { env }: Pick<DeskContext, 'env'>): string {
  const named = namedCurrencies(settings)
  const last = env.remembered('currency')
  const isServed = last !== undefined && (named.includes(last) || ANY in (settings?.collect ?? {}))
  return (isServed ? last : named[0]) ?? ''
}

/** The state of the field, and who hears of a change. */
interface CurrencyChoice {
  readonly currency: string
  /** Takes what the person chose, in capital letters. */
  readonly choose: (currency: string) => void
  /** Why it cannot be this one. */
  readonly wrong?: string
}

/** Draws the field. A currency that the edge no longer serves stays in the list while it is chosen. */
export function currencyField(
  settings: Settings | undefined,
  { words }: Pick<DeskContext, 'words'>,
  { currency, choose, wrong = '' }: CurrencyChoice,
) {
  const named = namedCurrencies(settings)
  const take = ({ target }: Event) =>
    choose((target as HTMLInputElement | HTMLSelectElement).value.trim().toUpperCase())
  const isClosed = named.length > 0 && !(ANY in (settings?.collect ?? {}))
  const choices = [...new Set([...named, ...(currency ? [currency] : [])])]
  const isWrong = wrong ? 'true' : 'false'
  return html`<div class="field">
    <label for="currency">${words.payment.currency}</label>
    ${
      isClosed
        ? html`<select id="currency" aria-describedby="currency-hint" aria-invalid=${isWrong} @change=${take}>${choices.map((one) => html`<option .selected=${one === currency}>${one}</option>`)}</select>`
        : html`<input id="currency" aria-describedby="currency-hint" aria-invalid=${isWrong} maxlength="3" autocapitalize="characters" autocomplete="off" spellcheck="false" .value=${currency} @input=${take} />`
    }
    <small id="currency-hint">${wrong}</small>
  </div>`
}
