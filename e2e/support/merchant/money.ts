/** The gateway's ledger of one order, as text. */
import { isOf, readLedger } from '../ledger.ts'

/** The money that moved for an order, as text: `charge 12.50 EUR`. */
export async function movedFor(reference: string): Promise<string[]> {
  const { movements } = await readLedger()
  return movements
    .filter(isOf(reference))
    .map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)
}

/** The transactions of an order, as text: `sale approved`. */
export async function stagesOf(reference: string): Promise<string[]> {
  const { transactions } = await readLedger()
  return transactions.filter(isOf(reference)).map(({ type, status }) => `${type} ${status}`)
}

/** The requests that reached the gateway for an order, without polls. */
export async function requestsFor(reference: string): Promise<string[]> {
  const { requests } = await readLedger()
  return requests
    .filter((one) => isOf(reference)(one) && one.operation !== 'status')
    .map(({ operation, outcome }) => `${operation} ${outcome}`)
}

/** The answers to all requests for one operation, of one order or of all. */
export async function requestsTo(operation: string, reference?: string): Promise<string[]> {
  const { requests } = await readLedger()
  return requests
    .filter((one) => one.operation === operation && (reference === undefined || isOf(reference)(one)))
    .map(({ outcome }) => outcome)
}

/** The callbacks for an order and what became of them, as text: `sale answered`. */
export async function callbacksFor(reference: string): Promise<string[]> {
  const { transactions, callbacks } = await readLedger()
  return transactions
    .filter(isOf(reference))
    .flatMap(({ orderId, type }) =>
      callbacks
        .filter((callback) => callback.orderId === orderId)
        .map(({ answered }) => `${type} ${answered ? 'answered' : 'not answered'}`),
    )
}
