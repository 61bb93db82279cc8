/** The saved cards of the counter's one customer. */

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { PLAIN_CARD } from '../../sandbox/cards/test-cards.ts'
import type { CardReference, MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import { askEdge, EdgeError, type Merchant } from './edge-client.ts'

const CARD = { number: PLAIN_CARD, holder: 'Ann Example', expiryMonth: '12', expiryYear: '2039', cvv: '123' }

/** What the customer's browser reports about itself when the first card is saved. */
const BROWSER = {
  ...{ javaEnabled: false, javascriptEnabled: true, language: 'en', colorDepth: 24 },
  ...{ screenWidth: 1280, screenHeight: 720, timeZone: 0 },
}

const CUSTOMER = { email: 'ann@example.com', name: 'Ann Example' }

const POLL_MS = 200

/** The gateway settles a verification at once; a busy machine takes seconds. */
const MOST_POLLS = 100

/** Remembers which orders saved a card, for as long as the stack runs. */
export class SavedCards {
  readonly #merchant: Merchant
  /** Orders at which the customer may have saved a card. */
  readonly #orders = new Set<string>()
  /** References that the customer removed at the tag. A real server forgets them at the webhook `card.removed`. */
  readonly #removed = new Set<string>()
  #first: Promise<string> | undefined

  constructor(merchant: Merchant) {
    this.#merchant = merchant
  }

  /** Remembers an order whose card the customer may save. Repeating is harmless. */
  remember(orderId: string) {
    this.#orders.add(orderId)
  }

  /**
   * Lists references of the saved cards. If there is none, as after a reset of the sandbox, verifies and saves a card first.
   *
   * @throws {EdgeError} If the edge refuses to save it.
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
  async #cardRefsOf(orderId: string): Promise<MerchantOrderView['cardRefs']> {
    try {
      const order = await askEdge<MerchantOrderView>(this.#merchant, `/v1/orders/${orderId}`)
      for (const cardRef of order.removedCardRefs ?? []) this.#removed.add(cardRef)
      return order.cardRefs
    } catch (error) {
      if (!(error instanceof EdgeError) || error.status !== 404) throw error
      this.#orders.delete(orderId)
      return []
    }
  }

  async #isKnown(cardRef: string): Promise<boolean> {
    try {
      await askEdge(this.#merchant, `/v1/card-refs/${cardRef}`)
      return true
    } catch (error) {
      if (error instanceof EdgeError) return false
      throw error
    }
  }

  /** Verifies a card, which charges nothing, and saves it. */
  async #keepOne(): Promise<string> {
    const { order, token } = await this.#ask<{ order: OrderView; token: string }>('/v1/orders', {
      ...{ reference: `counter-first-${randomUUID()}`, intent: 'verify', currency: 'EUR' },
      ...{ description: 'Guest account', methods: ['card'], customer: CUSTOMER },
    })
    const body = { method: 'card', card: CARD, browser: BROWSER }
    await askEdge(this.#merchant, `/v1/orders/${order.id}/pay`, { body, token })
    await this.#approved(order.id)
    const made = await this.#ask<CardReference>(`/v1/orders/${order.id}/card-ref`, { version: 'v2' })
    return made.cardRef
  }

  async #approved(id: string) {
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      const { status } = await askEdge<MerchantOrderView>(this.#merchant, `/v1/orders/${id}`)
      if (status === 'approved') return
      await setTimeout(POLL_MS)
    }
    throw new Error('the first card was not verified')
  }

  #ask<Body>(path: string, body: object): Promise<Body> {
    return askEdge<Body>(this.#merchant, path, { body })
  }
}
