/** The names of an order's attempts at the gateway. The key that marks them is read once for each isolate. */
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { derivedNameKey, markKey, markOf } from '../config/name-key.ts'
import { withTimeout } from '../deadline.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { keptNameKey, settleNameKey } from '../outbox/name-key-marker.ts'
import { bareName, markedName } from './model/order-names.ts'

/** Makes names. Every function answers `undefined` where the key cannot be read: then nothing may be sent. */
export interface OrderNames {
  /** The name for an attempt that is to be sent. */
  readonly nameOf: (terms: OrderTerms, number: number) => Promise<string | undefined>
  /**
   * Every name under which the gateway may know an attempt, the present one first: that of a former key of this edge, and
   * the bare reference, which the edge of an earlier version and the setting `orderNames` give.
   */
  readonly namesOf: (terms: OrderTerms, number: number) => Promise<readonly string[] | undefined>
}

/** The database is asked no longer than this. */
const DEADLINE_MS = 2_000

/** The keys of an edge. Only the first one marks new names. */
interface NameKeys {
  readonly current: CryptoKey
  /** `undefined` where the marker has none. */
  readonly kept: CryptoKey | undefined
}

/** Settings → the keys that this isolate has read, so that one is read once. */
const known = new WeakMap<object, Partial<NameKeys>>()

/** @param index The database with the marker. */
export function orderNames(config: () => Config, index: D1Database): OrderNames {
  return {
    nameOf: (terms, number) => orUndefined(terms, () => ownName(config(), index, { terms, number })),
    namesOf: (terms, number) => orUndefined(terms, () => allNames(config(), index, { terms, number })),
  }
}

interface Whose {
  readonly terms: OrderTerms
  readonly number: number
}

const isBare = ({ GATEWAY_PROFILE }: Config) => GATEWAY_PROFILE.orderNames === 'bare'

async function ownName(config: Config, index: D1Database, whose: Whose): Promise<string> {
  return isBare(config) ? bare(whose) : marked(config, await currentKey(config, index), whose)
}

/** A former key may have marked what the order has forgotten, so the marker is read even where the settings have a key. */
async function allNames(config: Config, index: D1Database, whose: Whose): Promise<readonly string[]> {
  const keys = [await currentKey(config, index), await keptKey(config, index)]
  const names = await Promise.all(keys.flatMap((key) => (key ? [marked(config, key, whose)] : [])))
  const all = isBare(config) ? [bare(whose), ...names] : [...names, bare(whose)]
  return [...new Set(all)]
}

const bare = ({ terms: { reference }, number }: Whose) => bareName({ reference, number })

async function marked(config: Config, key: CryptoKey, { terms, number }: Whose): Promise<string> {
  const mark = await markOf(key, config, { orderId: terms.id, number })
  return markedName({ reference: terms.reference, number }, mark, config.GATEWAY_PROFILE.orderNameLength)
}

async function currentKey(config: Config, index: D1Database): Promise<CryptoKey> {
  const keys = known.get(config)
  if (keys?.current) return keys.current
  const current = await markKey(config.NAME_KEY ?? (await settledKey(config, index)))
  // Keeps the key, not the promise: one request must not await another's promise.
  known.set(config, { ...known.get(config), current })
  return current
}

async function settledKey(config: Config, index: D1Database): Promise<string> {
  return withTimeout(DEADLINE_MS, settleNameKey(index, await derivedNameKey(config)))
}

/** The marker's key, where the settings have another. */
async function keptKey(config: Config, index: D1Database): Promise<CryptoKey | undefined> {
  const keys = known.get(config)
  if (config.NAME_KEY === undefined || (keys && 'kept' in keys)) return keys?.kept
  const text = await withTimeout(DEADLINE_MS, keptNameKey(index))
  const kept = text === undefined ? undefined : await markKey(text)
  known.set(config, { ...known.get(config), kept })
  return kept
}

async function orUndefined<Answer>(
  { id }: OrderTerms,
  answer: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await answer()
  } catch (error) {
    log('order-name-unread', { order: id, why: errorText(error) })
    return undefined
  }
}
