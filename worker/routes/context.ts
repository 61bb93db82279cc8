/** What every handler of the edge finds in its context. */
import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import type { RequestWindows } from '../limits/coarse-limit.ts'
import type { Env } from '../order/env.ts'
import type { RefusalLog } from './refusal-log.ts'

/**
 * Bindings, checked settings, the support id that logs and shoppers quote, and this isolate's counts of requests.
 * `requestIdOf` gives the id, which only a request that is refused or logged has.
 *
 * `receivedAt` is when the request came, in milliseconds since the epoch. Every token of an order that it is answered with is
 * issued at that time: a revocation that comes between request and answer ends it with the others.
 */
export interface Edge {
  Bindings: Env
  Variables: {
    config: Config
    receivedAt: number
    supportId?: string
    refusals: RefusalLog
    windows: RequestWindows
  }
}

export type EdgeContext = Context<Edge>
