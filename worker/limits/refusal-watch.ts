/** Watches for a gateway that refuses every payment, as with a wrong key, and has the merchant told once. */
import { toIsoTime } from '../../shared/iso-time.ts'
import { isAtBank, isAtForm, isSettled, type OrderStatus } from '../../shared/order-status.ts'
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import type { KeptEntry } from '../outbox/listed-order.ts'
import type { GatewayNotification, GatewayView } from '../outbox/notifications.ts'
import type { OrderIndex } from '../outbox/order-index.ts'
import {
  commonCause,
  isSuspicious,
  proven,
  provenFrom,
  type RefusalState,
  type RefusedAttempt,
  refused,
  under,
} from './gateway-refusals.ts'
import { gatewayMark } from './limit-names.ts'
import { ADVICE } from './refusal-causes.ts'

/** The row of refusals in a row. It stays, so that a merchant is told once. */
const ROW = 'refusals'

/** More than one page are never asked for: any accepted payment will do. */
const MAX_ENTRIES = 100

/** How often the index is asked whether the gateway accepts payments again. */
const LOOK_EVERY_MS = 60_000

/** What it works with. */
interface Sources {
  readonly config: () => Config
  readonly index: Pick<OrderIndex, 'page'>
  /** Sends a notice. */
  readonly tell: (notice: GatewayNotification) => void
}

export class RefusalWatch {
  readonly #storage: DurableObjectStorage
  readonly #sources: Sources
  #state: RefusalState | undefined
  #lookedAt = 0

  constructor(storage: DurableObjectStorage, sources: Sources) {
    this.#storage = storage
    this.#sources = sources
    this.#state = storage.kv.get<RefusalState>(ROW)
  }

  /** Whether there is something to remember. */
  get isKept(): boolean {
    return this.#state !== undefined
  }

  /** Counts an attempt that the gateway refused. The last of a few in a row tells the merchant. */
  async refused(attempt: RefusedAttempt): Promise<void> {
    const settings = await gatewayMark(this.#sources.config())
    const now = Date.now()
    const state = refused(under(this.#state, settings, this.#state ? now : 0), attempt, now)
    this.#keep(state)
    if (!isSuspicious(state)) return this.#forgetIfProven(now)
    const isProven = await this.#isProven(state, now)
    // Another refusal may have told meanwhile. Without an answer the next one asks again.
    if (this.#state !== state || isProven === undefined) return
    if (isProven) return this.#keep(proven(state))
    this.#keep({ ...state, toldAt: now })
    log('gateway-refusing', { cause: commonCause(state), codes: codesOf(state).join(' ') })
    this.#sources.tell(noticeOf(state, now))
  }

  /** What the merchant was told, for as long as the gateway has accepted nothing since; `undefined` if all is well. */
  async refusing(): Promise<GatewayView | undefined> {
    const settings = await gatewayMark(this.#sources.config())
    const now = Date.now()
    this.#keep(under(this.#state, settings, now))
    await this.#forgetIfProven(now)
    return this.#state?.toldAt === undefined ? undefined : viewOf(this.#state)
  }

  async #forgetIfProven(now: number): Promise<void> {
    const state = this.#state
    if (state?.toldAt === undefined || now - this.#lookedAt < LOOK_EVERY_MS) return
    this.#lookedAt = now
    if ((await this.#isProven(state, now)) && this.#state === state) this.#keep(proven(state))
  }

  /** Whether the list has a payment that the gateway took; `undefined` where it cannot be read. */
  async #isProven(state: RefusalState, now: number): Promise<boolean | undefined> {
    const { requestDeadline } = this.#sources.config().times
    const from = provenFrom(state)
    const page = await this.#sources.index.page({ from, limit: MAX_ENTRIES }).catch(() => undefined)
    if (!page?.ok) return undefined
    const refusedOrders = state.refusals.map(({ order }) => order)
    const isTaken = ({ id, status, startedAt }: KeptEntry) =>
      status === 'processing'
        ? !refusedOrders.includes(id) && now - startedAt > requestDeadline
        : isProof(status)
    return page.value.orders.some(isTaken)
  }

  #keep(state: RefusalState): void {
    if (state === this.#state) return
    this.#state = state
    this.#storage.kv.put(ROW, state)
  }
}

/**
 * Whether an order's status shows that the gateway took a payment. A request whose reply was lost shows nothing, nor does one
 * that is on its way, failed, or ended by itself.
 */
export const isProof = (status: OrderStatus): boolean =>
  isSettled(status) || isAtForm(status) || isAtBank(status) || status === 'declined' || status === 'filtered'

const codesOf = ({ refusals }: RefusalState) => [
  ...new Set(refusals.flatMap(({ code }) => (code === undefined ? [] : [code]))),
]

function viewOf(state: RefusalState): GatewayView {
  const cause = commonCause(state)
  return {
    since: toIsoTime(state.refusals[0]?.at ?? 0),
    refusals: state.refusals.length,
    cause,
    advice: ADVICE[cause],
    codes: codesOf(state),
  }
}

const noticeOf = (state: RefusalState, at: number): GatewayNotification => ({
  id: `gateway.${at}.refusing`,
  type: 'gateway.refusing',
  at,
  gateway: viewOf(state),
})
