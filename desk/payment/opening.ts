/** Opens an order once, however often its answer is lost. */
import type { Refusal } from '../../widget/order/api.ts'
import { isCertain } from '../session/certain-answer.ts'
import type { OpenedOrder } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { ownReference } from './own-reference.ts'
import type { TimedRequest } from './payment-body.ts'

/** An order with the link that pays it. */
export interface LinkedOrder {
  readonly id: string
  readonly payUrl: string
}

/** How an opening ended. */
export type Opening =
  | { readonly is: 'open'; readonly linked: LinkedOrder }
  | { readonly is: 'failed'; readonly refusal: Refusal }
  /** The edge opens orders, and makes no links. */
  | { readonly is: 'unlinked' }

/** What was sent, and has no certain answer. */
interface SentOpening {
  /** The body without its reference, as text. */
  readonly chosen: string
  readonly reference: string
  /** When the order is over, if the first try opened it, in milliseconds since the epoch. */
  readonly endsAt: number
}

/**
 * The same choice sent again after a lost answer has the same reference, so the edge answers the order that it opened. Another
 * choice has another one, and so has the same choice once that order is over: it would be of another shopper.
 */
export class OrderOpening {
  #sent: SentOpening | undefined

  /** @param bodyOf Makes the body with the reference that it is given. */
  async open(desk: DeskContext, bodyOf: (reference: string) => TimedRequest): Promise<Opening> {
    const { api, env } = desk
    const body = bodyOf('')
    const chosen = JSON.stringify(body)
    const known = this.#sent
    const isRepeat = known?.chosen === chosen && env.now() < known.endsAt
    const sent = isRepeat
      ? known
      : {
          ...{ chosen, reference: ownReference(env.now(), env.randomKey()) },
          endsAt: env.now() + body.expiresIn * 1000,
        }
    this.#sent = sent
    const answer = await api.open(bodyOf(sent.reference))
    if (isCertain(answer, { isRepeat }) && this.#sent === sent) this.#sent = undefined
    return answer.ok ? linkedOrder(answer.value) : { is: 'failed', refusal: answer.reason }
  }

  /** The person begins another choice, even if it comes out the same. */
  forget() {
    this.#sent = undefined
  }
}

const linkedOrder = ({ order: { id }, payUrl }: OpenedOrder): Opening =>
  payUrl ? { is: 'open', linked: { id, payUrl } } : { is: 'unlinked' }
