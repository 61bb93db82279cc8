/** A page that follows one order over its live socket, and keeps account of what it was told. */
import type { OrderView } from '../../shared/order-view.ts'

/** A message of the socket: the order comes with it if it is news. */
interface LiveMessage {
  readonly seq: number
  readonly order?: OrderView
}

/** The newest view of one order, as its socket tells it. */
export class LiveSocket {
  readonly id: string
  /** The newest view. */
  last: OrderView | undefined
  /** How often the edge or the network closed the socket, or sent an older view after a newer one. */
  faults: string[] = []
  readonly #socket: WebSocket
  readonly #opened = Promise.withResolvers<void>()
  readonly #waiting = new Set<() => void>()
  #isLeaving = false

  /**
   * @param edge The edge's origin on this machine.
   * @param opened The order, and a token that may read it.
   */
  constructor(edge: string, { id, token }: { readonly id: string; readonly token: string }) {
    this.id = id
    const address = `${edge.replace(/^http/, 'ws')}/v1/orders/${id}/live`
    this.#socket = new WebSocket(address, ['pay-checkout.v1', `token.${token}`])
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
    this.#socket.addEventListener('close', ({ code }) => this.#closed(code))
  }

  /** Waits for the first message. @throws {Error} If the socket does not open. */
  ready(): Promise<void> {
    return this.#opened.promise
  }

  /**
   * Waits for a view.
   *
   * @returns Whether it came in time.
   */
  async until(isMet: (view: OrderView) => boolean, limitMs: number): Promise<boolean> {
    const late = AbortSignal.timeout(limitMs)
    while (!(this.last && isMet(this.last)) && !late.aborted) await this.#next(late)
    return this.last !== undefined && isMet(this.last)
  }

  leave(): void {
    this.#isLeaving = true
    this.#socket.close()
  }

  #next(late: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const told = () => {
        this.#waiting.delete(told)
        late.removeEventListener('abort', told)
        resolve()
      }
      this.#waiting.add(told)
      late.addEventListener('abort', told)
    })
  }

  #receive({ seq, order }: LiveMessage): void {
    if (this.last && seq < this.last.seq) this.faults.push(`${seq} after ${this.last.seq}`)
    if (order) this.last = order
    this.#opened.resolve()
    for (const told of [...this.#waiting]) told()
  }

  #closed(code: number): void {
    if (!this.#isLeaving) this.faults.push(`closed with ${code}`)
    this.#opened.reject(new Error(`the socket was closed with ${code}`))
    // Nobody may be waiting for it any more.
    this.#opened.promise.catch(() => undefined)
  }
}
