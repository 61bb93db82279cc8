/** Where a campaign takes place, and each order in it as its merchant sees it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FormWalker } from '../e2e/support/form-walker.ts'
import { type MerchantClient, UnreachableError } from '../packages/server/src/server.ts'
import type { Addresses } from '../scripts/stack/addresses.ts'
import { isInDoubt, isSettled, isUncertain } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { Catalogue } from './catalogue.ts'
import type { EdgeClient } from './edge-client.ts'
import type { PlannedFollowUp } from './follow-up-plan.ts'
import type { Plan } from './plan.ts'
import type { Stock } from './stock.ts'
import type { SeenOrder } from './unsettled.ts'

/** A running stack, and the clients that place orders there. */
export interface Scene {
  readonly addresses: Addresses
  readonly merchantKey: string
  readonly edge: EdgeClient
  /** The merchant's own server. */
  readonly pay: MerchantClient
  readonly pages: FormWalker
  readonly stock: Stock
  readonly catalogue: Catalogue
}

/** One order that was placed, with all that its merchant and shopper know of it. */
export interface PlacedOrder {
  readonly plan: Plan
  readonly reference: string
  /** Absent where the edge never opened the order. */
  readonly watch?: OrderWatch
  /** Why the edge did not open it. */
  readonly refusedWith?: string
  /** Of a sale of products: every sum that its shopper saw and agreed to, as decimal text. */
  readonly agreedSums?: readonly string[]
  /** Each follow-up once, however often the merchant requested it. */
  readonly requestedFollowUps: PlannedFollowUp[]
}

/** Polls are close together at first, since most orders are quick, and then further apart. */
const FIRST_POLL_MS = 400
const LAST_POLL_MS = 2_000

/** Reads one order with the merchant's key, and keeps every contradiction between its views. */
export class OrderWatch {
  readonly id: string
  readonly #scene: Scene
  /** The newest view. */
  last: SeenOrder | undefined
  /** What no order may ever show, in words. */
  readonly contradictions = new Set<string>()

  constructor(scene: Scene, id: string) {
    this.#scene = scene
    this.id = id
  }

  /** Reads the order once. @returns `undefined` where the edge did not answer. */
  async read(): Promise<SeenOrder | undefined> {
    try {
      return this.record(await this.#scene.pay.getOrder(this.id, { patienceMs: 0 }))
    } catch (error) {
      if (error instanceof UnreachableError) return undefined
      throw error
    }
  }

  /** Records a view, whichever answer carried it. */
  record<View extends SeenOrder>(view: View): View {
    const wrong = contradiction(this.last, view)
    if (wrong) this.contradictions.add(wrong)
    if (!this.last || view.seq >= this.last.seq) this.last = view
    return view
  }

  /**
   * Reads the order until a condition holds.
   *
   * @param isMet Called with each view in turn.
   * @returns The view that met it, or the last one when time ran out.
   */
  async until(
    isMet: (view: MerchantOrderView) => boolean,
    limitMs: number,
  ): Promise<MerchantOrderView | undefined> {
    const deadline = Date.now() + limitMs
    for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(waitMs * 1.5, LAST_POLL_MS)) {
      const view = await this.read()
      if (view && isMet(view)) return view
      if (Date.now() + waitMs > deadline) return view
      await pause(waitMs)
    }
  }
}

/** Methods without a page of the gateway: what is sent may charge at once. */
const DIRECT = ['card', 'saved-card', 'rebill', 'transfer', 'payout-card']

/**
 * Finds what no order may show, whatever the gateway did.
 *
 * @param before An earlier view of the order, if there was one.
 * @returns Words for it; `undefined` where nothing is wrong.
 */
function contradiction(before: MerchantOrderView | undefined, view: MerchantOrderView): string | undefined {
  const isNewer = before !== undefined && view.seq >= before.seq
  if (isNewer && isSettled(before.status) && !isSettled(view.status) && !isInDoubt(view.status))
    return `${before.status} was taken back: ${view.status}`
  const charges = view.attempts.filter(({ status, method }) => isUncertain(status) && DIRECT.includes(method))
  if (charges.length > 1) return 'two charges under way at once'
  const followUps = view.followUps.filter(({ status }) => isUncertain(status))
  return followUps.length > 1 ? 'two follow-ups under way at once' : undefined
}
