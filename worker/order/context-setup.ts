/** Makes the context of an order from the platform's bindings. */
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CATALOGUE } from '../catalogue/catalogue-name.ts'
import { type Config, configOf } from '../config/config.ts'
import { livesWithin, objectNamed } from '../config/jurisdiction.ts'
import { type MetricsBinding, measuring } from '../config/metrics.ts'
import { SentNumbers } from '../gateway/sent-values.ts'
import { transport } from '../gateway/transport.ts'
import type { Budget } from '../limits/budget.ts'
import { mailBudgetName, orderMark } from '../limits/limit-names.ts'
import { Limiter, type LimiterEnv } from '../limits/limiter.ts'
import type { NetworkHolds } from '../limits/network-holds.ts'
import type { RefundCount } from '../limits/refund-count.ts'
import type { MailBinding } from '../outbox/mail.ts'
import { notifier } from '../outbox/notification-delivery.ts'
import { type IndexEnv, orderIndex } from '../outbox/order-index.ts'
import { AttemptLimits } from './attempt-limits.ts'
import type { OrderContext, OrderHooks } from './context.ts'
import { ForgedNoticeLimiter } from './forged-notice-limiter.ts'
import { gatewaySession } from './gateway-session.ts'
import { POLICY } from './model/policy.ts'
import { Mutex } from './mutex.ts'
import type { OfferLimit } from './offer-limit.ts'
import { orderLink } from './order-link.ts'
import { orderNames } from './order-names.ts'
import { PendingReplies } from './pending-replies.ts'
import { OrderRecord } from './record.ts'
import type { MailClaim, Mailing } from './shopper-mailer.ts'
import { timed } from './timed-transport.ts'

/** The bindings that an order needs, besides the settings. */
export interface OrderEnv extends MailBinding, MetricsBinding, LimiterEnv, IndexEnv {
  readonly CATALOGUE: DurableObjectNamespace<Catalogue>
  readonly OFFER_LIMITS: DurableObjectNamespace<OfferLimit>
  readonly NETWORK_HOLDS: DurableObjectNamespace<NetworkHolds>
  readonly REFUND_COUNTS: DurableObjectNamespace<RefundCount>
  readonly ASSETS: Fetcher
}

/** What a deployed order does: it fetches, stops nowhere, and every safeguard is on. */
export const PRODUCTION: OrderHooks = {
  reached: async () => {},
  fetcher: (input, init) => fetch(input, init),
  policy: POLICY,
  indexOf: (database) => database,
}

/**
 * Makes the context of one order's object.
 *
 * Reads no setting yet, since one that is wrong must not keep the object from starting.
 *
 * @param hooks `PRODUCTION`, but in tests.
 */
export function makeContext(ctx: DurableObjectState, env: OrderEnv, hooks: OrderHooks): OrderContext {
  const { reached, fetcher, policy, indexOf } = hooks
  const config = () => configOf(env)
  const times = () => config().times
  const channels = () => notifier(config(), { fetcher, NOTIFY: env.NOTIFY })
  const numbers = new SentNumbers()
  const measure = measuring(env)
  const limits = new AttemptLimits(new Limiter({ env, config, fetcher }), measure)
  const send = () => timed(transport(fetcher, times().requestDeadline), measure)
  const mailing: Mailing = {
    config,
    binding: env.NOTIFY,
    assets: env.ASSETS,
    take: (claim) =>
      takeMail(claim, (name) => objectNamed(env.BUDGETS, name, ownPlace(ctx, config())), config()),
    linkTo: (state) => orderLink(state, config()),
    measure,
    reached,
  }
  const bindings = { INDEX_SHARD: env.INDEX_SHARD, ORDER_INDEX: indexOf(env.ORDER_INDEX) }
  return {
    record: new OrderRecord({
      ctx,
      index: orderIndex(bindings, config, () => ownPlace(ctx, config())),
      config,
      policy,
      channels,
      measure,
      limits,
      mailing,
    }),
    mutexes: {
      attempts: new Mutex(),
      followUps: new Mutex(),
      threeDs: new Mutex(),
      duplicateRefunds: new Mutex(),
      cardTokens: new Mutex(),
      statusPolling: new Mutex(),
    },
    forgedNotices: new ForgedNoticeLimiter(),
    limits,
    names: orderNames(config, bindings.ORDER_INDEX),
    replies: new PendingReplies(),
    counterOf: (offer) => objectNamed(env.OFFER_LIMITS, offer, ownPlace(ctx, config())),
    catalogue: () => objectNamed(env.CATALOGUE, CATALOGUE, ownPlace(ctx, config())),
    holdsOf: (name) => objectNamed(env.NETWORK_HOLDS, name, ownPlace(ctx, config())),
    countOf: (key) => objectNamed(env.REFUND_COUNTS, key, ownPlace(ctx, config())),
    mailing,
    config,
    times,
    session: () => gatewaySession(config(), send(), numbers),
    measure,
    reached,
    waitUntil: (work) => ctx.waitUntil(work),
  }
}

/** Takes a mail from its budget. Neither the object's name nor the ticket in it names an address or an order. */
async function takeMail(
  { budget, whose, order, mark, limit }: MailClaim,
  find: (name: string) => DurableObjectStub<Budget>,
  settings: Config,
): Promise<number> {
  const name = await mailBudgetName(settings, budget, whose)
  return find(name).takeMail(await orderMark(settings, `${order} ${mark}`), limit)
}

/** The order's own jurisdiction. @throws {Error} If the settings name another one by now. */
function ownPlace({ id }: DurableObjectState, config: Config): Config {
  if (!livesWithin(id, config)) throw new Error('JURISDICTION was changed')
  return config
}
