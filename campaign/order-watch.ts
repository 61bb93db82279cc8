import type { MerchantOrderView } from '../shared/order-view.ts'
import { contradiction } from './contradiction.ts'
import type { Caller } from './edge-client.ts'
import { pause } from './pause.ts'

/** Looks are close together at first, since most orders are quick, and then ever further apart. */
const FIRST_LOOK_MS = 400
const LAST_LOOK_MS = 2_000

/** One order, looked at by its merchant. Keeps what no order may ever show. */
export class OrderWatch {
  readonly id: string
  readonly reference: string
  readonly #caller: Caller
  readonly #merchantKey: string
  /** The newest view. */
  last: MerchantOrderView | undefined
  /** What was seen that must not be, in words. */
  readonly contradictions = new Set<string>()

  constructor(
    { id, reference }: { readonly id: string; readonly reference: string },
    { caller, merchantKey }: { readonly caller: Caller; readonly merchantKey: string },
  ) {
    this.id = id
    this.reference = reference
    this.#caller = caller
    this.#merchantKey = merchantKey
  }

  /** Looks once. @returns `undefined` where the edge did not answer. */
  async look(): Promise<MerchantOrderView | undefined> {
    const call = { method: 'GET', path: `/v1/orders/${this.id}`, token: this.#merchantKey } as const
    const { status, body } = await this.#caller.once(call)
    return status === 200 ? this.saw(body as MerchantOrderView) : undefined
  }

  /** Takes a view from wherever it came. */
  saw(view: MerchantOrderView): MerchantOrderView {
    const wrong = contradiction(this.last, view)
    if (wrong) this.contradictions.add(wrong)
    if (!this.last || view.seq >= this.last.seq) this.last = view
    return view
  }

  /**
   * Looks until something is so.
   *
   * @param isIt Also called with views that are not it, in their order.
   * @returns The view, or the last one where time ran out.
   */
  async until(
    isIt: (view: MerchantOrderView) => boolean,
    limitMs: number,
  ): Promise<MerchantOrderView | undefined> {
    const deadline = Date.now() + limitMs
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LAST_LOOK_MS)) {
      const view = await this.look()
      if (view && isIt(view)) return view
      if (Date.now() + waitMs > deadline) return view
      await pause(waitMs)
    }
  }
}
