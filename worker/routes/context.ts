/** What every handler of the edge finds in its context. */
import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import type { Env } from '../order/env.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Bindings, the checked settings, and the request's number, which is quoted to support and logged. */
export interface Edge {
  Bindings: Env
  Variables: { config: Config; supportId: string; refusals: RefusalLog }
}

export type EdgeContext = Context<Edge>
