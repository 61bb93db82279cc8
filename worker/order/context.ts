import type { Times } from '../config/times.ts'
import type { Exchange } from './gateway-session.ts'

/** Moments at which a test may let the object die. Nothing happens there in production. */
export type CrashPoint =
  | 'intent-stored'
  | 'reply-received'
  | 'report-received'
  | 'wake-stored'
  | 'counter-next'
  | 'counter-answered'

/**
 * How an order's parts reach the gateway, and where a test may let the object die. What depends on the settings is read
 * when it is needed, since they may be wrong.
 */
export interface Reach {
  readonly exchange: () => Exchange
  readonly reached: (point: CrashPoint) => Promise<void>
  readonly times: () => Times
}
