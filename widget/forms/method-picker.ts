/** Lets the shopper choose one of the order's payment or payout methods. */
import { html, nothing } from 'lit'
import type { OrderView, SavedCard, ShopperWay, Way } from '../../shared/order-view.ts'
import { chip } from '../element/controls.ts'
import { type Speak, TEXTS } from '../element/shopper-texts.ts'
import type { FormHost } from './customer-form.ts'

/** Name of the edge's frame with the fields of a method; empty for a method on a page of the gateway. */
export function frameOf(method: ShopperWay): string {
  if (/hosted|page/.test(method)) return ''
  return method.startsWith('payout') ? 'destination' : 'card'
}

/** One option of the choice. Each saved card is an option. */
export interface PayOption {
  readonly method: ShopperWay
  readonly card?: SavedCard
}

/** A card's name for the shopper, such as `Visa •••• 4242`. */
export const cardName = ({ brand, masked }: NonNullable<OrderView['card']>) =>
  `${brand} •••• ${masked.slice(-4)}`

/** The methods that the order, or the offer, names. */
export interface OfferedMethods {
  readonly methods?: readonly Way[]
  readonly savedCards?: readonly SavedCard[]
}

/**
 * The shopper's options, in the order's order; without the methods that have no name for shoppers.
 *
 * @param allowed Names of methods, by which the page narrows the choice; empty for all.
 */
export const optionsOf = (
  { methods = ['hosted'], savedCards = [] }: OfferedMethods,
  allowed: string,
): PayOption[] =>
  methods
    .filter((method) => !allowed || allowed.split(/[\s,]+/).includes(method))
    .flatMap((method): PayOption[] => {
      if (method === 'saved-card') return savedCards.map((card) => ({ method, card }))
      return method in TEXTS ? [{ method: method as ShopperWay }] : []
    })

/** Holds the chosen method. */
export class MethodPicker {
  readonly #host: FormHost
  #chosen = ''

  constructor(host: FormHost) {
    this.#host = host
  }

  /** The chosen option, else the merchant's first; `undefined` where there is none. */
  of(options: readonly PayOption[]): PayOption | undefined {
    return options.find((one) => keyOf(one) === this.#chosen) ?? options[0]
  }

  /** Makes the option that the tag shows the shopper's choice. */
  keep(options: readonly PayOption[]) {
    const option = this.of(options)
    if (option) this.#chosen = keyOf(option)
  }

  /** Draws the choice; nothing where there is only one option. */
  render(options: readonly PayOption[], say: Speak, isBusy: boolean) {
    const chosen = this.of(options)
    const choose = (option: PayOption) => {
      this.#chosen = keyOf(option)
      this.#host.requestUpdate()
    }
    // Disabling it would take the focus from a choice whose Enter key paid.
    const hold = (event: Event) => isBusy && event.preventDefault()
    return options.length > 1
      ? html`<fieldset part="ways" @click=${hold} aria-disabled=${isBusy}>
          <legend .textContent=${say('way')}></legend>
          ${options.map((option) => chip('way', nameOf(option, say), option === chosen, () => choose(option)))}
        </fieldset>`
      : nothing
  }
}

const keyOf = ({ method, card }: PayOption) => `${method} ${card?.handle}`

const nameOf = ({ method, card }: PayOption, say: Speak) =>
  card ? `${cardName(card)}${card.expires && `, ${card.expires}`}` : say(method)
