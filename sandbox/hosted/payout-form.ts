import { type Context, Hono } from 'hono'
import { readForm } from '../api/params.ts'
import { returnParams } from '../callbacks/callback-params.ts'
import { type SettlementStores, settle } from '../money/settlement.ts'
import { sendPage } from '../pages/page.ts'
import { type PayoutProblem, payoutFormPage } from '../pages/payout-form-page.ts'
import { notFoundPage, resultPage } from '../pages/result-pages.ts'
import { type PayoutFormValues, parsePayout } from '../payouts/payout-input.ts'
import { outcomeBySum, worstOf } from '../payouts/test-accounts-and-amounts.ts'
import { isOpen, type Transaction } from '../store/transaction.ts'
import { CANCELLED } from './card-form.ts'

/** The hosted payout form and the page after it, under `/payout/{token}`. */
export function payoutPage(stores: SettlementStores): Hono {
  const routes = new Hono()
  const find = (c: Context) => {
    const transaction = stores.store.newest('formToken', c.req.param('token') ?? '')
    return transaction?.type === 'payout' ? transaction : undefined
  }

  routes.get('/:token', (c) => {
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    if (isOpen(transaction)) return sendPage(c, payoutFormPage(transaction))
    return sendPage(c, resultPage(transaction, returnParams(transaction, stores)))
  })

  routes.post('/:token', async (c) => {
    // Read the body first: nothing may happen between reading the transaction and paying it.
    const form = await readForm(c.req.raw)
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    const problem = isOpen(transaction) ? submit(form, transaction, stores) : undefined
    if (problem) return sendPage(c, payoutFormPage(transaction, problem), 422)
    return c.redirect(`/payout/${transaction.formToken}/return`, 303)
  })

  routes.get('/:token/return', (c) => {
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    if (isOpen(transaction)) return c.redirect(`/payout/${transaction.formToken}`, 303)
    return sendPage(c, resultPage(transaction, returnParams(transaction, stores), 'at-once'))
  })

  return routes
}

/** Submits the form. @returns What the customer has to correct, if anything. */
function submit(
  form: URLSearchParams,
  transaction: Transaction,
  stores: SettlementStores,
): PayoutProblem | undefined {
  if (form.get('action') === 'cancel') {
    settle(CANCELLED, transaction, stores)
    return undefined
  }
  const typed: PayoutFormValues = (field) => form.get(field) ?? ''
  const result = parsePayout(typed)
  if ('errors' in result) return { errors: result.errors, typed }
  const { destination, outcome } = result
  const sent = worstOf(outcome, outcomeBySum(transaction.amountMinor, transaction.currency ?? ''))
  settle(sent, { ...transaction, destination }, stores)
  return undefined
}
