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

/** Draws the field. @param choose Takes what the person chose, in capital letters. */
export function currencyField(
  settings: Settings | undefined,
  { words }: Pick<DeskContext, 'words'>,
  { currency, choose }: { readonly currency: string; readonly choose: (currency: string) => void },
) {
  const named = namedCurrencies(settings)
  const take = ({ target }: Event) =>
    choose((target as HTMLInputElement | HTMLSelectElement).value.trim().toUpperCase())
  const isClosed = named.length > 0 && !(ANY in (settings?.collect ?? {}))
  return html`<div class="field">
    <label for="currency">${words.payment.currency}</label>
    ${
      isClosed
        ? html`<select id="currency" @change=${take}>${named.map((one) => html`<option ?selected=${one === currency}>${one}</option>`)}</select>`
        : html`<input id="currency" maxlength="3" autocapitalize="characters" autocomplete="off" spellcheck="false" .value=${currency} @input=${take} />`
    }
  </div>`
}
