/** The sandbox's own word on what happened, and the hands that disturb it. */

/** One stage in the life of an order at the gateway. */
export interface Stage {
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
export interface LoggedRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly outcome: string
  readonly faults: readonly string[]
}

/** What the ledger has of one order, oldest first. */
export interface Slice {
  readonly transactions: readonly Stage[]
  readonly movements: readonly Movement[]
  readonly requests: readonly LoggedRequest[]
}

/** How many exchanges there were, and how many of them were disturbed; and how often each fault was. */
export interface FaultReport {
  readonly rules: readonly { readonly fault: string; readonly fired: number }[]
  readonly exchanges: Readonly<Record<string, { readonly total: number; readonly disturbed: number }>>
}

/** The sandbox's control paths. */
export class Sandbox {
  readonly #base: string

  constructor(gateway: string) {
    this.#base = `${gateway}/__sandbox`
  }

  /** What happened under a reference, and under those that its later attempts had. */
  async slice(reference: string): Promise<Slice> {
    const all = await this.#json<Slice>(`ledger?clientOrderId=${reference}`)
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

  /** Puts rules in the place of all others, and counts anew. */
  async setFaults(rules: readonly object[]): Promise<void> {
    await this.#ask('faults', { method: 'PUT', body: JSON.stringify({ rules }) })
  }

  /** Gives a stage that is processing or unknown its outcome. Harmless where it has one. */
  async settle(stage: Stage, status: 'approved' | 'declined'): Promise<void> {
    const { clientOrderId, orderId } = stage
    const body = JSON.stringify({ clientOrderId, orderId, status })
    await fetch(`${this.#base}/settle`, { method: 'POST', body }).then((reply) => reply.text())
  }

  async #json<Body>(path: string): Promise<Body> {
    return (await (await this.#ask(path)).json()) as Body
  }

  async #ask(path: string, init?: RequestInit): Promise<Response> {
    const url = `${this.#base}/${path}`
    // A connection that was kept open may close just now; all that is asked may be asked twice.
    const reply = await fetch(url, init).catch(() => fetch(url, init))
    if (!reply.ok) throw new Error(`the sandbox answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
}
