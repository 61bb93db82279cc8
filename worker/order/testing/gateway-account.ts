/** A gateway as it truly stands, for searches: what it did, whatever an order was told of it. Pure. */
import type { OrderTerms } from '../../domain/terms.ts'
import type { Report } from '../model/events.ts'
import type { TransactionIds } from '../model/request-purposes.ts'
import { report } from './examples.ts'

/** A capture, a void or a return of a transaction. */
export interface Movement {
  readonly kind: 'capture' | 'void' | 'reversal'
  readonly amountMinor: number
  readonly status: 'approved' | 'declined'
  /** The gateway's name for the request that made it. */
  readonly serialNumber: string
}

/** A transaction of the gateway account. */
export interface Deed {
  readonly id: string
  /** Its `client_orderid`. */
  readonly name: string
  /** Which attempt of the order made it. Absent: another shop of the same account did. */
  readonly attempt?: number
  /** `open`: the gateway waits for a person at its form. */
  readonly status: 'open' | 'approved' | 'declined'
  /** In minor units. Absent: what the order asked for. */
  readonly amountMinor?: number
  readonly movements: readonly Movement[]
  /** The gateway has sent its callback. */
  readonly isCalled?: true
}

/** The account: all transactions, the oldest first. */
export type Account = readonly Deed[]

type Intent = OrderTerms['intent']

const SALE_MINOR = 1250

/** The sum of what was moved of a transaction, in minor units. A void moves the whole. */
const movedMinor = ({ movements }: Deed, kinds: readonly Movement['kind'][]): number =>
  movements
    .filter(({ kind, status }) => kinds.includes(kind) && status === 'approved')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What came back to the payer, in minor units. */
export const backMinor = (deed: Deed): number => movedMinor(deed, ['void', 'reversal'])

/** Whether the payer's money is with the merchant, all of it or a part. */
export const isStanding = (deed: Deed): boolean => deed.status === 'approved' && backMinor(deed) < sumOf(deed)

const sumOf = ({ amountMinor = SALE_MINOR }: Deed) => amountMinor

/** Adds a transaction. Its number is its place, so that equal histories have equal names. */
export const withDeed = (account: Account, deed: Omit<Deed, 'id' | 'movements'>): Account => [
  ...account,
  { ...deed, id: String(account.length + 41), movements: [] },
]

/** Changes one transaction. */
export const withChange = (account: Account, id: string, change: Partial<Deed>): Account =>
  account.map((deed) => (deed.id === id ? { ...deed, ...change } : deed))

/** Adds a movement, if the gateway allows it: never more than what is left. A void names no sum: it moves the whole. */
export function withMovement(
  account: Account,
  id: string | undefined,
  { kind, status, ...asked }: Omit<Movement, 'serialNumber'>,
): Account | undefined {
  const deed = account.find((one) => one.id === id)
  if (deed?.status !== 'approved') return undefined
  const amountMinor = kind === 'void' ? sumOf(deed) : asked.amountMinor
  const isBack = kind !== 'capture'
  const isAllowed = status === 'approved'
  if (isAllowed && isBack && backMinor(deed) + amountMinor > sumOf(deed)) return undefined
  if (isAllowed && kind === 'void' && movedMinor(deed, ['reversal', 'capture']) > 0) return undefined
  const serialNumber = serialOf(id ?? '', deed.movements.length + 1)
  return withChange(account, deed.id, {
    movements: [...deed.movements, { kind, amountMinor, status, serialNumber }],
  })
}

/** The gateway's name for the request that made a transaction, or its nth movement. */
export const serialOf = (id: string, movement = 0): string => `serial-${id}.${movement}`

/** The transaction that `status` is about: by the gateway's identifier, else the newest under the name. */
export const askedFor = (account: Account, name: string, { gatewayId }: TransactionIds): Deed | undefined =>
  gatewayId === undefined
    ? account.findLast((deed) => deed.name === name)
    : account.find((deed) => deed.id === gatewayId && deed.name === name)

/** What the gateway reports of a transaction: its newest stage, or the one of the serial number. */
export function reportOf(deed: Deed, intent: Intent, { serialNumber }: TransactionIds = {}): Report {
  const { id: gatewayId, name: clientOrderId, movements } = deed
  const isOwn = serialNumber === serialOf(gatewayId)
  const stage = movements.find((one) => one.serialNumber === serialNumber) ?? movements.at(-1)
  const payment = {
    ...{ gatewayId, clientOrderId, type: intent, serialNumber: serialOf(gatewayId) },
    amountMinor: sumOf(deed),
    // A verification moves nothing.
    ...(intent === 'verify' && { amountMinor: undefined }),
  }
  const status = deed.status === 'open' ? 'processing' : deed.status
  if (!stage) return report(status, payment)
  const captured = movedMinor(deed, ['capture'])
  // They are the order's, whichever stage the report is about.
  const totals = { reversedMinor: backMinor(deed), ...(captured > 0 && { capturedMinor: captured }) }
  if (isOwn) return report(status, { ...payment, ...totals })
  return report(stage.status, {
    ...payment,
    ...totals,
    kind: stage.kind,
    type: stage.kind,
    amountMinor: stage.amountMinor,
    serialNumber: stage.serialNumber,
  })
}
