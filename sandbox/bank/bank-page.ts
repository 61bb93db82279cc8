import { type Context, Hono } from 'hono'
import { readForm } from '../api/params.ts'
import { type DeadlineStores, timeLeft } from '../cards/challenge-deadlines.ts'
import { settle } from '../money/settlement.ts'
import { challengePage } from '../pages/challenge-page.ts'
import { sendPage } from '../pages/page.ts'
import { notFoundPage } from '../pages/result-pages.ts'
import { isChallenged, type Transaction } from '../store/transaction.ts'
import { NOT_RECOGNISED } from '../three-ds/test-banks.ts'
import type { Challenge } from '../three-ds/three-ds-state.ts'
import { checkOtp, WRONG_OTP } from './otp.ts'

/** The test bank's page, under `/acs/{token}`, to which the gateway redirects. It asks the cardholder for the code word. */
export function bankPage(stores: DeadlineStores): Hono {
  const routes = new Hono()
  const find = (c: Context) => stores.store.newest('challengeToken', c.req.param('token') ?? '')
  const question = (transaction: Transaction) => ({
    action: `/acs/${transaction.challenge?.token}`,
    formAction: `'self' ${new URL(stores.settings.url).origin}`,
    merchant: stores.settings.login,
    leftMs: timeLeft(transaction, stores),
  })
  const tryAgain = (c: Context, transaction: Transaction, challenge: Challenge) => {
    const wrongWords = challenge.wrongWords + 1
    stores.store.save({ ...transaction, challenge: { ...challenge, wrongWords } })
    return sendPage(c, challengePage(transaction, question(transaction), WRONG_OTP), 422)
  }
  const form = ({ formToken }: Transaction) => `${stores.settings.url}/form/${formToken}`
  const back = (transaction: Transaction) => `${form(transaction)}/return`

  routes.get('/:token', (c) => {
    const transaction = find(c)
    if (!transaction) return sendPage(c, notFoundPage(), 404)
    // Not to `/return`, which leaves for the shop by itself: a shopper who presses Back would be trapped.
    if (!isChallenged(transaction)) return c.redirect(form(transaction), 303)
    return sendPage(c, challengePage(transaction, question(transaction)))
  })

  routes.post('/:token', async (c) => {
    // Read the body first: nothing may happen between reading the transaction and settling it.
    const typed = await readForm(c.req.raw)
    const transaction = find(c)
    if (!transaction?.challenge) return sendPage(c, notFoundPage(), 404)
    if (!isChallenged(transaction)) return c.redirect(back(transaction), 303)
    const result = checkOtp(typed, transaction.challenge.wrongWords)
    if (!result) return tryAgain(c, transaction, transaction.challenge)
    settle(result === 'Y' ? transaction.challenge.recognised : NOT_RECOGNISED, transaction, stores)
    return c.redirect(back(transaction), 303)
  })

  return routes
}
