/** Lets the shopper choose one of the order's payment or payout methods. */
import { html, nothing } from 'lit'
import { brandName } from '../../shared/brand-name.ts'
import { hasCardExpired } from '../../shared/card-expiry.ts'
import type { Intent, OrderView, SavedCard } from '../../shared/order-view.ts'
import { brandMark, brandMarks } from '../look/brand-mark.ts'
import { pushButton, words } from '../look/controls.ts'
import type { FormHost } from '../look/form-host.ts'
import { hasName, type Named, type PayOption } from '../order/ways.ts'
import type { LabelKey, Speak } from '../screen/english-texts.ts'

/** Their names where a card is verified: nothing is paid. */
const NAMES_TO_VERIFY: Readonly<Partial<Record<Named, LabelKey>>> = {
  card: 'way.card.verify',
  hosted: 'way.hosted.verify',
}

/** Above the list. */
const LEGENDS: Readonly<Record<Intent, LabelKey>> = {
  ...{ sale: 'way', preauth: 'way' },
  ...{ verify: 'way.verify', payout: 'way.payout' },
}

const nameOf = ({ method, card }: PayOption, hasSaved: boolean, { intent, say }: PickerContext) => {
  // The digits stand at the end also where words are written from right to left.
  if (card) return html`<span dir="ltr" .textContent=${cardDigits(card)}></span>`
  if (!hasName(method)) return ''
  if (method === 'card' && hasSaved) return words(say('way.card.other'))
  return words(say((intent === 'verify' && NAMES_TO_VERIFY[method]) || (`way.${method}` satisfies LabelKey)))
}

type ShownCard = NonNullable<OrderView['card']>

const cardDigits = ({ masked }: ShownCard) => `•••• ${masked.slice(-4)}`

/** A card's name for the shopper, such as `Visa •••• 4242`. */
export const cardName = (card: ShownCard) => `${brandName(card.brand)} ${cardDigits(card)}`

/** What the choice is drawn with. */
export interface PickerContext {
  readonly say: Speak
  readonly intent: Intent
  readonly isBusy: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Brands of the cards that the shop takes, if it has said. */
  readonly cards: readonly string[] | undefined
  /** Takes a saved card out of the session, where the merchant allows it. */
  readonly remove: ((handle: string) => Promise<unknown>) | undefined
}

/** Holds the chosen method. */
export class MethodPicker {
  readonly #host: FormHost
  #chosen = ''
  /** What the shopper sees as chosen. */
  #drawn = ''
  /** Handle of the saved card that the shopper is asked about. */
  #asked = ''

  constructor(host: FormHost) {
    this.#host = host
  }

  /** The chosen option, else the first whose card is still valid; `undefined` where there is none. */
  of(options: readonly PayOption[], now: number): PayOption | undefined {
    return (
      options.find((one) => keyOf(one) === this.#chosen) ??
      options.find(({ card }) => !hasExpired(card, now)) ??
      options[0]
    )
  }

  /** Makes the option that the tag has drawn the shopper's choice. */
  keep() {
    this.#chosen = this.#drawn
  }

  /**
   * Draws the options, one line each, those with an expired card last. The only one has a line where that may say more than
   * the fields: which card is saved, or which brands the shop takes. Those come late, and until then nobody knows whether
   * the shop names any: so every card to type has its line, and nothing moves when they come.
   *
   * @param fields What the chosen option asks for. It comes after all lines in the document, so that a frame in it stays in
   *   place, and the style sheet shows it below the chosen line.
   */
  render(options: readonly PayOption[], context: PickerContext, fields: unknown) {
    const { say, intent, isBusy, now, cards } = context
    const chosen = this.of(options, now)
    this.#drawn = chosen ? keyOf(chosen) : ''
    const isList = options.length > 1
    const hasSaved = options.some(({ card }) => card)
    // The shopper has no use for a card that has expired, but for taking it out.
    const isLast = ({ card }: PayOption) => +hasExpired(card, now)
    const shown = [...options].sort((one, other) => isLast(one) - isLast(other))
    // Disabling it would take the focus from a choice whose Enter key paid.
    const hold = (event: Event) => isBusy && event.preventDefault()
    const choose = (option: PayOption) => {
      this.#drawn = this.#chosen = keyOf(option)
      this.#ask()
    }
    const line = (option: PayOption) => {
      const { method, card } = option
      const isExpired = hasExpired(card, now)
      const expiry = isExpired ? 'card.expired' : 'card.expires'
      // The button to remove a card is beside its label: within, a click on it would choose the card too.
      return html`<div part="way"><label>
          ${isList ? html`<input type="radio" name="way" .checked=${option === chosen} @change=${() => choose(option)} />` : nothing}
          ${card && brandMark(card.brand)}
          <span>${nameOf(option, hasSaved, context)}${card ? html`<small>${words(brandName(card.brand))}<span part=${isExpired ? 'wrong' : nothing} .textContent=${card.expires && say(expiry, { date: card.expires })}></span></small>` : nothing}${
            method === 'card' && cards ? brandMarks(cards) : nothing
          }</span>
        </label>${card && option === chosen ? this.#removal(card, context) : nothing}</div>`
    }
    return html`<fieldset part="ways" @click=${hold} aria-disabled=${isBusy}>
      ${isList ? html`<legend .textContent=${say(LEGENDS[intent])}></legend>` : nothing}
      <div part="list">
        ${isList || chosen?.card || chosen?.method === 'card' ? shown.map(line) : nothing}
        <section part="opened">${this.#question(chosen?.card, context)}${fields}</section>
      </div>
    </fieldset>`
  }

  /** The button at the end of a card's line. Once it has asked, it keeps its place and the focus, and then keeps the card. */
  #removal(card: SavedCard, { say, isBusy, remove }: PickerContext) {
    if (!remove) return nothing
    const isAsked = card.handle === this.#asked
    const label = say(isAsked ? 'remove.no' : 'remove')
    const toggle = () => isBusy || this.#ask(isAsked ? '' : card.handle)
    return html`<button part="button quiet" type="button" aria-label="${label} ${cardName(card)}" aria-disabled=${isBusy} @click=${toggle} .textContent=${label}></button>`
  }

  /** Below the line, before anything is removed. */
  #question(card: SavedCard | undefined, { say, isBusy, remove }: PickerContext) {
    if (!remove) return nothing
    const isAsked = card?.handle === this.#asked
    return html`<small part="hint" role="status" .textContent=${isAsked && card ? say('remove.ask', { card: cardName(card) }) : ''}></small>
      ${isAsked && card ? pushButton(say('remove.yes'), 'secondary danger', () => this.#remove(card, remove), isBusy) : nothing}`
  }

  async #remove(card: SavedCard, remove: (handle: string) => Promise<unknown>) {
    const refusal = await remove(card.handle)
    this.#ask()
    await this.#host.updateComplete
    // Assistive technology reads out what has the focus: the option that is chosen now.
    if (!refusal) this.#host.renderRoot.querySelector<HTMLElement>('[name=way]:checked')?.focus()
  }

  #ask(handle = '') {
    this.#asked = handle
    this.#host.requestUpdate()
  }
}

const keyOf = ({ method, card }: PayOption) => `${method} ${card?.handle}`

/** A card without a known expiry counts as valid. */
function hasExpired(card: SavedCard | undefined, now: number): boolean {
  const [month, year] = (card?.expires ?? '').split('/')
  return !!year && hasCardExpired(Number(month), 2000 + Number(year), now)
}
