/** Talks to the gateway on behalf of an order, and gives back what happened as an event. */
import { callbackUrl, returnUrl } from '../config/capabilities.ts'
import type { Config } from '../config/config.ts'
import { endpointFor } from '../config/endpoints.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { type Gateway, gatewayClient } from '../gateway/client.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import { type Notice, readNotice } from '../gateway/notice.ts'
import type { Transport } from '../gateway/transport.ts'
import { isDecided } from './attempts.ts'
import type { OrderEvent } from './events.ts'
import { FORMS, formInput, type Payer } from './form-input.ts'
import { toReport } from './report.ts'
import type { Attempt, Destination, OrderTerms } from './state.ts'

/** Every exchange of an order with the gateway. Holds no state of its own. */
export class Exchange {
  readonly #config: Config
  readonly #gateway: Gateway

  constructor(config: Config, send: Transport) {
    const { GATEWAY_CONTROL_KEY: controlKey, GATEWAY_PROFILE: profile } = config
    this.#config = config
    this.#gateway = gatewayClient({ controlKey, ...profile }, send)
  }

  /**
   * Where an attempt of an order goes, by the settings of today.
   *
   * @throws {TypeError} If no endpoint serves the currency any more.
   */
  destination({ currency, intent }: OrderTerms): Destination {
    const { GATEWAY_URL: url, GATEWAY_LOGIN: login, GATEWAY_ENDPOINTS: endpoints } = this.#config
    const endpoint = endpointFor(endpoints, currency, intent)
    if (!endpoint) throw new TypeError(`no endpoint serves ${currency}`)
    return { url, login, endpointPath: endpoint.path, endpointId: endpoint.id }
  }

  /** Sends an attempt, once. */
  async send(terms: OrderTerms, attempt: Attempt, payer: Payer): Promise<OrderEvent> {
    const { number } = attempt
    try {
      const input = formInput(terms, attempt, payer, await this.#addresses(terms, number))
      const reply = await this.#gateway.openForm(FORMS[cardIntent(terms)], attempt.destination, input)
      if (reply.kind === 'accepted') return { type: 'accepted', attempt: number, ...this.#safe(reply) }
      log('attempt-refused', { order: terms.id, attempt: number, code: reply.errorCode })
      return { type: 'refused', attempt: number }
    } catch (error) {
      return this.#unsent(error, terms, number)
    }
  }

  /** Asks about an attempt. `undefined` where the answer says nothing of it. */
  async ask(terms: OrderTerms, attempt: Attempt): Promise<OrderEvent | undefined> {
    const { clientOrderId, gatewayId, serialNumber, destination, number } = attempt
    // What was decided may have gone on to another stage; what was not is asked of its own request alone.
    const pin = isDecided(attempt) ? undefined : serialNumber
    const input = { clientOrderId, gatewayId, serialNumber: pin }
    try {
      const reply = await this.#gateway.status(destination, input, terms.exponent)
      if (reply.kind === 'status') {
        return {
          type: 'reported',
          attempt: number,
          report: toReport(reply, cardIntent(terms), this.#config.GATEWAY_PROFILE),
        }
      }
      log('status-refused', { order: terms.id, attempt: number, code: reply.errorCode })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      log('status-unheard', { order: terms.id, attempt: number, code: error.code })
    }
    return undefined
  }

  /** Reads a callback or a browser return. */
  notice(fields: Readonly<Record<string, string>>): Promise<Notice | undefined> {
    return readNotice(fields, this.#config.GATEWAY_CONTROL_KEY)
  }

  async #addresses({ id }: OrderTerms, attempt: number) {
    const [callback, back] = await Promise.all([
      callbackUrl(this.#config, id, attempt),
      returnUrl(this.#config, id, attempt),
    ])
    return { callbackUrl: callback, returnUrl: back }
  }

  /** A page is never sent to an address without encryption, unless the gateway is on this machine. */
  #safe<Reply extends { redirectUrl: string | undefined }>(reply: Reply): Reply {
    const protocol = URL.parse(reply.redirectUrl ?? '')?.protocol
    const isLocal = protocol === 'http:' && this.#config.GATEWAY_URL.startsWith('http:')
    return protocol === 'https:' || isLocal ? reply : { ...reply, redirectUrl: undefined }
  }

  /** A request that could not even be laid out never left; any other may have acted. */
  #unsent(error: unknown, { id }: OrderTerms, attempt: number): OrderEvent {
    const hasLeft = !(error instanceof TypeError)
    log('attempt-unheard', {
      order: id,
      attempt,
      code: error instanceof GatewayError ? error.code : errorText(error),
    })
    return { type: hasLeft ? 'reply-lost' : 'refused', attempt }
  }
}

/** @throws {TypeError} For a payout, which no shopper's page can start. */
function cardIntent({ intent }: OrderTerms) {
  if (intent === 'payout') throw new TypeError('a payout has no form for shoppers')
  return intent
}
