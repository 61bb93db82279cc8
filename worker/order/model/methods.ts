/** The methods of payment: the operation of each, and which of them the merchant's keys can sign. */
import type { CardReference, Intent, Way } from '../../../shared/order-view.ts'
import type { Config } from '../../config/config.ts'
import type { Kind } from '../../config/gateway-endpoints.ts'
import type { Profile } from '../../config/gateway-profile.ts'
import { type Fields, schemeOf } from '../../gateway/operation-row.ts'
import { type OperationName, operations } from '../../gateway/operations.ts'

/** Operations that start something at the gateway. An attempt is one of them, sent once. */
export type StartName = {
  [Name in OperationName]: (typeof operations)[Name]['starts'] extends true ? Name : never
}[OperationName]

/** Method → intent → operation. No other combination is possible. */
const OPERATIONS: Readonly<Record<Way, Partial<Record<Intent, StartName>>>> = {
  hosted: { sale: 'sale-form', preauth: 'preauth-form', verify: 'account-verification-form' },
  'payment-page': { sale: 'payment-form' },
  card: { sale: 'sale', preauth: 'preauth', verify: 'account-verification' },
  'saved-card': { sale: 'sale', preauth: 'preauth' },
  'payout-card': { payout: 'payout' },
  'payout-bank': { payout: 'payout' },
  'payout-ewallet': { payout: 'payout' },
  'payout-phone': { payout: 'payout' },
  'payout-page': { payout: 'payout-form' },
  rebill: { sale: 'make-rebill' },
  'payout-check': { payout: 'payout-check' },
  transfer: { payout: 'transfer' },
  'pan-eligibility': { verify: 'pan-eligibility-send' },
  'recurring-payment': { verify: 'create-recurring-payment' },
}

/** Every operation that may make an attempt by this method. */
const operationsOf = (way: Way): readonly StartName[] => Object.values(OPERATIONS[way])

/** The longest description of any order, in UTF-16 units. Some operations have less room for it. */
const MAX_DESCRIPTION = 255

/** The longest description that fits all these methods, in UTF-16 units. */
export const descriptionRoom = (ways: readonly Way[], intent: Intent): number =>
  Math.min(MAX_DESCRIPTION, ...ways.flatMap((way) => roomOf(OPERATIONS[way][intent])))

function roomOf(name: StartName | undefined): number[] {
  const fields: Fields = name ? operations[name].fields : {}
  return Object.values(fields).flatMap(({ from, maxLength }) => (from === 'description' ? [maxLength] : []))
}

/** Methods that a merchant's server starts, once per order. */
const SERVER_WAYS: readonly Way[] = [
  'rebill',
  'payout-check',
  'transfer',
  'pan-eligibility',
  'recurring-payment',
]

/** The gateway's own page asks for the card or account. Until the shopper has filled it in, no money can move. */
export const isForm = (way: Way): boolean => ['hosted', 'payment-page', 'payout-page'].includes(way)

/** Whether an order gets a single attempt, ever: payouts, and what a server starts without a shopper. */
export const isSingle = (way: Way, intent: Intent): boolean =>
  intent === 'payout' || SERVER_WAYS.includes(way)

/** Whether a method serves an intent at all. */
export const isPossible = (way: Way, intent: Intent): boolean => OPERATIONS[way][intent] !== undefined

/**
 * Names the operation that makes an attempt.
 *
 * @throws {TypeError} If the method does not serve the intent. The caller that opens an order has to check that.
 */
export function operationFor(way: Way, intent: Intent, { savedCard }: Pick<Profile, 'savedCard'>): StartName {
  const operation = OPERATIONS[way][intent]
  if (!operation) throw new TypeError(`${intent} cannot be made by ${way}`)
  return way === 'saved-card' && intent === 'sale' && savedCard === 'rebill' ? 'make-rebill' : operation
}

/** The kind of endpoint that serves an attempt. @throws {TypeError} As {@link operationFor}. */
export const kindOf = (way: Way, intent: Intent, profile: Pick<Profile, 'savedCard'>): Kind =>
  kindFor(operationFor(way, intent, profile), intent)

/** The kind of endpoint that serves an operation of an order. */
export function kindFor(operation: OperationName, intent: Intent): Kind {
  const { endpoint } = operations[operation]
  return endpoint === 'own' ? intent : endpoint
}

/** The operation that makes a card reference of a version. */
export const cardRefOperation = (version: CardReference['version']) =>
  version === 'v4' ? 'create-card-ref-v4' : 'create-card-ref'

type KeySettings = Pick<Config, 'GATEWAY_PRIVATE_KEY' | 'GATEWAY_PROFILE'>

/** Whether the edge can sign an operation. RSA needs `GATEWAY_PRIVATE_KEY`, which may be missing. */
export const isSignable = (name: OperationName, { GATEWAY_PRIVATE_KEY, GATEWAY_PROFILE }: KeySettings) =>
  GATEWAY_PRIVATE_KEY !== undefined || schemeOf(operations[name], GATEWAY_PROFILE.schemes) !== 'rsa-sha256'

/** Whether the edge can sign every attempt of this method. */
export const isSignableWay = (way: Way, config: KeySettings) =>
  operationsOf(way).every((name) => isSignable(name, config))

/** Whether the edge can sign the request for a card reference. */
export const isKeepingSignable = (config: KeySettings) =>
  isSignable(cardRefOperation(config.GATEWAY_PROFILE.keptCard), config)
