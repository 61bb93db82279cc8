import { majorUnits } from '../api/minor-units.ts'
import type { CallbackQueue } from '../callbacks/callback-queue.ts'
import type { Settings } from '../settings.ts'
import { dueAt } from '../store/charge-schedule.ts'
import type { OrderStore } from '../store/order-store.ts'
import type { RecurringPayment, RecurringPayments } from '../store/recurring-payments.ts'
import { type Transaction, tdsStep } from '../store/transaction.ts'
import type { ThreeDs } from '../three-ds/three-ds-state.ts'

interface LedgerStores {
  readonly store: OrderStore
  readonly callbacks: CallbackQueue
  readonly settings: Settings
  readonly recurringPayments: RecurringPayments
}

/**
 * Returns everything that happened since the last reset, oldest first.
 *
 * Amounts have the currency's decimals. A verification has the amount `0` and no currency.
 *
 * @param prefix Limits the ledger to merchant order ids that start with this. Default: all.
 */
export function ledger({ store, callbacks, settings, recurringPayments }: LedgerStores, prefix = '') {
  const transactions = store.transactions(prefix)
  return {
    transactions: transactions.map((transaction) => transactionEntry(transaction, settings.login)),
    movements: store
      .movements(prefix)
      .map((movement) => ({ ...movement, ...money(movement), ...whose(movement), at: iso(movement.at) })),
    recurringPayments: recurringPayments.all(prefix).map(recurringEntry),
    callbacks: callbacks.of(new Set(transactions.map(({ orderId }) => orderId))),
    requests: store.requests(prefix).map((request) => ({ ...request, at: iso(request.at) })),
  }
}

function transactionEntry(transaction: Transaction, login: string) {
  const { orderId, clientOrderId, serialNumber, endpoint, type, status, email, card, outcome, description } =
    transaction
  return {
    ...{ orderId, clientOrderId, serialNumber, login, endpoint, type, status },
    ...money(transaction),
    ...whose(transaction),
    email,
    description,
    createdAt: iso(transaction.createdAt),
    last4: card?.last4 ?? null,
    errorCode: outcome?.errorCode ?? null,
    verified3d: outcome?.verified3d ?? null,
    threeDs: transaction.threeDs ? threeDsOf(transaction.threeDs, transaction) : null,
  }
}

/** What the bank and the gateway received during 3-D Secure. */
function threeDsOf({ visits, uploaded, notificationUrl }: ThreeDs, transaction: Transaction) {
  return {
    step: tdsStep(transaction) ?? null,
    uploaded: uploaded ?? null,
    notificationUrl: notificationUrl ?? null,
    visits: visits.map((visit) => ({ ...visit, at: iso(visit.at) })),
  }
}

function recurringEntry(payment: RecurringPayment) {
  const { id, clientOrderId, card, schedule, charges } = payment
  const { period, interval, startedAt } = schedule
  return {
    ...{ id, clientOrderId, last4: card.last4 },
    ...money(payment),
    ...{ period, interval, startedAt: iso(startedAt), charges },
    nextChargeAt: iso(dueAt(schedule, charges + 1)),
  }
}

/** Whose order it is, and the host name through which the merchant's request came, if one did. */
const whose = ({ owner, host }: Pick<Transaction, 'owner' | 'host'>) => ({
  owner: owner ?? 'shop',
  host: host ?? null,
})

function money({ amountMinor, currency }: { amountMinor: number; currency?: string }) {
  return {
    amount: currency ? majorUnits(amountMinor, currency) : '0',
    amountMinor,
    currency: currency ?? null,
  }
}

const iso = (at: number) => new Date(at).toISOString()
