/** What the gateway's ledger says of one order, in sums. Pure. */
import type { Movement, Slice } from './ledger.ts'

/** Money of one order at the gateway, minor units. */
export interface Account {
  readonly orderId: string
  readonly clientOrderId: string
  /** The first stage: what was asked for. */
  readonly type: string
  readonly isApproved: boolean
  /** Put on hold and neither captured nor released. */
  readonly heldMinor: number
  /** Charged or captured, what was given back left out. */
  readonly takenMinor: number
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** How often money went out. */
  readonly payouts: number
  readonly paidOutMinor: number
}

/** Sums up a slice of the ledger, one account for each order at the gateway. */
export function accountsOf({ transactions, movements }: Slice): Account[] {
  const ids = [...new Set(transactions.map(({ orderId }) => orderId))]
  return ids.map((orderId) => {
    const stages = transactions.filter((stage) => stage.orderId === orderId)
    const own = movements.filter((movement) => movement.orderId === orderId)
    const [first] = stages
    const sum = (...kinds: readonly string[]) => sumOf(own, kinds)
    return {
      orderId,
      clientOrderId: first?.clientOrderId ?? '',
      type: first?.type ?? '',
      isApproved: first?.status === 'approved',
      heldMinor: sum('hold') - sum('capture', 'release'),
      takenMinor: sum('charge', 'capture') - sum('reversal', 'chargeback'),
      capturedMinor: sum('capture'),
      returnedMinor: sum('reversal'),
      payouts: own.filter(({ kind }) => kind === 'payout' || kind === 'transfer').length,
      paidOutMinor: sum('payout', 'transfer'),
    }
  })
}

const sumOf = (movements: readonly Movement[], kinds: readonly string[]) =>
  movements.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
