import { type Context, Hono } from 'hono'
import type { Backend } from './backend.ts'
import { judge, WRONG_WORD } from './code-word.ts'
import { isWebAddress, readForm } from './fields.ts'
import { type Post, postPage, quietPage } from './pages/acs-pages.ts'
import { challengePage } from './pages/challenge-page.ts'
import { gonePage } from './pages/other-pages.ts'
import { respond } from './pages/page.ts'
import {
  challengeResult,
  decode,
  decodePayer,
  encode,
  payerResult,
  type TransStatus,
} from './three-ds-messages.ts'
import { type ThreeDs, type ThreeDsStep, type Transaction, tdsStep } from './transactions.ts'

/** The step of an order that the bank is asked about. */
interface Asked {
  readonly order: Transaction
  readonly threeDs: ThreeDs
}

/** A way to ask the cardholder: how the question comes in, what goes along with it, and how the answer goes out. */
interface Dialogue {
  readonly step: ThreeDsStep
  readonly idOf: (form: URLSearchParams) => unknown
  /** Names of the question's parameters that come back with the answer. */
  readonly carried: readonly string[]
  readonly answer: (asked: Asked, result: TransStatus, form: URLSearchParams) => Post | string
}

const NOWHERE = 'The answer of your bank is there, but nobody said where to send it.'

/** 3-D Secure 2: the answer goes where the order said. */
const CHALLENGE: Dialogue = {
  step: 'challenge',
  idOf: (form) => decode(form.get('creq') ?? '')?.threeDSServerTransID,
  carried: ['threeDSSessionData'],
  answer: ({ threeDs }, result, form) => {
    const values = { cres: challengeResult(threeDs, result), ...carriedBy(form, ['threeDSSessionData']) }
    return threeDs.notificationUrl ? { url: threeDs.notificationUrl, values } : `${NOWHERE} ${values.cres}`
  },
}

/** 3-D Secure 1.0.2: the answer goes where the question said. */
const PAYER: Dialogue = {
  step: 'pareq',
  idOf: (form) => decodePayer(form.get('PaReq') ?? '')?.xid,
  carried: ['MD', 'TermUrl'],
  answer: ({ threeDs }, result, form) => {
    const url = form.get('TermUrl') ?? ''
    const values = { PaRes: payerResult(threeDs, result), ...carriedBy(form, ['MD']) }
    return isWebAddress(url) ? { url, values } : NOWHERE
  },
}

/** The test bank's pages for merchants that carry out 3-D Secure themselves, under `/3ds`. */
export function accessControlServer(backend: Backend): Hono {
  const routes = new Hono()
  routes.post('/method/:behaviour', async (c) => {
    const page = methodPage(await readForm(c.req.raw), c.req.param('behaviour'))
    return page ? respond(c, page) : respond(c, gonePage(), 404)
  })
  for (const [path, dialogue] of Object.entries({ challenge: CHALLENGE, pareq: PAYER })) {
    routes.post(`/${path}`, async (c) => ask(c, dialogue, await readForm(c.req.raw), backend))
    routes.post(`/${path}/:id`, async (c) => conclude(c, dialogue, await readForm(c.req.raw), backend))
  }
  return routes
}

/** Looks at the browser, says so to the merchant's address or keeps quiet. */
function methodPage(form: URLSearchParams, behaviour: string) {
  const { threeDSServerTransID, threeDSMethodNotificationURL: url } =
    decode(form.get('threeDSMethodData') ?? '') ?? {}
  if (typeof threeDSServerTransID !== 'string' || typeof url !== 'string' || !isWebAddress(url))
    return undefined
  if (behaviour === 'silent') return quietPage('This page never answers.')
  const values = { threeDSMethodData: encode({ threeDSServerTransID }) }
  return postPage({ url, values, afterMs: behaviour === 'slow' ? SLOW_MS : 0 })
}

/** Longer than a merchant waits, which is ten seconds. */
const SLOW_MS = 12_000

function find(id: unknown, { step }: Dialogue, { store }: Backend): Asked | undefined {
  const order = typeof id === 'string' ? store.newest('threeDsId', id) : undefined
  return order?.threeDs && tdsStep(order) === step ? { order, threeDs: order.threeDs } : undefined
}

function ask(c: Context, dialogue: Dialogue, form: URLSearchParams, backend: Backend) {
  const asked = find(dialogue.idOf(form), dialogue, backend)
  if (!asked) return respond(c, gonePage(), 404)
  return respond(c, challengePage(asked.order, questionOf(asked, dialogue, form)))
}

/** Judges what the cardholder typed. The answer is made anew each time: only the upload of it decides. */
function conclude(c: Context, dialogue: Dialogue, form: URLSearchParams, backend: Backend) {
  const asked = find(c.req.param('id'), dialogue, backend)
  if (!asked) return respond(c, gonePage(), 404)
  const { order, threeDs } = asked
  const result = judge(form, threeDs.wrongWords)
  if (result) return respond(c, pageOf(dialogue.answer(asked, result, form)))
  backend.store.save({ ...order, threeDs: { ...threeDs, wrongWords: threeDs.wrongWords + 1 } })
  return respond(c, challengePage(order, questionOf(asked, dialogue, form), WRONG_WORD), 422)
}

const pageOf = (answer: Post | string) => (typeof answer === 'string' ? quietPage(answer) : postPage(answer))

const questionOf = ({ threeDs }: Asked, { step, carried }: Dialogue, form: URLSearchParams) => ({
  action: `/3ds/${step}/${threeDs.id}`,
  formAction: "'self'",
  hidden: carriedBy(form, carried),
})

function carriedBy(form: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
