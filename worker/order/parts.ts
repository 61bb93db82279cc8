/** What an order is made of, put together. */
import { type Config, configOf } from '../config/config.ts'
import { SentNumbers } from '../gateway/sent-values.ts'
import { transport } from '../gateway/transport.ts'
import { notifier } from '../outbox/notifier.ts'
import type { Reach } from './context.ts'
import { Attending } from './due-jobs.ts'
import { Reversing } from './duplicate-refunds.ts'
import type { Env } from './env.ts'
import { Waking } from './gateway-notices.ts'
import { Exchange } from './gateway-session.ts'
import type { Policy } from './model/policy.ts'
import { Turn } from './mutex.ts'
import { OfferPieces } from './offer-reservation.ts'
import { Paying } from './payments.ts'
import { OrderRecord } from './record.ts'
import { FollowingUp } from './refunds.ts'
import { Questions } from './status-polling.ts'
import { Stepping } from './three-ds.ts'

/** What the object gives its parts: what the platform gave it, and what tests put something else in place of. */
interface Given {
  readonly ctx: DurableObjectState
  readonly env: Env
  readonly reached: Reach['reached']
  /** How requests leave. Asked for each time, since a test may change it meanwhile. */
  readonly fetcher: () => typeof fetch
  readonly policy: Policy
}

/** The parts that an order's calls go to. */
export type Parts = ReturnType<typeof partsOf>

/** Puts an order's parts together. Reads no setting yet, since one that is wrong must not keep the object from starting. */
export function partsOf({ ctx, env, reached, fetcher, policy }: Given) {
  const config = (): Config => configOf(env)
  const times = () => config().times
  const waitUntil = (work: Promise<void>) => ctx.waitUntil(work)
  const tell = () => notifier(config(), { fetcher: fetcher(), NOTIFY: env.NOTIFY })
  const numbers = new SentNumbers()
  const exchange = () => new Exchange(config(), transport(fetcher(), times().requestDeadline), numbers)
  const reach: Reach = { exchange, reached, times }
  const record = new OrderRecord({ ctx, index: env.ORDER_INDEX, config, policy, tell })
  const questions = new Questions(record, reach)
  const pieces = new OfferPieces({ record, reach, counters: env.OFFER_LIMITS, config })
  const stepping = new Stepping({ record, reach })
  const reversing = new Reversing({ record, reach, questions })
  const turns = turnsOf()
  return {
    config,
    record,
    reach,
    questions,
    turns,
    stepping,
    pieces,
    paying: new Paying({ record, reach, pieces, questions, config, waitUntil }),
    followingUp: new FollowingUp({ record, reach, questions, waitUntil }),
    waking: new Waking({ record, reach }),
    attending: new Attending({ record, reach, questions, stepping, reversing, pieces, turns }),
  }
}

/** What must not overlap with others of its kind, whoever starts it: a call, or the alarm. */
const turnsOf = () => ({
  starting: new Turn(),
  followUps: new Turn(),
  steps: new Turn(),
  reversals: new Turn(),
  referring: new Turn(),
})
