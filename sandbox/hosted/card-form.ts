import { type Context, Hono } from 'hono'
import { readForm } from '../api/params.ts'
import { present } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { outcomeFields } from '../callbacks/callback-delivery.ts'
import { type CardField, parseCard, parseCode, type Typed } from '../cards/card-input.ts'
import { payWith } from '../cards/card-payment.ts'
import { masked } from '../cards/card-vault.ts'
import { findSavedCard, useSavedCard } from '../cards/saved-cards.ts'
import type { Outcome } from '../money/outcome.ts'
import { settleWith } from '../money/settlement.ts'
import { isChallenged, isOpen, type Transaction, takesCard } from '../money/transaction.ts'
import { type CardProblem, cardPage } from '../pages/card-page.ts'
import { type Page, respond } from '../pages/page.ts'
import { gonePage, resultPage, waitingPage } from '../pages/result-pages.ts'

/** Cancelling ends the payment: the shop is told at once, and a new attempt is a new form. */
export const CANCELLED: Outcome = {
  status: 'declined',
  errorCode: '17',
  errorMessage: 'Cancelled by the customer',
}

/** The card page and what comes after it, under `/form/{token}`. */
export function hostedPage(backend: Backend): Hono {
  const routes = new Hono()
  const find = (c: Context) => backend.store.newest('formToken', c.req.param('token') ?? '')

  routes.get('/:token', (c) => {
    const transaction = find(c)
    if (!transaction) return respond(c, gonePage(), 404)
    if (takesCard(transaction)) return respond(c, askFor(transaction, backend))
    if (isChallenged(transaction)) return respond(c, waitingPage(next(transaction, backend)))
    return respond(c, resultPage(transaction, returnFields(transaction, backend)))
  })

  routes.post('/:token', async (c) => {
    // Read first: nothing may come between looking at the transaction and paying it.
    const form = await readForm(c.req.raw)
    const transaction = find(c)
    if (!transaction) return respond(c, gonePage(), 404)
    const problem = takesCard(transaction) ? submit(form, transaction, backend) : undefined
    if (problem) return respond(c, askFor(transaction, backend, problem), 422)
    return c.redirect(next(find(c) ?? transaction, backend), 303)
  })

  routes.get('/:token/return', (c) => {
    const transaction = find(c)
    if (!transaction) return respond(c, gonePage(), 404)
    if (isOpen(transaction)) return c.redirect(`/form/${transaction.formToken}`, 303)
    return respond(c, resultPage(transaction, returnFields(transaction, backend), 'at-once'))
  })

  return routes
}

/** Acts on the card form. @returns What has to be typed again, if anything. */
function submit(form: URLSearchParams, transaction: Transaction, backend: Backend): CardProblem | undefined {
  if (form.get('action') === 'cancel') {
    settleWith(CANCELLED, transaction, backend)
    return undefined
  }
  const typed = (field: CardField) => form.get(field) ?? ''
  const result = readTyped(typed, transaction, backend)
  if ('errors' in result) return { errors: result.errors, typed }
  payWith(result.card, transaction, backend)
  return undefined
}

function readTyped(typed: Typed, transaction: Transaction, backend: Backend) {
  const saved = savedCardOf(transaction, backend)
  if (!saved) return parseCard(typed, backend.now())
  const result = parseCode(typed)
  return 'errors' in result ? result : { card: useSavedCard(saved, result.code, backend) }
}

const savedCardOf = ({ savedCardRefId }: Transaction, backend: Backend) =>
  savedCardRefId ? findSavedCard(savedCardRefId, backend) : undefined

/** The card page, which shows a saved card and asks for its code alone. */
function askFor(transaction: Transaction, backend: Backend, problem?: CardProblem): Page {
  const saved = savedCardOf(transaction, backend)
  const shown = saved && masked(saved.card, backend.records)
  return cardPage(transaction, { bankUrl: backend.settings.bankUrl, saved: shown, problem })
}

/** Where the shopper goes from here. */
function next(transaction: Transaction, { settings }: Backend): string {
  if (isChallenged(transaction)) return `${settings.bankUrl}/acs/${transaction.challenge?.token}`
  return `/form/${transaction.formToken}${isOpen(transaction) ? '' : '/return'}`
}

/** What the shopper's browser carries back, or `undefined` where a fault rule keeps it from going. */
export function returnFields(transaction: Transaction, { faults, settings }: Backend) {
  const fields = {
    ...outcomeFields(transaction, settings.controlKey),
    ...present({ phone: transaction.phone, 'card-holder-name': transaction.card?.holder }),
  }
  return faults.messages('browser-return', transaction.clientOrderId, fields)[0]?.fields
}
