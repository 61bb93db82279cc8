import { type Context, Hono } from 'hono'
import type { Backend } from './backend.ts'
import { readForm } from './fields.ts'
import { challengePage } from './pages/challenge-page.ts'
import { gonePage } from './pages/other-pages.ts'
import { respond } from './pages/page.ts'
import { settleWith } from './settlement.ts'
import { type Challenge, isChallenged, type Outcome, type Transaction } from './transactions.ts'

/** What proves to the test bank that the cardholder is the cardholder. */
export const CODE_WORD = 'hint'

/** How often a wrong word may be given before the bank gives up. */
const MAX_WRONG_WORDS = 3

const REFUSED: Outcome = {
  status: 'declined',
  errorCode: '107',
  errorMessage: 'Cardholder was not recognised',
  verified3d: 'NOT_AUTHENTICATED',
}

/** The test bank's page, under `/acs/{token}`: it asks the cardholder for the code word. */
export function bankPage(backend: Backend): Hono {
  const routes = new Hono()
  const find = (c: Context) => backend.store.newest('challengeToken', c.req.param('token') ?? '')
  const tryAgain = (c: Context, transaction: Transaction, challenge: Challenge) => {
    const wrongWords = challenge.wrongWords + 1
    backend.store.save({ ...transaction, challenge: { ...challenge, wrongWords } })
    const problem = 'That is not the word. Please try again.'
    return respond(c, challengePage(transaction, backend.settings.url, problem), 422)
  }
  const form = ({ formToken }: Transaction) => `${backend.settings.url}/form/${formToken}`
  const back = (transaction: Transaction) => `${form(transaction)}/return`

  routes.get('/:token', (c) => {
    const transaction = find(c)
    if (!transaction) return respond(c, gonePage(), 404)
    // Not to the page that leaves by itself: Back from the shop comes through here and would be a trap.
    if (!isChallenged(transaction)) return c.redirect(form(transaction), 303)
    return respond(c, challengePage(transaction, backend.settings.url))
  })

  routes.post('/:token', async (c) => {
    // Read first: nothing may come between looking at the transaction and settling it.
    const typed = await readForm(c.req.raw)
    const transaction = find(c)
    if (!transaction?.challenge) return respond(c, gonePage(), 404)
    if (!isChallenged(transaction)) return c.redirect(back(transaction), 303)
    const outcome = judge(typed, transaction.challenge)
    if (!outcome) return tryAgain(c, transaction, transaction.challenge)
    settleWith(outcome, transaction, backend)
    return c.redirect(back(transaction), 303)
  })

  return routes
}

/** @returns The outcome, or `undefined` if the cardholder may try again. */
function judge(form: URLSearchParams, { then, wrongWords }: Challenge): Outcome | undefined {
  if (form.get('action') === 'refuse') return REFUSED
  if (form.get('word')?.trim().toLowerCase() === CODE_WORD) return then
  return wrongWords + 1 < MAX_WRONG_WORDS ? undefined : REFUSED
}
