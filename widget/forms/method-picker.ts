/** Lets the shopper choose among the ways to pay, or to be paid, that the order offers. */
import { html, nothing } from 'lit'
import type { OrderView, SavedCard, ShopperWay, Way } from '../../shared/order-view.ts'
import { chip } from '../element/controls.ts'
import { type Speak, TEXTS } from '../element/messages.ts'
import type { FormHost } from './customer-form.ts'

/** Name of the edge's frame with the fields of a way; empty for a way on a page of the gateway's. */
export function frameOf(method: ShopperWay): string {
  if (/hosted|page/.test(method)) return ''
  return method.startsWith('payout') ? 'destination' : 'card'
}

/** One thing to choose. Each saved card is one of its own. */
export interface PayOption {
  readonly method: ShopperWay
  readonly card?: SavedCard
}

/** A card as the shopper knows it, such as `Visa •••• 4242`. */
export const cardName = ({ brand, masked }: NonNullable<OrderView['card']>) =>
  `${brand} •••• ${masked.slice(-4)}`

/** What is offered: the ways that the order (or the offer) names, in its order. */
export interface Offered {
  readonly methods?: readonly Way[]
  readonly savedCards?: readonly SavedCard[]
}

/**
 * What can be chosen; a way that has no name here is none of the shopper's.
 *
 * @param allowed Names of ways, by which the page narrows the choice; empty for all.
 */
export const optionsOf = ({ methods = ['hosted'], savedCards = [] }: Offered, allowed: string): PayOption[] =>
  methods
    .filter((method) => !allowed || allowed.split(/[\s,]+/).includes(method))
    .flatMap((method): PayOption[] => {
      if (method === 'saved-card') return savedCards.map((card) => ({ method, card }))
      return method in TEXTS ? [{ method: method as ShopperWay }] : []
    })

/** Holds what the shopper chose. */
export class MethodPicker {
  readonly #host: FormHost
  #chosen = ''

  constructor(host: FormHost) {
    this.#host = host
  }

  /** What is paid by: the chosen option, else the merchant's favourite; `undefined` where there is none. */
  of(options: readonly PayOption[]): PayOption | undefined {
    return options.find((one) => keyOf(one) === this.#chosen) ?? options[0]
  }

  /** Takes what is shown as chosen. */
  keep(options: readonly PayOption[]) {
    const option = this.of(options)
    if (option) this.#chosen = keyOf(option)
  }

  /** The choice; nothing where there is none. */
  render(options: readonly PayOption[], say: Speak, isBusy: boolean) {
    const chosen = this.of(options)
    const choose = (option: PayOption) => {
      this.#chosen = keyOf(option)
      this.#host.requestUpdate()
    }
    // Not switched off, which would take the focus from a choice whose Enter paid.
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
