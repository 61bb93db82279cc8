/** What an order keeps on disk: its state with the events that led there, and personal data apart from both. */
import type { Customer } from '../../shared/customer.ts'
import type { OrderEvent } from './events.ts'
import type { Payer } from './form-input.ts'
import type { OrderState } from './state.ts'

/** Events of an order that are kept for whoever has to find out what happened. */
const MAX_LOG = 200

interface Stored {
  readonly state: OrderState
  readonly log: readonly { readonly at: number; readonly event: OrderEvent }[]
}

/** The order's memory. Reads and writes are synchronous, so that nothing comes between a decision and its record. */
export class Memory {
  readonly #kv: SyncKvStorage
  #stored: Stored | undefined

  constructor(storage: DurableObjectStorage) {
    this.#kv = storage.kv
    this.#stored = this.#kv.get<Stored>('order')
  }

  /** The order as it stands; `undefined` before it is opened. */
  get state(): OrderState | undefined {
    return this.#stored?.state
  }

  /** Writes a new state, with the event that made it. One row. */
  save(state: OrderState, at: number, event?: OrderEvent): void {
    const log = this.#stored?.log ?? []
    const stored = { state, log: event ? [...log, { at, event }].slice(-MAX_LOG) : log }
    this.#kv.put('order', stored)
    this.#stored = stored
  }

  /** What is known of the shopper. */
  get payer(): Payer {
    return this.#kv.get<Payer>('personal') ?? { customer: {}, ip: '' }
  }

  /** Adds to what is known of the shopper. Writes nothing if it is known already. */
  remember(customer: Customer = {}, ip?: string): void {
    const known = this.payer
    const payer: Payer = { customer: { ...known.customer, ...customer }, ip: ip ?? known.ip }
    if (JSON.stringify(payer) !== JSON.stringify(known)) this.#kv.put('personal', payer)
  }
}
