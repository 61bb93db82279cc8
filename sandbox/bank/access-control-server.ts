import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isWebAddress, readForm } from '../api/params.ts'
import { type Transaction, tdsStep } from '../money/transaction.ts'
import { cookiesPage, postPage, quietPage } from '../pages/acs-pages.ts'
import { challengePage } from '../pages/challenge-page.ts'
import { respond } from '../pages/page.ts'
import { gonePage } from '../pages/result-pages.ts'
import { CHALLENGE, type Dialogue, PAYER } from './acs-protocols.ts'
import { type DeadlineStores, openedBy, timeLeft } from './challenge-deadlines.ts'
import { judge, WRONG_WORD } from './otp.ts'
import { COURSES } from './test-banks.ts'
import { decodeUnpadded, encode, encodePadded, type TransStatus } from './three-ds-messages.ts'
import type { ThreeDs, Visit } from './three-ds-state.ts'

/** The step of an order that the bank is asked about. */
interface Asked {
  readonly order: Transaction
  readonly threeDs: ThreeDs
  readonly dialogue: Dialogue
}

/** The test bank's pages for merchants that carry out 3-D Secure themselves, under `/3ds`. */
export function accessControlServer(stores: DeadlineStores): Hono {
  const routes = new Hono()
  routes.post('/method/:behaviour', async (c) => {
    const page = methodPage(await readForm(c.req.raw), c.req.param('behaviour'), stores)
    return page ? respond(c, page) : respond(c, gonePage(), 404)
  })
  for (const dialogue of [CHALLENGE, PAYER]) {
    const byId = (c: Context) => find(c.req.param('id'), dialogue, stores)
    routes.post(`/${dialogue.step}`, async (c) => {
      const form = await readForm(c.req.raw)
      if (isSlow(find(dialogue.idOf(form), dialogue, stores)))
        await scheduler.wait(stores.settings.bankTimes.slowMs)
      return ask(c, find(dialogue.idOf(form), dialogue, stores), form, stores)
    })
    routes.get(`/${dialogue.step}/:id`, (c) => showAgain(c, byId(c), stores))
    routes.post(`/${dialogue.step}/:id`, async (c) => {
      // Read first: nothing may come between looking at the order and counting a wrong word.
      const form = await readForm(c.req.raw)
      return conclude(c, byId(c), form, stores)
    })
  }
  return routes
}

/** Looks at the browser, says so to the merchant's address or keeps quiet. */
function methodPage(form: URLSearchParams, behaviour: string, { settings }: DeadlineStores) {
  const { threeDSServerTransID, threeDSMethodNotificationURL: url } =
    decodeUnpadded(form.get('threeDSMethodData') ?? '') ?? {}
  if (typeof threeDSServerTransID !== 'string' || typeof url !== 'string' || !isWebAddress(url))
    return undefined
  if (behaviour === 'silent') return quietPage('This page never answers.')
  const write = behaviour === 'padded' ? encodePadded : encode
  const values = { threeDSMethodData: write({ threeDSServerTransID }) }
  return postPage({ url, values, afterMs: behaviour === 'slow' ? settings.bankTimes.slowMethodMs : 0 })
}

function find(id: unknown, dialogue: Dialogue, { store }: DeadlineStores): Asked | undefined {
  const order = typeof id === 'string' ? store.newest('threeDsId', id) : undefined
  const { threeDs } = order ?? {}
  const isItsStep = threeDs && COURSES[threeDs.kind].steps?.includes(dialogue.step)
  return order && threeDs && isItsStep ? { order, threeDs, dialogue } : undefined
}

const isSlow = (asked: Asked | undefined) => Boolean(asked && COURSES[asked.threeDs.kind].isSlow)

const isDue = ({ order, dialogue }: Asked) => tdsStep(order) === dialogue.step

/** The merchant brings its question. */
function ask(c: Context, asked: Asked | undefined, form: URLSearchParams, stores: DeadlineStores) {
  if (!asked || !isDue(asked)) return respond(c, gonePage(), 404)
  const { dialogue, threeDs } = asked
  const { asksOnce, needsCookies } = COURSES[threeDs.kind]
  const problem = asksOnce && threeDs.visits.length > 0 ? OPENED_BEFORE : dialogue.problemOf(form)
  if (problem) return respond(c, quietPage(problem), 422)
  const opened = { ...asked, order: openedBy(visitOf(c, dialogue, form, stores), asked.order, stores) }
  return needsCookies ? c.redirect(addressOf(asked), 303) : respond(c, questionPage(opened, stores))
}

const OPENED_BEFORE = 'This page was opened before. For your safety it does not open again.'

function visitOf(
  c: Context,
  { carried, windowSizeOf }: Dialogue,
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
function showAgain(c: Context, asked: Asked | undefined, stores: DeadlineStores) {
  if (!asked || !isDue(asked) || !asked.threeDs.visits.length) return respond(c, gonePage(), 404)
  if (!COURSES[asked.threeDs.kind].needsCookies || hasBankCookie(c))
    return respond(c, questionPage(asked, stores))
  if (c.req.query('cookie') === 'set') return respond(c, cookiesPage(addressOf(asked)))
  setBankCookie(c)
  return c.redirect(`${addressOf(asked)}?cookie=set`, 303)
}

/**
 * Judges what the cardholder typed. The answer is made anew each time: only the upload of it decides. Where nobody waits
 * for it any more it is a no, so that a cardholder who is late gets back to the shop.
 */
function conclude(c: Context, asked: Asked | undefined, form: URLSearchParams, stores: DeadlineStores) {
  const visit = asked?.threeDs.visits.at(-1)
  if (!asked || !visit) return respond(c, gonePage(), 404)
  const { order, threeDs } = asked
  const result = isDue(asked) ? judge(form, threeDs.wrongWords) : 'N'
  if (result) return respond(c, answerPage(asked, result, visit))
  stores.store.save({ ...order, threeDs: { ...threeDs, wrongWords: threeDs.wrongWords + 1 } })
  return respond(c, questionPage(asked, stores, WRONG_WORD), 422)
}

function answerPage({ dialogue, threeDs }: Asked, result: TransStatus, visit: Visit) {
  const answer = dialogue.answer(threeDs, result, visit)
  if (typeof answer === 'string') return quietPage(answer)
  const { target } = COURSES[threeDs.kind]
  return postPage({ ...answer, ...(target && { target }) })
}

function questionPage(asked: Asked, stores: DeadlineStores, problem?: string) {
  const { order, threeDs } = asked
  const action = addressOf(asked)
  const question = {
    action,
    formAction: "'self'",
    merchant: stores.settings.login,
    leftMs: timeLeft(order, stores),
    ...(COURSES[threeDs.kind].breaksOut && { breakOutTo: action }),
  }
  return challengePage(order, question, problem)
}

const addressOf = ({ dialogue, threeDs }: Asked) => `/3ds/${dialogue.step}/${threeDs.id}`

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
