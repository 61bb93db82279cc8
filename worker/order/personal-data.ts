/** Shows a shopper's data to the merchant, and notes who reads it. */
import type { Customer } from '../../shared/customer.ts'
import { log } from '../config/log.ts'
import { payingCustomer } from './model/payer.ts'
import type { OrderRecord } from './record.ts'

/**
 * Reads the data of the order's customer for a merchant key, until it is erased: of who paid or, until somebody has, the
 * order's own. Each read has a line in the log of the Worker, and the order's history has the first one of each key and day.
 * The caller checked that the key may.
 *
 * @param by Name of the merchant key.
 * @returns `undefined` where nothing is known of the shopper, or no more. Then nothing was read, and nothing is noted.
 */
export function readCustomer(record: OrderRecord, by: string): Customer | undefined {
  const { state, storage } = record
  if (!state) return undefined
  const customer = payingCustomer(storage.payer, state)
  if (Object.keys(customer).length === 0) return undefined
  log('personal-data-read', { order: state.terms.id, by })
  storage.noteRead({ by, at: Date.now() })
  return customer
}
