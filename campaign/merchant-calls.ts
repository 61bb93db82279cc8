/** Calls of the merchant's server, repeated as planned, and what became of their orders. */
import {
  type CallOptions,
  type MerchantOrder,
  type Problem,
  RefusedError,
  UncertainError,
} from '../packages/server/src/server.ts'
import { HANGS_UP_AFTER_MS, MISTAKES } from './edge-client.ts'
import type { Repeat } from './plan.ts'

/** What a call came to. */
export interface Outcome {
  /** The order as the edge showed it last, be it in a refusal. Absent where no answer had one. */
  readonly order?: MerchantOrder
  /** What the edge refused it with, for certain or not. */
  readonly refusal?: Problem
}

/** A call of the package. Calling it again is the same request. */
export type Call = (options?: CallOptions) => Promise<MerchantOrder | { readonly order: MerchantOrder }>

/** Calls, and once more besides where the client is to repeat it. */
export async function called(call: Call, repeat: Repeat = 'never'): Promise<Outcome> {
  if (repeat === 'after-hanging-up') await outcomeOf(call({ signal: AbortSignal.timeout(HANGS_UP_AFTER_MS) }))
  const beside = repeat === 'at-once' ? outcomeOf(call()) : undefined
  const outcome = await outcomeOf(call())
  await beside
  return repeat === 'after-answer' ? outcomeOf(call()) : outcome
}

/** @throws {RefusedError} If no edge accepts such a request: the campaign made a mistake. */
async function outcomeOf(calling: ReturnType<Call>): Promise<Outcome> {
  try {
    const answer = await calling
    return { order: 'order' in answer ? answer.order : answer }
  } catch (error) {
    if (error instanceof RefusedError && !MISTAKES.includes(error.status)) return refused(error.problem)
    if (error instanceof UncertainError) return error.refusal ? refused(error.refusal) : {}
    // The caller hung up before the request went out.
    if (error instanceof DOMException) return {}
    throw error
  }
}

/** A merchant key sees the merchant's view. */
const refused = (refusal: Problem): Outcome => ({
  refusal,
  ...(refusal.order && 'followUps' in refusal.order && { order: refusal.order }),
})
