/** Opens an order once, however often its answer is lost. */
import type { SessionRequest } from '../../packages/server/src/contract.generated.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { isPassing } from '../../widget/order/problems.ts'
import type { OpenedOrder } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { ownReference } from './own-reference.ts'

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

/**
 * The same choice sent again after a lost answer has the same reference, so the edge answers the order that it opened. Another
 * choice has another one.
 */
export class OrderOpening {
  #sent = ''
  #reference = ''

  /** @param bodyOf Makes the body with the reference that it is given. */
  async open(desk: DeskContext, bodyOf: (reference: string) => SessionRequest): Promise<Opening> {
    const { api, env } = desk
    const chosen = JSON.stringify(bodyOf(''))
    if (chosen !== this.#sent) this.#reference = ownReference(env.now(), env.randomKey())
    this.#sent = chosen
    const answer = await api.open(bodyOf(this.#reference))
    if (answer.ok || !isPassing(answer.reason)) this.#sent = ''
    return answer.ok ? linkedOrder(answer.value) : { is: 'failed', refusal: answer.reason }
  }
}

const linkedOrder = ({ order: { id }, payUrl }: OpenedOrder): Opening =>
  payUrl ? { is: 'open', linked: { id, payUrl } } : { is: 'unlinked' }
