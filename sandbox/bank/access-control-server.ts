import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isWebAddress, readForm } from '../api/params.ts'
import { type Transaction, tdsStep } from '../money/transaction.ts'
import { cookiesPage, noticePage, postPage } from '../pages/acs-pages.ts'
import { challengePage } from '../pages/challenge-page.ts'
import { sendPage } from '../pages/page.ts'
import { notFoundPage } from '../pages/result-pages.ts'
import { type AcsProtocol, THREE_DS_1, THREE_DS_2 } from './acs-protocols.ts'
import { type DeadlineStores, recordVisit, timeLeft } from './challenge-deadlines.ts'
import { checkOtp, WRONG_OTP } from './otp.ts'
import { TEST_BANKS } from './test-banks.ts'
import { decodeMerchantMessage, encodeV2, encodeV2Padded, type TransStatus } from './three-ds-messages.ts'
import type { ThreeDs, Visit } from './three-ds-state.ts'

/** The step of an order that the bank is asked about. */
interface BankRequest {
  readonly order: Transaction
  readonly threeDs: ThreeDs
  readonly dialogue: AcsProtocol
}

/** The test bank's pages for merchants that carry out 3-D Secure themselves, under `/3ds`. */
export function accessControlServer(stores: DeadlineStores): Hono {
  const routes = new Hono()
  routes.post('/method/:behaviour', async (c) => {
    const page = methodPage(await readForm(c.req.raw), c.req.param('behaviour'), stores)
    return page ? sendPage(c, page) : sendPage(c, notFoundPage(), 404)
  })
  for (const dialogue of [THREE_DS_2, THREE_DS_1]) {
    const byId = (c: Context) => find(c.req.param('id'), dialogue, stores)
    routes.post(`/${dialogue.step}`, async (c) => {
      const form = await readForm(c.req.raw)
      if (isSlow(find(dialogue.idOf(form), dialogue, stores)))
        await scheduler.wait(stores.settings.bankTimes.slowMs)
      return openChallenge(c, find(dialogue.idOf(form), dialogue, stores), form, stores)
    })
    routes.get(`/${dialogue.step}/:id`, (c) => reopenChallenge(c, byId(c), stores))
    routes.post(`/${dialogue.step}/:id`, async (c) => {
      // Read first: nothing may come between looking at the order and counting a wrong word.
      const form = await readForm(c.req.raw)
      return answerChallenge(c, byId(c), form, stores)
    })
  }
  return routes
}

/** Looks at the browser, says so to the merchant's address or keeps quiet. */
function methodPage(form: URLSearchParams, behaviour: string, { settings }: DeadlineStores) {
  const { threeDSServerTransID, threeDSMethodNotificationURL: url } =
    decodeMerchantMessage(form.get('threeDSMethodData') ?? '') ?? {}
  if (typeof threeDSServerTransID !== 'string' || typeof url !== 'string' || !isWebAddress(url))
    return undefined
  if (behaviour === 'silent') return noticePage('This page never answers.')
  const write = behaviour === 'padded' ? encodeV2Padded : encodeV2
  const values = { threeDSMethodData: write({ threeDSServerTransID }) }
  return postPage({ url, values, afterMs: behaviour === 'slow' ? settings.bankTimes.slowMethodMs : 0 })
}

function find(id: unknown, dialogue: AcsProtocol, { store }: DeadlineStores): BankRequest | undefined {
  const order = typeof id === 'string' ? store.newest('threeDsId', id) : undefined
  const { threeDs } = order ?? {}
  const isItsStep = threeDs && TEST_BANKS[threeDs.kind].steps?.includes(dialogue.step)
  return order && threeDs && isItsStep ? { order, threeDs, dialogue } : undefined
}

const isSlow = (asked: BankRequest | undefined) => Boolean(asked && TEST_BANKS[asked.threeDs.kind].isSlow)

const isDue = ({ order, dialogue }: BankRequest) => tdsStep(order) === dialogue.step

/** The merchant brings its question. */
function openChallenge(
  c: Context,
  asked: BankRequest | undefined,
  form: URLSearchParams,
  stores: DeadlineStores,
) {
  if (!asked || !isDue(asked)) return sendPage(c, notFoundPage(), 404)
  const { dialogue, threeDs } = asked
  const { asksOnce, needsCookies } = TEST_BANKS[threeDs.kind]
  const problem = asksOnce && threeDs.visits.length > 0 ? OPENED_BEFORE : dialogue.problemOf(form)
  if (problem) return sendPage(c, noticePage(problem), 422)
  const opened = { ...asked, order: recordVisit(visitOf(c, dialogue, form, stores), asked.order, stores) }
  return needsCookies ? c.redirect(addressOf(asked), 303) : sendPage(c, formPage(opened, stores))
}

const OPENED_BEFORE = 'This page was opened before. For your safety it does not open again.'

function visitOf(
  c: Context,
  { carried, windowSizeOf }: AcsProtocol,
  form: URLSearchParams,
  { now }: DeadlineStores,
): Visit {
  const [destination, windowSize] = [c.req.header('Sec-Fetch-Dest'), windowSizeOf(form)]
  return {
    at: now(),
    ...(destination && { destination }),
    ...(windowSize && { windowSize }),
    carried: Object.fromEntries([...form].filter(([name]) => carried.includes(name))),
  }
}

/** The question once more, at an address of its own: for a new window, and for the bank that looks for its cookie. */
function reopenChallenge(c: Context, asked: BankRequest | undefined, stores: DeadlineStores) {
  if (!asked || !isDue(asked) || !asked.threeDs.visits.length) return sendPage(c, notFoundPage(), 404)
  if (!TEST_BANKS[asked.threeDs.kind].needsCookies || hasBankCookie(c))
    return sendPage(c, formPage(asked, stores))
  if (c.req.query('cookie') === 'set') return sendPage(c, cookiesPage(addressOf(asked)))
  setBankCookie(c)
  return c.redirect(`${addressOf(asked)}?cookie=set`, 303)
}

/**
 * Judges what the cardholder typed. The answer is made anew each time: only the upload of it decides. Where nobody waits
 * for it any more it is a no, so that a cardholder who is late gets back to the shop.
 */
function answerChallenge(
  c: Context,
  asked: BankRequest | undefined,
  form: URLSearchParams,
  stores: DeadlineStores,
) {
  const visit = asked?.threeDs.visits.at(-1)
  if (!asked || !visit) return sendPage(c, notFoundPage(), 404)
  const { order, threeDs } = asked
  const result = isDue(asked) ? checkOtp(form, threeDs.wrongWords) : 'N'
  if (result) return sendPage(c, answerPage(asked, result, visit))
  stores.store.save({ ...order, threeDs: { ...threeDs, wrongWords: threeDs.wrongWords + 1 } })
  return sendPage(c, formPage(asked, stores, WRONG_OTP), 422)
}

function answerPage({ dialogue, threeDs }: BankRequest, result: TransStatus, visit: Visit) {
  const answer = dialogue.answer(threeDs, result, visit)
  if (typeof answer === 'string') return noticePage(answer)
  const { target } = TEST_BANKS[threeDs.kind]
  return postPage({ ...answer, ...(target && { target }) })
}

function formPage(asked: BankRequest, stores: DeadlineStores, problem?: string) {
  const { order, threeDs } = asked
  const action = addressOf(asked)
  const question = {
    action,
    formAction: "'self'",
    merchant: stores.settings.login,
    leftMs: timeLeft(order, stores),
    ...(TEST_BANKS[threeDs.kind].breaksOut && { breakOutTo: action }),
  }
  return challengePage(order, question, problem)
}

const addressOf = ({ dialogue, threeDs }: BankRequest) => `/3ds/${dialogue.step}/${threeDs.id}`

const NAME = 'sandbox-bank'

/** Whether the browser brought the cookie of the bank that needs one. */
export const hasBankCookie = (c: Context) => getCookie(c, NAME) === 'known'

/** Sets it, as far as the browser lets a page of another site's frame do so. */
export const setBankCookie = (c: Context) =>
  setCookie(c, NAME, 'known', {
    path: '/3ds',
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    partitioned: true,
  })
