import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isWebAddress, readForm } from '../api/params.ts'
import { type DeadlineStores, recordVisit, timeLeft } from '../cards/challenge-deadlines.ts'
import { cookiesPage, noticePage, postPage } from '../pages/acs-pages.ts'
import { challengePage } from '../pages/challenge-page.ts'
import { sendPage } from '../pages/page.ts'
import { notFoundPage } from '../pages/result-pages.ts'
import { type Transaction, tdsStep } from '../store/transaction.ts'
import { TEST_BANKS } from '../three-ds/test-banks.ts'
import type { ThreeDs, Visit } from '../three-ds/three-ds-state.ts'
import { type AcsProtocol, THREE_DS_1, THREE_DS_2 } from './acs-protocols.ts'
import { checkOtp, WRONG_OTP } from './otp.ts'
import { decodeMerchantMessage, encodeV2, encodeV2Padded, type TransStatus } from './three-ds-messages.ts'

/** A request to the bank: about which order, and by which protocol. */
interface BankRequest {
  readonly order: Transaction
  readonly threeDs: ThreeDs
  readonly protocol: AcsProtocol
}

/** The test bank's access control server (ACS), for merchants that run 3-D Secure themselves. Serves `/3ds`. */
export function accessControlServer(stores: DeadlineStores): Hono {
  const routes = new Hono()
  routes.post('/method/:behaviour', async (c) => {
    const page = methodPage(await readForm(c.req.raw), c.req.param('behaviour'), stores)
    return page ? sendPage(c, page) : sendPage(c, notFoundPage(), 404)
  })
  for (const protocol of [THREE_DS_2, THREE_DS_1]) {
    const byId = (c: Context) => find(c.req.param('id'), protocol, stores)
    routes.post(`/${protocol.step}`, async (c) => {
      const form = await readForm(c.req.raw)
      if (isSlow(find(protocol.idOf(form), protocol, stores)))
        await scheduler.wait(stores.settings.bankTimes.slowMs)
      return openChallenge(c, find(protocol.idOf(form), protocol, stores), form, stores)
    })
    routes.get(`/${protocol.step}/:id`, (c) => reopenChallenge(c, byId(c), stores))
    routes.post(`/${protocol.step}/:id`, async (c) => {
      // Read the body first: nothing may happen between reading the order and counting a wrong code.
      const form = await readForm(c.req.raw)
      return answerChallenge(c, byId(c), form, stores)
    })
  }
  return routes
}

/** The page of the 3-D Secure method: reports to the merchant's address, or never answers. */
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

function find(id: unknown, protocol: AcsProtocol, { store }: DeadlineStores): BankRequest | undefined {
  const order = typeof id === 'string' ? store.newest('threeDsId', id) : undefined
  const { threeDs } = order ?? {}
  const isItsStep = threeDs && TEST_BANKS[threeDs.kind].steps?.includes(protocol.step)
  return order && threeDs && isItsStep ? { order, threeDs, protocol } : undefined
}

const isSlow = (request: BankRequest | undefined) =>
  Boolean(request && TEST_BANKS[request.threeDs.kind].isSlow)

const isDue = ({ order, protocol }: BankRequest) => tdsStep(order) === protocol.step

/** Opens the challenge page for the merchant's request. */
function openChallenge(
  c: Context,
  request: BankRequest | undefined,
  form: URLSearchParams,
  stores: DeadlineStores,
) {
  if (!request || !isDue(request)) return sendPage(c, notFoundPage(), 404)
  const { protocol, threeDs } = request
  const { asksOnce, needsCookies } = TEST_BANKS[threeDs.kind]
  const problem = asksOnce && threeDs.visits.length > 0 ? OPENED_BEFORE : protocol.problemOf(form)
  if (problem) return sendPage(c, noticePage(problem), 422)
  const opened = { ...request, order: recordVisit(visitOf(c, protocol, form, stores), request.order, stores) }
  return needsCookies ? c.redirect(addressOf(request), 303) : sendPage(c, formPage(opened, stores))
}

const OPENED_BEFORE = 'This page was already opened. For your safety it opens only once.'

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

/** Shows an open challenge again, at its own address: for a new window, and for the bank that needs its cookie. */
function reopenChallenge(c: Context, request: BankRequest | undefined, stores: DeadlineStores) {
  if (!request || !isDue(request) || !request.threeDs.visits.length) return sendPage(c, notFoundPage(), 404)
  if (!TEST_BANKS[request.threeDs.kind].needsCookies || hasBankCookie(c))
    return sendPage(c, formPage(request, stores))
  if (c.req.query('cookie') === 'set') return sendPage(c, cookiesPage(addressOf(request)))
  setBankCookie(c)
  return c.redirect(`${addressOf(request)}?cookie=set`, 303)
}

/**
 * Checks the code that the cardholder typed, and posts the bank's answer to the merchant. The answer decides nothing here;
 * the merchant's upload of it does. If the payment has ended, the answer is no, so a late cardholder returns to the shop.
 */
function answerChallenge(
  c: Context,
  request: BankRequest | undefined,
  form: URLSearchParams,
  stores: DeadlineStores,
) {
  const visit = request?.threeDs.visits.at(-1)
  if (!request || !visit) return sendPage(c, notFoundPage(), 404)
  const { order, threeDs } = request
  const result = isDue(request) ? checkOtp(form, threeDs.wrongWords) : 'N'
  if (result) return sendPage(c, answerPage(request, result, visit))
  stores.store.save({ ...order, threeDs: { ...threeDs, wrongWords: threeDs.wrongWords + 1 } })
  return sendPage(c, formPage(request, stores, WRONG_OTP), 422)
}

function answerPage({ protocol, threeDs }: BankRequest, result: TransStatus, visit: Visit) {
  const answer = protocol.answer(threeDs, result, visit)
  if (typeof answer === 'string') return noticePage(answer)
  const { target } = TEST_BANKS[threeDs.kind]
  return postPage({ ...answer, ...(target && { target }) })
}

function formPage(request: BankRequest, stores: DeadlineStores, problem?: string) {
  const { order, threeDs } = request
  const action = addressOf(request)
  const question = {
    action,
    formAction: "'self'",
    merchant: stores.settings.login,
    leftMs: timeLeft(order, stores),
    ...(TEST_BANKS[threeDs.kind].breaksOut && { breakOutTo: action }),
  }
  return challengePage(order, question, problem)
}

const addressOf = ({ protocol, threeDs }: BankRequest) => `/3ds/${protocol.step}/${threeDs.id}`

const NAME = 'sandbox-bank'

/** Whether the browser sent the bank's cookie. */
const hasBankCookie = (c: Context) => getCookie(c, NAME) === 'known'

/** Sets the bank's cookie. Browsers may refuse to keep it inside another site's frame. */
const setBankCookie = (c: Context) =>
  setCookie(c, NAME, 'known', {
    path: '/3ds',
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    partitioned: true,
  })
