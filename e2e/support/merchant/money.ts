/** What the gateway's ledger says of one order. */
import { readLedger } from '../ledger.ts'

/** The money that moved for an order, as text: `charge 12.50 EUR`. */
export async function movedFor(reference: string): Promise<string[]> {
  const { movements } = await readLedger()
  return movements
    .filter(({ clientOrderId }) => clientOrderId === reference)
    .map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)
}

/** The stages of an order at the gateway, as text: `sale approved`. */
export async function stagesOf(reference: string): Promise<string[]> {
  const { transactions } = await readLedger()
  return transactions
    .filter(({ clientOrderId }) => clientOrderId === reference)
    .map(({ type, status }) => `${type} ${status}`)
}

/** What reached the gateway for an order, but for questions. */
export async function requestsFor(reference: string): Promise<string[]> {
  const { requests } = await readLedger()
  return requests
    .filter(({ clientOrderId, operation }) => clientOrderId === reference && operation !== 'status')
    .map(({ operation, outcome }) => `${operation} ${outcome}`)
}

/** How each request for one operation was answered; those of one order, or all. */
export async function requestsTo(operation: string, reference?: string): Promise<string[]> {
  const { requests } = await readLedger()
  return requests
    .filter((one) => one.operation === operation && (reference ?? one.clientOrderId) === one.clientOrderId)
    .map(({ outcome }) => outcome)
}

/** What the gateway told of an order, and whether it was heard, as text: `sale answered`. */
export async function callbacksFor(reference: string): Promise<string[]> {
  const { transactions, callbacks } = await readLedger()
  return transactions
    .filter(({ clientOrderId }) => clientOrderId === reference)
    .flatMap(({ orderId, type }) =>
      callbacks
        .filter((callback) => callback.orderId === orderId)
        .map(({ answered }) => `${type} ${answered ? 'answered' : 'not answered'}`),
    )
}
