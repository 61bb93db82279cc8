/** The sandbox's ledger: what really happened to the money of one order, whatever the edge says. */

/** One transaction of the gateway: a stage in the life of its order. */
export interface LedgerTransaction {
  readonly orderId: string
  readonly clientOrderId: string
  readonly type: string
  readonly status: string
  /** Whether another shop at the account opened the order. */
  readonly owner: 'shop' | 'other'
  /** The host name through which the request came that started the stage, if a merchant did. */
  readonly host: string | null
}

/** Money that moved, or was put on hold; minor units. */
export interface Movement {
  readonly orderId: string
  readonly clientOrderId: string
  readonly kind: string
  readonly amountMinor: number
  /** The host name through which the request came that moved it, if a merchant did. */
  readonly host: string | null
}

/** A callback that the gateway sent, or is about to send. */
interface LedgerCallback {
  readonly orderId: string
}

/** A request that reached the gateway, carried out or not. */
export interface LedgerRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly outcome: string
  readonly faults: readonly string[]
  readonly host: string
}

/** All that the gateway has under some names, whoever made it. */
interface WholeLedger {
  readonly transactions: readonly LedgerTransaction[]
  readonly movements: readonly Movement[]
  readonly requests: readonly LedgerRequest[]
  readonly callbacks: readonly LedgerCallback[]
}

/** Everything that the gateway has of one order of the edge, oldest first. */
export interface OrderLedger extends WholeLedger {
  /** Transactions of others under the same reference. */
  readonly others: readonly LedgerTransaction[]
  /** Money of others that the edge moved. */
  readonly movedOfOthers: readonly Movement[]
}

/**
 * What is of one edge, of all that the gateway has.
 *
 * @param host The host name by which the edge calls the gateway. Each edge at an account has its own.
 */
export function ownPart(all: WholeLedger, host: string): OrderLedger {
  const openers = new Map(all.transactions.toReversed().map((stage) => [stage.orderId, stage]))
  const isOwn = ({ orderId }: { readonly orderId: string }) => {
    const opener = openers.get(orderId)
    return opener?.owner === 'shop' && opener.host === host
  }
  return {
    transactions: all.transactions.filter(isOwn),
    movements: all.movements.filter(isOwn),
    callbacks: all.callbacks.filter(isOwn),
    requests: all.requests.filter((one) => one.host === host),
    others: all.transactions.filter((stage) => !isOwn(stage)),
    movedOfOthers: all.movements.filter((movement) => !isOwn(movement) && movement.host === host),
  }
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

/** How many there were of something, and how many of them a fault disturbed. */
export interface DisturbedShare {
  readonly total: number
  readonly disturbed: number
}

/** How often each fault struck, and how many exchanges were disturbed. */
export interface FaultReport {
  readonly rules: readonly { readonly fault: string; readonly fired: number }[]
  readonly exchanges: Readonly<Record<string, DisturbedShare>>
}

/** Reads and steers the sandbox through its control paths, for one edge. */
export class Sandbox {
  readonly #base: string
  readonly #host: string

  /** @param gateway The address by which that edge calls the gateway. */
  constructor(gateway: string) {
    this.#base = `${gateway}/__sandbox`
    this.#host = new URL(gateway).hostname
  }

  /** Reads what happened under a reference, and under the names that begin with it. */
  async ledgerOf(reference: string): Promise<OrderLedger> {
    const { callbacks, ...all } = await this.#json<WholeLedger>(`ledger?clientOrderId=${reference}`)
    const isNamed = ({ clientOrderId }: { clientOrderId: string }) =>
      clientOrderId === reference || clientOrderId.startsWith(`${reference}.`)
    const { transactions, movements, requests } = all
    const named = {
      transactions: transactions.filter(isNamed),
      movements: movements.filter(isNamed),
      requests: requests.filter(isNamed),
    }
    return ownPart({ ...named, callbacks }, this.#host)
  }

  /** Every request since the last reset, whoever sent it. */
  requests = async () => (await this.#json<WholeLedger>('ledger')).requests

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
