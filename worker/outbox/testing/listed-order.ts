/** For tests: entries of the list. */
import { without } from '../../../shared/without.ts'
import type { KeptEntry, OrderEntry } from '../listed-order.ts'

/** An order id that sorts by its number. */
export const idOf = (number: number) => `order-${String(number).padStart(26, '0')}`

/** Columns that tests fill by many rows at once; a step of the schema adds others, which stay empty. */
export const FILLED = `started_at, id, reference, intent, amount, currency, description, status, needs_attention, test,
  updated_at, seq, captured, returned, charged_back, status_since, attention, shopper, last_four`

/** An order that began `number` milliseconds after the epoch, with a test's own changes. */
export const entryWith = (number: number, changes: Partial<OrderEntry> = {}): OrderEntry => ({
  id: idOf(number),
  reference: idOf(number),
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  captured: '0.00',
  returned: '0.00',
  chargedBack: '0.00',
  description: 'A tin of tea',
  status: 'processing',
  needsAttention: false,
  attention: changes.needsAttention ? ['outcome-unknown'] : [],
  test: true,
  startedAt: number,
  updatedAt: number,
  seq: 1,
  ...changes,
})

/** The entry as the list has it, if its status is as old as its last change. What it is found by is not in it. */
export const kept = (entry: OrderEntry): KeptEntry => ({
  ...without(entry, 'shopper', 'lastFour'),
  statusSince: entry.updatedAt,
})

/** What takes an entry out of the index: its id, and the moment of its beginning. */
export const removalOf = ({ id, startedAt }: OrderEntry) =>
  [id, { from: startedAt, to: startedAt + 1 }] as const
