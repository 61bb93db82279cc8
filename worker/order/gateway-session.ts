/** Talks to the gateway on behalf of an order, and returns what happened as an event. */
import type { Failure } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { callbackKeys, signingKeys } from '../config/gateway-credentials.ts'
import { endpointFor } from '../config/gateway-endpoints.ts'
import { log } from '../config/log.ts'
import { callbackUrl, frameUrl, returnUrl, threeDsUrl } from '../config/signed-urls.ts'
import type { Details } from '../domain/attempt-details.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { type AuthenticCallback, authenticCallback } from '../gateway/callback-authenticity.ts'
import { isNumberSent } from '../gateway/card-data-redaction.ts'
import { type Gateway, gatewayClient } from '../gateway/client.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { StatusReport } from '../gateway/reply.ts'
import type { GatewayTarget } from '../gateway/request.ts'
import { SentNumbers } from '../gateway/sent-values.ts'
import type { Transport } from '../gateway/transport.ts'
import type { Lost, NewStep, OrderEvent, Refused } from './model/events.ts'
import { type Addresses, type Payer, requestOf } from './model/gateway-requests.ts'
import { isForm, kindFor, operationFor } from './model/methods.ts'
import { hasStep, type ReportedStep, type StepPlaces, toReport, toStep } from './model/report-mapping.ts'
import type { TransactionIds } from './model/request-purposes.ts'
import { type RequestRef, refTo, type SentPurpose } from './model/request-ref.ts'
import type { Attempt } from './model/state.ts'
import type { StatusAnswer } from './model/status-answers.ts'

/** The gateway under the settings of this moment, and the card numbers that the order's requests have sent. */
export interface GatewaySession {
  readonly config: Config
  readonly gateway: Gateway
  readonly numbers: SentNumbers
}

/**
 * Opens a session. It imports keys and nothing else, so opening one is cheap. Each request is signed with the keys of the
 * login that it is sent as.
 *
 * @param numbers Those that the same order's requests sent before; those of this session join.
 */
export function gatewaySession(config: Config, send: Transport, numbers = new SentNumbers()): GatewaySession {
  const as = ({ login }: GatewayTarget) =>
    gatewayClient({ ...signingKeys(config, login), ...config.GATEWAY_PROFILE }, send, numbers)
  const gateway: Gateway = {
    call: (name, to, input) => as(to).call(name, to, input),
    status: (to, input, exponent) => as(to).status(to, input, exponent),
  }
  return { config, gateway, numbers }
}

/** The endpoint of an attempt, by the settings of today. `undefined` if no endpoint serves it. */
export function destinationOf(
  { config }: GatewaySession,
  { currency, intent }: OrderTerms,
  method: Attempt['method'],
): GatewayTarget | undefined {
  const { GATEWAY_URL: url, GATEWAY_LOGIN: login, GATEWAY_ENDPOINTS: endpoints } = config
  const kind = kindFor(operationFor(method, intent, config.GATEWAY_PROFILE), intent)
  const endpoint = endpointFor(endpoints, currency, kind)
  return endpoint && { url, login, endpointPath: endpoint.path, endpointId: endpoint.id }
}

/** Values that a request needs and the order does not store. */
export interface CarriedValues {
  readonly payer: Payer
  readonly details: Details
}

/** Sends an attempt, once. The details go out with it and are kept nowhere. */
export async function sendAttempt(
  session: GatewaySession,
  terms: OrderTerms,
  attempt: Attempt,
  carried: CarriedValues,
): Promise<OrderEvent> {
  const { number } = attempt
  try {
    const addresses = await addressesOf(session, terms, attempt)
    const name = operationFor(attempt.method, terms.intent, session.config.GATEWAY_PROFILE)
    const input = requestOf(name, { terms, attempt, addresses, ...carried })
    const reply = await session.gateway.call(name, attempt.destination, input)
    if (reply.kind === 'refused') return refusedEvent(reply, terms, number)
    if ('recurringPaymentId' in reply)
      return { ...reply, type: 'registered', attempt: number, gatewayId: reply.gatewayId }
    const { gatewayId, serialNumber } = reply
    const { redirectUrl } = withSafeUrls(session, reply)
    const next = isForm(attempt.method)
      ? await formFrame(session, terms, attempt)
      : stepIn(await nextStep(session, terms, attempt, reply))
    return { type: 'accepted', ...refTo('attempt', number), gatewayId, serialNumber, redirectUrl, ...next }
  } catch (error) {
    log('attempt-unheard', { order: terms.id, attempt: number, code: errorCode(error) })
    return unanswered(error, refTo('attempt', number))
  }
}

/** The attempt's next step, if a reply names one. */
export async function nextStep(
  session: GatewaySession,
  terms: OrderTerms,
  attempt: Attempt,
  reply: ReportedStep,
): Promise<NewStep | undefined> {
  const safeReply = withSafeUrls(session, reply)
  // Most replies name none, and each address costs a signature.
  return hasStep(safeReply) ? toStep(safeReply, await placesOf(session, terms, attempt)) : undefined
}

/**
 * Asks about a transaction under an attempt's name: about one request where its serial number is given, else about the
 * newest stage; about the newest transaction where no identifier is given at all.
 *
 * @returns `undefined` where the gateway gave no usable answer.
 */
export async function askStatus(
  session: GatewaySession,
  terms: OrderTerms,
  attempt: Attempt,
  { gatewayId, serialNumber }: TransactionIds = {},
): Promise<StatusAnswer | undefined> {
  const { clientOrderId, destination, number } = attempt
  const { bySerialNumber, unknownOrderCodes: known } = session.config.GATEWAY_PROFILE
  const ids = { clientOrderId, gatewayId, ...(bySerialNumber && { serialNumber }) }
  try {
    const reply = await session.gateway.status(destination, ids, terms.exponent)
    if (reply.kind === 'status') return { report: await reportOf(session, terms, attempt, reply) }
    log('status-refused', { order: terms.id, attempt: number, code: reply.errorCode })
    // Whatever the error means, there is a transaction.
    if (reply.namesTransaction) return undefined
    if (known.includes(reply.errorCode)) return { isNotFound: true }
    return reply.isFirm && known.length === 0 ? { isRefused: true } : undefined
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    log('status-unheard', { order: terms.id, attempt: number, code: error.code })
    return undefined
  }
}

/**
 * Reads a callback or a browser return, if it is genuine. One that names a card's number as its transaction is not.
 *
 * @param login The login of the attempt.
 */
export async function authenticNotice(
  { config, numbers }: GatewaySession,
  fields: Readonly<Record<string, string>>,
  login: string,
): Promise<AuthenticCallback | undefined> {
  const keys = callbackKeys(config, login)
  const readings = await Promise.all(keys.map((key) => authenticCallback(fields, key)))
  const notice = readings.find((reading) => reading)
  return notice && !isNumberSent(notice.gatewayId, numbers.of({})) ? notice : undefined
}

async function reportOf(session: GatewaySession, terms: OrderTerms, attempt: Attempt, reply: StatusReport) {
  const step = await nextStep(session, terms, attempt, reply)
  const asked = { intent: terms.intent, method: attempt.method }
  return toReport(reply, asked, { step, profile: session.config.GATEWAY_PROFILE })
}

async function formFrame({ config }: GatewaySession, { id: orderId }: OrderTerms, attempt: Attempt) {
  if (attempt.shownIn !== 'frame') return {}
  return { redirectFrame: await frameUrl(config, 'form', { orderId, attempt: attempt.number }) }
}

async function placesOf(
  { config }: GatewaySession,
  terms: OrderTerms,
  attempt: Attempt,
): Promise<StepPlaces> {
  const whose = { orderId: terms.id, attempt: attempt.number }
  const address = await threeDsUrl(config, 'step', whose)
  if (attempt.shownIn !== 'frame') return { address }
  const [method, challenge] = await Promise.all([
    frameUrl(config, 'method', whose),
    frameUrl(config, 'challenge', whose),
  ])
  return { address, frames: { method, challenge } }
}

async function addressesOf(
  { config }: GatewaySession,
  { id: orderId }: OrderTerms,
  { number: attempt, method }: Attempt,
): Promise<Addresses> {
  const [callback, back, challenge] = await Promise.all([
    callbackUrl(config, orderId, attempt),
    returnUrl(config, orderId, attempt),
    // Each costs a signature, and behind a form the gateway does 3-D Secure itself.
    isForm(method) ? undefined : threeDsUrl(config, 'cres', { orderId, attempt }),
  ])
  return { callbackUrl: callback, returnUrl: back, ...(challenge && { challengeUrl: challenge }) }
}

const withSafeUrls = (session: GatewaySession, reply: ReportedStep) => ({
  redirectUrl: safeUrl(session, reply.redirectUrl),
  threeDs: safeStep(session, reply),
  html: reply.html,
})

/** A page is never sent to an address without encryption, unless the gateway is on this machine. */
function safeUrl({ config }: GatewaySession, text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || url.username || url.password) return undefined
  const isLocal = url.protocol === 'http:' && config.GATEWAY_URL.startsWith('http:')
  return url.protocol === 'https:' || isLocal ? url.href : undefined
}

/** Drops a step that leads to an unsafe address. A bank may have no Method page at all. */
function safeStep(session: GatewaySession, { threeDs }: ReportedStep): StatusReport['threeDs'] {
  if (threeDs?.type === 'method') {
    const methodUrl = safeUrl(session, threeDs.methodUrl)
    return methodUrl || !threeDs.methodUrl ? { ...threeDs, methodUrl } : undefined
  }
  const acsUrl = safeUrl(session, threeDs?.acsUrl)
  return threeDs && acsUrl ? { ...threeDs, acsUrl } : undefined
}

function refusedEvent(reply: GatewayRefusal, { id }: OrderTerms, number: number): OrderEvent {
  log('attempt-refused', { order: id, attempt: number, code: reply.errorCode })
  return { type: 'refused', ...refTo('attempt', number), failure: failureOf(reply) }
}

/** What follows for a request without an answer: if it could not even be built it never left; any other may have acted. */
export const unanswered = (error: unknown, ref: RequestRef<SentPurpose>): Refused | Lost =>
  error instanceof TypeError
    ? { type: 'refused', ...ref, failure: { code: 'refused' }, isUnsent: true }
    : { type: 'lost', ...ref }

const stepIn = (step: NewStep | undefined) => (step ? { step } : {})

/** An error for the log: the gateway client's code, or the error's text without secrets. */
export const errorCode = (error: unknown) => (error instanceof GatewayError ? error.code : errorText(error))

/** Why the gateway did not do what it was asked, for a merchant. */
export interface GatewayFailure {
  readonly code: 'gateway-refused' | 'gateway-silent'
  readonly gatewayCode?: string
}

/** A reply in which the gateway refuses a request. */
export interface GatewayRefusal {
  readonly errorCode: string
  readonly errorMessage?: string | undefined
}

/** Turns the gateway's refusal into ours. */
export const refusedByGateway = ({ errorCode }: GatewayRefusal) =>
  refused<GatewayFailure>({ code: 'gateway-refused', ...(errorCode && { gatewayCode: errorCode }) })

/** The part of a refusal that the order stores. */
export const failureOf = ({ errorCode, errorMessage }: GatewayRefusal): Failure => ({
  code: 'refused',
  ...(errorCode && { gatewayCode: errorCode }),
  ...(errorMessage && { gatewayMessage: errorMessage }),
})

/** Turns a request that got no answer into a refusal, for requests that may be repeated. Rethrows any other failure. */
export async function orSilent<Value>(
  request: () => Promise<Result<Value, GatewayFailure>>,
): Promise<Result<Value, GatewayFailure>> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof GatewayError) return refused({ code: 'gateway-silent' })
    throw error
  }
}
