/** The saved cards of the counter's one customer. */

import { randomUUID } from 'node:crypto'
import {
  type CardReference,
  type EdgeOptions,
  type MerchantClient,
  RefusedError,
  shopperClient,
} from '../../packages/server/src/server.ts'
import { PLAIN_CARD } from '../../sandbox/cards/test-cards.ts'

const CARD = { number: PLAIN_CARD, holder: 'Ann Example', expiryMonth: '12', expiryYear: '2039', cvv: '123' }

/** What the customer's browser reports about itself when the first card is saved. */
const BROWSER = {
  ...{ javaEnabled: false, javascriptEnabled: true, language: 'en', colorDepth: 24 },
  ...{ screenWidth: 1280, screenHeight: 720, timeZone: 0 },
}

const CUSTOMER = { email: 'ann@example.com', name: 'Ann Example' }

/** Remembers which orders saved a card, for as long as the stack runs. */
export class SavedCards {
  readonly #pay: MerchantClient
  readonly #edge: EdgeOptions
  /** Orders at which the customer may have saved a card. */
  readonly #orders = new Set<string>()
  /** References that the customer removed at the tag. A real server forgets them at the webhook `card.removed`. */
  readonly #removed = new Set<string>()
  #first: Promise<string> | undefined

  constructor(pay: MerchantClient, edge: EdgeOptions) {
    this.#pay = pay
    this.#edge = edge
  }

  /** Remembers an order whose card the customer may save. Repeating is harmless. */
  remember(orderId: string) {
    this.#orders.add(orderId)
  }

  /**
   * Lists references of the saved cards. If there is none, as after a reset of the sandbox, verifies and saves a card first.
   *
   * @throws {RefusedError} If the edge refuses to save it.
   */
  async list(): Promise<string[]> {
    const saved = await Promise.all([...this.#orders].map((id) => this.#savedWith(id)))
    const left = saved.flat().filter((cardRef) => !this.#removed.has(cardRef))
    const first = await this.#firstCard()
    return [...new Set([first, ...left])]
  }

  async #firstCard(): Promise<string> {
    const known = await this.#first?.catch(() => undefined)
    if (known && !this.#removed.has(known) && (await this.#isKnown(known))) return known
    this.#first = this.#keepOne()
    return this.#first
  }

  async #savedWith(orderId: string): Promise<string[]> {
    const cardRefs = await this.#cardRefsOf(orderId)
    const known = await Promise.all(cardRefs.map(({ cardRef }) => this.#isKnown(cardRef)))
    return cardRefs.filter((_, index) => known[index]).map(({ cardRef }) => cardRef)
  }

  /** The edge forgets an order without an attempt. */
  async #cardRefsOf(orderId: string): Promise<readonly CardReference[]> {
    try {
      const order = await this.#pay.getOrder(orderId)
      for (const cardRef of order.removedCardRefs ?? []) this.#removed.add(cardRef)
      return order.cardRefs
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'not-found') throw error
      this.#orders.delete(orderId)
      return []
    }
  }

  async #isKnown(cardRef: string): Promise<boolean> {
    try {
      await this.#pay.getCardInfo(cardRef)
      return true
    } catch (error) {
      if (error instanceof RefusedError) return false
      throw error
    }
  }

  /** Verifies a card, which charges nothing, and saves it. */
  async #keepOne(): Promise<string> {
    const { order, token } = await this.#pay.createOrder({
      ...{ reference: `counter-first-${randomUUID()}`, intent: 'verify', currency: 'EUR' },
      ...{ description: 'Guest account', methods: ['card'], customer: CUSTOMER },
    })
    const page = shopperClient({ ...this.#edge, token })
    await page.payOrder(order, { id: 'first', method: 'card', card: CARD, browser: BROWSER })
    const { status } = await this.#pay.settled(order)
    if (status !== 'approved') throw new Error('the first card was not verified')
    return (await this.#pay.createCardReference(order)).cardRef
  }
}
