/** The sandbox's ledger: what really happened to the money of one order, whatever the edge says. */

/** One transaction of the gateway: a stage in the life of its order. */
export interface LedgerTransaction {
  readonly orderId: string
  readonly clientOrderId: string
  readonly type: string
  readonly status: string
}

/** Money that moved, or was put on hold; minor units. */
export interface Movement {
  readonly orderId: string
  readonly clientOrderId: string
  readonly kind: string
  readonly amountMinor: number
}

/** A request that reached the gateway, carried out or not. */
export interface LedgerRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly outcome: string
  readonly faults: readonly string[]
}

/** Everything that the gateway has of one order of the edge, oldest first. */
export interface OrderLedger {
  readonly transactions: readonly LedgerTransaction[]
  readonly movements: readonly Movement[]
  readonly requests: readonly LedgerRequest[]
}

/** Operations that charge at once, with no page of the gateway. */
const DIRECT_CHARGES = ['sale', 'preauth', 'make-rebill']

export const isDirectCharge = ({ operation }: LedgerRequest) => DIRECT_CHARGES.includes(operation)

/** Transactions that only the bank can decide: it does not know their outcome, or a fault has it wait. */
export const waitingForBank = ({ transactions, requests }: OrderLedger): LedgerTransaction[] =>
  transactions.filter(({ status, clientOrderId }) => {
    const isHeldBack = () =>
      requests.some((one) => one.clientOrderId === clientOrderId && one.faults.includes('processing'))
    return status === 'unknown' || (status === 'processing' && isHeldBack())
  })

/** The money of one order at the gateway, in sums of minor units. */
export interface Account {
  readonly orderId: string
  readonly clientOrderId: string
  /** The gateway approved what the merchant asked for first. */
  readonly isApproved: boolean
  /** Put on hold and neither captured nor released. */
  readonly heldMinor: number
  /** Charged or captured, less what was given back. */
  readonly takenMinor: number
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** How often money went out. */
  readonly payouts: number
  readonly paidOutMinor: number
}

/** Sums up the ledger of one order of the edge, one account for each order that the gateway made of it. */
export function accountsOf({ transactions, movements }: OrderLedger): Account[] {
  const ids = [...new Set(transactions.map(({ orderId }) => orderId))]
  return ids.map((orderId) => {
    const first = transactions.find((transaction) => transaction.orderId === orderId)
    const own = movements.filter((movement) => movement.orderId === orderId)
    const sum = (...kinds: readonly string[]) => sumOf(own, kinds)
    return {
      orderId,
      clientOrderId: first?.clientOrderId ?? '',
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

/** How often each fault struck, and how many exchanges were disturbed. */
export interface FaultReport {
  readonly rules: readonly { readonly fault: string; readonly fired: number }[]
  readonly exchanges: Readonly<Record<string, { readonly total: number; readonly disturbed: number }>>
}

/** Reads and steers the sandbox through its control paths. */
export class Sandbox {
  readonly #base: string

  constructor(gateway: string) {
    this.#base = `${gateway}/__sandbox`
  }

  /** Reads what happened under a reference, and under those of the order's later attempts. */
  async ledgerOf(reference: string): Promise<OrderLedger> {
    const all = await this.#json<OrderLedger>(`ledger?clientOrderId=${reference}`)
    const isOwn = ({ clientOrderId }: { clientOrderId: string }) =>
      clientOrderId === reference || clientOrderId.startsWith(`${reference}.`)
    const { transactions, movements, requests } = all
    return {
      transactions: transactions.filter(isOwn),
      movements: movements.filter(isOwn),
      requests: requests.filter(isOwn),
    }
  }

  faults = () => this.#json<FaultReport>('faults')

  /** Replaces all fault rules, and restarts their counts. */
  async setFaults(rules: readonly object[]): Promise<void> {
    await this.#request('faults', { method: 'PUT', body: JSON.stringify({ rules }) })
  }

  /** Decides a transaction that is processing or unknown, as its bank would. Harmless where it is decided. */
  async settle(transaction: LedgerTransaction, status: 'approved' | 'declined'): Promise<void> {
    const { clientOrderId, orderId } = transaction
    const body = JSON.stringify({ clientOrderId, orderId, status })
    await fetch(`${this.#base}/settle`, { method: 'POST', body }).then((reply) => reply.text())
  }

  async #json<Body>(path: string): Promise<Body> {
    return (await (await this.#request(path)).json()) as Body
  }

  async #request(path: string, init?: RequestInit): Promise<Response> {
    const url = `${this.#base}/${path}`
    // A kept-alive connection may close at this moment; every request here may be repeated.
    const reply = await fetch(url, init).catch(() => fetch(url, init))
    if (!reply.ok) throw new Error(`the sandbox answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
}
