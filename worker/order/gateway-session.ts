/** Talks to the gateway on behalf of an order, and gives back what happened as an event. */

import { isDecided } from '../../shared/order-status.ts'
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { endpointFor } from '../config/gateway-endpoints.ts'
import type { Profile } from '../config/gateway-profile.ts'
import { log } from '../config/log.ts'
import { callbackUrl, frameUrl, returnUrl, threeDsUrl } from '../config/signed-urls.ts'
import type { Details } from '../domain/payment-instrument.ts'
import { type Notice, readNotice } from '../gateway/callback-authenticity.ts'
import type { Gateway } from '../gateway/client.ts'
import { isNumberSent } from '../gateway/echo-redaction.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { StatusReport } from '../gateway/reply.ts'
import { SentNumbers } from '../gateway/sent-values.ts'
import type { Transport } from '../gateway/transport.ts'
import { gatewayOf } from './gateway-clients.ts'
import { failureOf, type GatewayRefusal } from './gateway-refusal.ts'
import type { NewStep, OrderEvent, Report } from './model/events.ts'
import { type Addresses, type Payer, requestOf } from './model/gateway-requests.ts'
import { isForm, kindFor, operationFor } from './model/methods.ts'
import { type StepPlaces, type ToldStep, toReport, toStep } from './model/report-mapping.ts'
import type { Attempt, Destination, OrderTerms } from './model/state.ts'

/** What the gateway said when it was asked: a report, or that it knows no such order. */
export interface Answer {
  readonly report?: Report
  readonly isUnheardOf?: true
  /**
   * An error that may mean that there is no such order, from a gateway whose code for that is not known. It may mean
   * anything else as well, such as "system busy", so it has to come twice.
   */
  readonly isRefused?: true
}

/** What names a transaction besides the merchant's own name for it. */
interface Named {
  readonly gatewayId?: string | undefined
  readonly serialNumber?: string | undefined
}

/** Every exchange of an order with the gateway. Holds no state of its own but the numbers that it was given. */
export class Exchange {
  readonly #config: Config
  readonly #numbers: SentNumbers
  /** For requests that have a file of their own. */
  readonly gateway: Gateway

  constructor(config: Config, send: Transport, numbers = new SentNumbers()) {
    this.#config = config
    this.#numbers = numbers
    this.gateway = gatewayOf(config, send, numbers)
  }

  /** Where an attempt of an order goes, by the settings of today. `undefined` if no endpoint serves it. */
  destination({ currency, intent }: OrderTerms, method: Attempt['method']): Destination | undefined {
    const { GATEWAY_URL: url, GATEWAY_LOGIN: login, GATEWAY_ENDPOINTS: endpoints } = this.#config
    const kind = kindFor(operationFor(method, intent, this.#config.GATEWAY_PROFILE), intent)
    const endpoint = endpointFor(endpoints, currency, kind)
    return endpoint && { url, login, endpointPath: endpoint.path, endpointId: endpoint.id }
  }

  /** Sends an attempt, once. The details go out with it and are kept nowhere. */
  async send(terms: OrderTerms, attempt: Attempt, payer: Payer, details: Details): Promise<OrderEvent> {
    const { number, destination } = attempt
    try {
      const addresses = await this.#addresses(terms, number)
      const name = operationFor(attempt.method, terms.intent, this.#config.GATEWAY_PROFILE)
      const input = requestOf(name, { terms, attempt, payer, addresses, details })
      const reply = await this.gateway.call(name, destination, input)
      if (reply.kind === 'refused') return this.#refused(reply, terms, number)
      if ('recurringPaymentId' in reply)
        return { ...reply, type: 'registered', attempt: number, gatewayId: reply.gatewayId }
      const { gatewayId, serialNumber } = reply
      const told = this.#safeTold(reply)
      const names = { gatewayId, serialNumber, redirectUrl: told.redirectUrl }
      const next = isForm(attempt.method)
        ? await this.#formFrame(terms, attempt)
        : stepIn(await this.nextStep(terms, attempt, reply))
      return { type: 'accepted', attempt: number, ...names, ...next }
    } catch (error) {
      return this.#unsent(error, terms, number)
    }
  }

  /** What a reply tells of an attempt's next step, if it does. */
  async nextStep(terms: OrderTerms, attempt: Attempt, told: ToldStep): Promise<NewStep | undefined> {
    return toStep(this.#safeTold(told), await this.#places(terms, attempt))
  }

  /** Asks about an attempt. */
  ask(terms: OrderTerms, attempt: Attempt): Promise<Answer | undefined> {
    // What was decided may have gone on to another stage; what was not is asked of its own request alone.
    const serialNumber = isDecided(attempt.status) ? undefined : attempt.serialNumber
    return this.#ask(terms, attempt, { gatewayId: attempt.gatewayId, serialNumber })
  }

  /** Asks about the newest transaction under an attempt's name, whichever that is. */
  askByName(terms: OrderTerms, attempt: Attempt): Promise<Answer | undefined> {
    return this.#ask(terms, attempt, {})
  }

  /** Asks about one transaction under an attempt's name: of one request where that is named, else of its newest stage. */
  askAbout(terms: OrderTerms, attempt: Attempt, named: Named): Promise<Answer | undefined> {
    return this.#ask(terms, attempt, named)
  }

  /** Reads a callback or a browser return. One that names a card's number as its transaction names none. */
  async notice(fields: Readonly<Record<string, string>>): Promise<Notice | undefined> {
    const notice = await readNotice(fields, this.#config.GATEWAY_CONTROL_KEY)
    return notice && !isNumberSent(notice.gatewayId, this.#numbers.of({})) ? notice : undefined
  }

  /** What is sent as a comment where the merchant says nothing; empty: nothing. */
  get comments(): Profile['comments'] {
    return this.#config.GATEWAY_PROFILE.comments
  }

  async #ask(
    terms: OrderTerms,
    attempt: Attempt,
    { gatewayId, serialNumber }: Named,
  ): Promise<Answer | undefined> {
    const { clientOrderId, destination, number } = attempt
    const pin = this.#config.GATEWAY_PROFILE.bySerialNumber ? { serialNumber } : {}
    try {
      const reply = await this.gateway.status(
        destination,
        { clientOrderId, gatewayId, ...pin },
        terms.exponent,
      )
      if (reply.kind === 'status') return { report: await this.#reportOf(terms, attempt, reply) }
      log('status-refused', { order: terms.id, attempt: number, code: reply.errorCode })
      const { unknownOrderCodes: known } = this.#config.GATEWAY_PROFILE
      if (known.includes(reply.errorCode)) return { isUnheardOf: true }
      return reply.isFirm && known.length === 0 ? { isRefused: true } : undefined
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      log('status-unheard', { order: terms.id, attempt: number, code: error.code })
      return undefined
    }
  }

  async #reportOf(terms: OrderTerms, attempt: Attempt, reply: StatusReport) {
    const asked = {
      intent: terms.intent,
      method: attempt.method,
      places: await this.#places(terms, attempt),
    }
    return toReport({ ...reply, ...this.#safeTold(reply) }, asked, this.#config.GATEWAY_PROFILE)
  }

  async #formFrame({ id: orderId }: OrderTerms, { number, shownIn }: Attempt) {
    if (shownIn !== 'frame') return {}
    return { redirectFrame: await frameUrl(this.#config, 'form', { orderId, attempt: number }) }
  }

  async #places({ id: orderId }: OrderTerms, { number, shownIn }: Attempt): Promise<StepPlaces> {
    const whose = { orderId, attempt: number }
    const address = await threeDsUrl(this.#config, 'step', whose)
    if (shownIn !== 'frame') return { address }
    const [method, challenge] = await Promise.all([
      frameUrl(this.#config, 'method', whose),
      frameUrl(this.#config, 'challenge', whose),
    ])
    return { address, frames: { method, challenge } }
  }

  async #addresses({ id: orderId }: OrderTerms, attempt: number): Promise<Addresses> {
    const [callback, back, challenge] = await Promise.all([
      callbackUrl(this.#config, orderId, attempt),
      returnUrl(this.#config, orderId, attempt),
      threeDsUrl(this.#config, 'cres', { orderId, attempt }),
    ])
    return { callbackUrl: callback, returnUrl: back, challengeUrl: challenge }
  }

  /** A page is never sent to an address without encryption, unless the gateway is on this machine. */
  #safe(text: string | undefined): string | undefined {
    const url = URL.parse(text ?? '')
    if (!url || url.username || url.password) return undefined
    const isLocal = url.protocol === 'http:' && this.#config.GATEWAY_URL.startsWith('http:')
    return url.protocol === 'https:' || isLocal ? url.href : undefined
  }

  #safeTold(told: ToldStep) {
    return { redirectUrl: this.#safe(told.redirectUrl), threeDs: this.#safeStep(told), html: told.html }
  }

  /** A step that leads to an unsafe address is none. A bank may have no Method page at all. */
  #safeStep({ threeDs }: ToldStep): StatusReport['threeDs'] {
    if (threeDs?.type === 'method') {
      const methodUrl = this.#safe(threeDs.methodUrl)
      return methodUrl || !threeDs.methodUrl ? { ...threeDs, methodUrl } : undefined
    }
    const acsUrl = this.#safe(threeDs?.acsUrl)
    return threeDs && acsUrl ? { ...threeDs, acsUrl } : undefined
  }

  #refused(reply: GatewayRefusal, { id }: OrderTerms, attempt: number): OrderEvent {
    log('attempt-refused', { order: id, attempt, code: reply.errorCode })
    const { code: _, ...words } = failureOf(reply)
    return { type: 'refused', attempt, ...words }
  }

  /** A request that could not even be laid out never left; any other may have acted. */
  #unsent(error: unknown, { id }: OrderTerms, attempt: number): OrderEvent {
    const hasLeft = !(error instanceof TypeError)
    log('attempt-unheard', { order: id, attempt, code: codeOf(error) })
    return hasLeft ? { type: 'reply-lost', attempt } : { type: 'refused', attempt, isUnsent: true }
  }
}

const stepIn = (step: NewStep | undefined) => (step ? { step } : {})

const codeOf = (error: unknown) => (error instanceof GatewayError ? error.code : errorText(error))
