import { patiently } from '../engines/patience.ts'
import { addresses } from './stack.ts'

/** Money as the gateway knows it: decimal text with the currency's decimals, and the same in minor units. */
interface Money {
  readonly amount: string
  readonly amountMinor: number
  /** Missing for a verification. */
  readonly currency: string | null
}

/** One stage in the life of an order at the gateway. */
export interface LedgerTransaction extends Money {
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

/** Where a transaction stands at the gateway. */
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
  /** Made by a schedule and by no request. */
  readonly scheduled?: true
  readonly at: string
}

/** A callback, with all tries to deliver it. */
export interface LedgerCallback {
  readonly orderId: string
  readonly status: string
  readonly url: string
  readonly attempts: number
  readonly answered: boolean
}

/** A request that reached the gateway, carried out or not. */
export interface LedgerRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly outcome: string
  /** Names of the faults that met it. */
  readonly faults: readonly string[]
  readonly at: string
}

/** Everything that happened at the sandbox since it was last emptied, oldest first. */
export interface Ledger {
  readonly transactions: readonly LedgerTransaction[]
  readonly movements: readonly Movement[]
  readonly callbacks: readonly LedgerCallback[]
  readonly requests: readonly LedgerRequest[]
}

/** When and how something goes wrong at the sandbox; names of faults are the sandbox's. */
export interface Fault {
  /** An operation, `*` for all of them, `callback` or `browser-return`. */
  readonly operation: string
  readonly fault: string
  /** How often; without it, always. */
  readonly times?: number
  /** From 0 to 1, decided by the seed; without it, wherever the rule matches. */
  readonly probability?: number
  readonly seed?: number
  /** Only where the merchant's order id begins with this. */
  readonly clientOrderId?: string
  readonly delayMs?: number
  readonly amount?: string
  /** What `echo` repeats. */
  readonly text?: string
}

/** Reads the ledger. */
export const readLedger = async () => (await (await ask('GET', 'ledger')).json()) as Ledger

/**
 * Reads the ledger until something has happened.
 *
 * @param pick Gives what is waited for, or nothing yet.
 * @param what Names it in the error.
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

/** Empties the sandbox and takes its fault rules away. */
export const resetSandbox = () => ask('POST', 'reset')

/** Puts these fault rules in the place of all others. */
export const setFaults = (...rules: readonly Fault[]) => ask('PUT', 'faults', { rules })

/**
 * Gives an order its outcome as if it came late from the bank.
 *
 * @throws {Error} if there is no such order, or its outcome stands already.
 */
export const settle = (clientOrderId: string, status: Exclude<GatewayStatus, 'processing'>) =>
  ask('POST', 'settle', { clientOrderId, status })

async function ask(method: string, path: string, body?: object): Promise<Response> {
  const address = `${addresses().local.gateway}/__sandbox/${path}`
  const reply = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}
