import { type Context, Hono } from 'hono'
import { CANCELLED_CODE } from '../api/error-codes.ts'
import type { Outcome } from '../api/outcome.ts'
import { readForm } from '../api/params.ts'
import { returnParams } from '../callbacks/callback-params.ts'
import { type CardField, type FormValues, parseCard, parseCode } from '../cards/card-input.ts'
import { type CardPaymentStores, payOnHostedPage } from '../cards/card-payment.ts'
import { maskedNumber } from '../cards/card-vault.ts'
import { findSavedCard, useSavedCard } from '../cards/saved-cards.ts'
import { settle } from '../money/settlement.ts'
import { type CardProblem, cardPage } from '../pages/card-page.ts'
import { type Page, sendPage } from '../pages/page.ts'
import { notFoundPage, resultPage, waitingPage } from '../pages/result-pages.ts'
import { isChallenged, isOpen, type Transaction, takesCard } from '../store/transaction.ts'

/** Cancel ends the payment at once. For a new attempt the shop opens a new form. */
export const CANCELLED: Outcome = {
  status: 'declined',
  errorCode: CANCELLED_CODE,
  errorMessage: 'Cancelled by the customer',
}

/** The hosted card form and the pages after it, under `/form/{token}`. */
export function hostedPage(stores: CardPaymentStores): Hono {
  const routes = new Hono()
  const find = (c: Context) => stores.store.newest('formToken', c.req.param('token') ?? '')

  routes.get('/:token', (c) => {
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    if (takesCard(transaction)) return sendPage(c, formPage(transaction, stores))
    if (isChallenged(transaction)) return sendPage(c, waitingPage(nextAddress(transaction, stores)))
    return sendPage(c, resultPage(transaction, returnParams(transaction, stores)))
  })

  routes.post('/:token', async (c) => {
    // Read the body first: nothing may happen between reading the transaction and paying it.
    const form = await readForm(c.req.raw)
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    const problem = takesCard(transaction) ? submit(form, transaction, stores) : undefined
    if (problem) return sendPage(c, formPage(transaction, stores, problem), 422)
    return c.redirect(nextAddress(find(c) ?? transaction, stores), 303)
  })

  routes.get('/:token/return', (c) => {
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    if (isOpen(transaction)) return c.redirect(`/form/${transaction.formToken}`, 303)
    return sendPage(c, resultPage(transaction, returnParams(transaction, stores), 'at-once'))
  })

  return routes
}

/** Submits the card form. @returns What the shopper has to correct, if anything. */
function submit(
  form: URLSearchParams,
  transaction: Transaction,
  stores: CardPaymentStores,
): CardProblem | undefined {
  if (form.get('action') === 'cancel') {
    settle(CANCELLED, transaction, stores)
    return undefined
  }
  const typed = (field: CardField) => form.get(field) ?? ''
  const result = readTyped(typed, transaction, stores)
  if ('errors' in result) return { errors: result.errors, typed }
  payOnHostedPage(result.card, transaction, stores)
  return undefined
}

function readTyped(typed: FormValues, transaction: Transaction, stores: CardPaymentStores) {
  const saved = savedCardOf(transaction, stores)
  if (!saved) return parseCard(typed, stores.now())
  const result = parseCode(typed)
  return 'errors' in result ? result : { card: useSavedCard(saved, result.code, stores) }
}

const savedCardOf = ({ savedCardRefId }: Transaction, stores: CardPaymentStores) =>
  savedCardRefId ? findSavedCard(savedCardRefId, stores) : undefined

/** The card page. For a saved card it asks only for the security code. */
function formPage(transaction: Transaction, stores: CardPaymentStores, problem?: CardProblem): Page {
  const saved = savedCardOf(transaction, stores)
  const shown = saved && maskedNumber(saved.card, stores.records)
  return cardPage(transaction, { bankUrl: stores.settings.bankUrl, saved: shown, problem })
}

/** Where the shopper goes next. */
function nextAddress(transaction: Transaction, { settings }: CardPaymentStores): string {
  if (isChallenged(transaction)) return `${settings.bankUrl}/acs/${transaction.challenge?.token}`
  return `/form/${transaction.formToken}${isOpen(transaction) ? '' : '/return'}`
}
