/** Which methods of payment exist, what each needs, and which a merchant’s keys can sign. */
import type { CardReference, Intent, Way } from '../../../shared/order-view.ts'
import type { Config } from '../../config/config.ts'
import type { Kind } from '../../config/gateway-endpoints.ts'
import type { Profile } from '../../config/gateway-profile.ts'
import { type Fields, schemeOf } from '../../gateway/operation-row.ts'
import { type OperationName, operations } from '../../gateway/operations.ts'

/** Operations that begin something at the gateway: an attempt is one of them, sent once. */
export type StartName = {
  [Name in OperationName]: (typeof operations)[Name]['starts'] extends true ? Name : never
}[OperationName]

/** Way → intent → operation. What is not here cannot be asked for. */
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

/** Every operation that may make an attempt in this way. */
export const operationsOf = (way: Way): readonly StartName[] => Object.values(OPERATIONS[way])

/** The longest description that any order takes, in UTF-16 units; some operations have less room for it. */
const MAX_DESCRIPTION = 255

/** How long a description may be that is sent in every one of these ways, in UTF-16 units. */
export const descriptionRoom = (ways: readonly Way[], intent: Intent): number =>
  Math.min(MAX_DESCRIPTION, ...ways.flatMap((way) => roomOf(OPERATIONS[way][intent])))

function roomOf(name: StartName | undefined): number[] {
  const fields: Fields = name ? operations[name].fields : {}
  return Object.values(fields).flatMap(({ from, maxLength }) => (from === 'description' ? [maxLength] : []))
}

/** Ways that a merchant's server starts, once per order. */
const SERVER_WAYS: readonly Way[] = [
  'rebill',
  'payout-check',
  'transfer',
  'pan-eligibility',
  'recurring-payment',
]

/** The gateway's own page asks for the card or the account: until it is filled in, no money can move. */
export const isForm = (way: Way): boolean => ['hosted', 'payment-page', 'payout-page'].includes(way)

/** Whether an order gets a single attempt, ever: money that goes out, and what no shopper starts. */
export const isSingle = (way: Way, intent: Intent): boolean =>
  intent === 'payout' || SERVER_WAYS.includes(way)

/** Whether an intent can be met in a way at all. */
export const isPossible = (way: Way, intent: Intent): boolean => OPERATIONS[way][intent] !== undefined

/**
 * Names the operation that makes an attempt.
 *
 * @throws {TypeError} If the intent cannot be met in this way: whoever opened the order had to see to that.
 */
export function operationFor(way: Way, intent: Intent, { savedCard }: Pick<Profile, 'savedCard'>): StartName {
  const operation = OPERATIONS[way][intent]
  if (!operation) throw new TypeError(`${intent} cannot be made by ${way}`)
  return way === 'saved-card' && intent === 'sale' && savedCard === 'rebill' ? 'make-rebill' : operation
}

/** Which kind of endpoint serves an attempt. @throws {TypeError} As {@link operationFor}. */
export const kindOf = (way: Way, intent: Intent, profile: Pick<Profile, 'savedCard'>): Kind =>
  kindFor(operationFor(way, intent, profile), intent)

/** Which kind of endpoint serves an operation of an order. */
export function kindFor(operation: OperationName, intent: Intent): Kind {
  const { endpoint } = operations[operation]
  return endpoint === 'own' ? intent : endpoint
}

/** The operation that makes a reference of a version. */
export const cardRefOperation = (version: CardReference['version']) =>
  version === 'v4' ? 'create-card-ref-v4' : 'create-card-ref'

type KeySettings = Pick<Config, 'GATEWAY_PRIVATE_KEY' | 'GATEWAY_PROFILE'>

/** Whether an operation can be signed: what RSA signs needs `GATEWAY_PRIVATE_KEY`, which may be missing. */
export const isSignable = (name: OperationName, { GATEWAY_PRIVATE_KEY, GATEWAY_PROFILE }: KeySettings) =>
  GATEWAY_PRIVATE_KEY !== undefined || schemeOf(operations[name], GATEWAY_PROFILE.schemes) !== 'rsa-sha256'

/** Whether every attempt that is made in this way can be signed. */
export const isSignableWay = (way: Way, config: KeySettings) =>
  operationsOf(way).every((name) => isSignable(name, config))

/** Whether the references that shoppers agree to can be signed for. */
export const isKeepingSignable = (config: KeySettings) =>
  isSignable(cardRefOperation(config.GATEWAY_PROFILE.keptCard), config)
