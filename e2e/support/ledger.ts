import { patiently } from '../engines/patience.ts'
import { addresses } from './stack/stack.ts'

/** Money as the gateway knows it: decimal text with the currency's decimals, and the same in minor units. */
interface Money {
  readonly amount: string
  readonly amountMinor: number
  /** Absent for a verification. */
  readonly currency: string | null
}

/** One transaction of the gateway: a stage in the life of its order. */
interface LedgerTransaction extends Money {
  readonly orderId: string
  readonly clientOrderId: string
  readonly serialNumber: string
  readonly login: string
  readonly endpoint: string
  /** The gateway's word for the kind of transaction. */
  readonly type: string
  readonly status: GatewayStatus
  readonly email: string
  readonly description: string
  readonly createdAt: string
  readonly last4: string | null
  readonly errorCode: string | null
  readonly verified3d: string | null
}

/** The status of a transaction at the gateway. */
export type GatewayStatus = 'processing' | 'approved' | 'declined' | 'error' | 'filtered' | 'unknown'

/** Money that moved, or was put on hold. */
export interface Movement extends Money {
  readonly orderId: string
  readonly clientOrderId: string
  readonly kind:
    | 'charge'
    | 'hold'
    | 'verification'
    | 'capture'
    | 'release'
    | 'reversal'
    | 'payout'
    | 'transfer'
    | 'chargeback'
  /** A schedule made it, and no request. */
  readonly scheduled?: true
  readonly at: string
}

/** A callback, with all tries to deliver it. */
interface LedgerCallback {
  readonly orderId: string
  readonly status: string
  readonly url: string
  readonly attempts: number
  readonly answered: boolean
}

/** A request that reached the gateway, carried out or not. */
interface LedgerRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly outcome: string
  /** Names of the faults that struck it. */
  readonly faults: readonly string[]
  readonly at: string
}

/** Everything that happened at the sandbox since its last reset, oldest first. */
export interface Ledger {
  readonly transactions: readonly LedgerTransaction[]
  readonly movements: readonly Movement[]
  readonly callbacks: readonly LedgerCallback[]
  readonly requests: readonly LedgerRequest[]
}

/** A fault rule of the sandbox. */
export interface Fault {
  /** An operation, `*` for all of them, `callback` or `browser-return`. */
  readonly operation: string
  readonly fault: string
  /** How often it strikes. Default: always. */
  readonly times?: number
  /** From 0 to 1, drawn by the seed. Default: 1. */
  readonly probability?: number
  readonly seed?: number
  /** Strikes only where the merchant's order id begins with this. */
  readonly clientOrderId?: string
  readonly delayMs?: number
  readonly amount?: string
  /** The text that `echo` repeats. */
  readonly text?: string
}

/** Reads the ledger. */
export const readLedger = async () => (await (await ask('GET', 'ledger')).json()) as Ledger

/**
 * Polls the ledger until something has happened.
 *
 * @param pick Returns the awaited value, or `undefined` as long as it is not there.
 * @param what Names the value in the error.
 */
export function untilLedger<T>(pick: (ledger: Ledger) => T | undefined, what: string): Promise<T> {
  return patiently(
    async () => {
      const ledger = await readLedger()
      const value = pick(ledger)
      return value === undefined ? { obstacle: `is not there: ${JSON.stringify(ledger)}` } : { value }
    },
    async () => `${what} in the ledger`,
  )
}

/** Whether something of the ledger is an order's: its names at the gateway begin with the reference. */
export const isOf =
  (reference: string) =>
  ({ clientOrderId }: { readonly clientOrderId: string }): boolean =>
    clientOrderId.split('.', 1)[0] === reference

/** Empties the sandbox and removes its fault rules. */
export const resetSandbox = () => ask('POST', 'reset')

/** Replaces all fault rules. */
export const setFaults = (...rules: readonly Fault[]) => ask('PUT', 'faults', { rules })

/**
 * Decides an order's outcome as a late answer of the bank would.
 *
 * @throws {Error} If there is no such order, or it is decided.
 */
export const settle = (clientOrderId: string, status: Exclude<GatewayStatus, 'processing'>) =>
  ask('POST', 'settle', { clientOrderId, status })

/** Settles all approved sales, as at the end of a day: they can be refunded then. */
export const settleSales = () => ask('POST', 'settle-batch', {})

/** The shopper's bank takes back everything that the merchant has of an order. */
export const chargeBack = (clientOrderId: string) => ask('POST', 'chargeback', { clientOrderId })

async function ask(method: string, path: string, body?: object): Promise<Response> {
  const address = `${addresses().local.gateway}/__sandbox/${path}`
  const reply = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}
