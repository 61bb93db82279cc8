/** The names of an order's attempts at the gateway. */
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { derivedNameKey, markKey, markOf } from '../config/name-key.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { marker } from '../outbox/marker.ts'
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

/** Text of a key → the key, imported once. */
const imported = new Map<string, CryptoKey>()

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
  const former = await nameKey(config, index).kept()
  const keys = [await currentKey(config, index), ...(former === undefined ? [] : [former])]
  const names = await Promise.all(keys.map((key) => marked(config, key, whose)))
  const all = isBare(config) ? [bare(whose), ...names] : [...names, bare(whose)]
  return [...new Set(all)]
}

const bare = ({ terms: { reference }, number }: Whose) => bareName({ reference, number })

async function marked(config: Config, key: string, { terms, number }: Whose): Promise<string> {
  const mark = await markOf(await importedKey(key), config, { orderId: terms.id, number })
  return markedName({ reference: terms.reference, number }, mark, config.GATEWAY_PROFILE.orderNameLength)
}

/** The key of the settings as text; else the one that the first attempt of all settled. */
async function currentKey(config: Config, index: D1Database): Promise<string> {
  if (config.NAME_KEY !== undefined) return config.NAME_KEY
  const { kept, settle } = nameKey(config, index)
  return (await kept()) ?? settle(await derivedNameKey(config))
}

const nameKey = (config: Config, index: D1Database) => marker(index, 'name-key', config)

async function importedKey(text: string): Promise<CryptoKey> {
  // Keeps the key, not the promise: one request must not await another's promise.
  const key = imported.get(text) ?? (await markKey(text))
  imported.set(text, key)
  return key
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
