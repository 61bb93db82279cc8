/** A scripted gateway at the edge's network boundary. */

/** Answers one request, given its body and its deadline. */
export type Answer = (body: URLSearchParams, deadline?: AbortSignal | null) => Response | Promise<Response>

/** A request as it came. */
interface Received {
  readonly operation: string
  readonly body: URLSearchParams
  readonly url: string
}

/** The operation's part of an address. */
const operationIn = (url: string) => /\/api\/(?:3ds\/)?v\d\/([a-z-]+)/.exec(url)?.[1] ?? ''

/** Answers as a test scripts it, and records the requests. */
export class ScriptedGateway {
  /** All requests, in the order in which they came. */
  readonly received: Received[] = []
  /** Bodies of all requests but status requests. */
  readonly requests: URLSearchParams[] = []
  /** Bodies of the status requests. */
  readonly statusRequests: URLSearchParams[] = []
  #form: Answer = formReply('42')
  #status: Answer = statusReply('processing')
  readonly #answers = new Map<string, Answer>()

  /** Takes the place of the network. */
  readonly fetch: typeof fetch = async (input, init) => {
    const body = new URLSearchParams(String(init?.body))
    const operation = operationIn(String(input))
    this.received.push({ operation, body, url: String(input) })
    const isQuestion = operation === 'status'
    ;(isQuestion ? this.statusRequests : this.requests).push(body)
    const answer = isQuestion ? this.#status : (this.#answers.get(operation) ?? this.#form)
    return answer(body, init?.signal)
  }

  /** Bodies of the requests for one operation. */
  sent(operation: string): URLSearchParams[] {
    return this.received.filter((one) => one.operation === operation).map(({ body }) => body)
  }

  /** Sets its answer to one operation from now on. */
  on(operation: string, answer: Answer): void {
    this.#answers.set(operation, answer)
  }

  onForm(answer: Answer): void {
    this.#form = answer
  }

  onStatus(answer: Answer): void {
    this.#status = answer
  }

  /** Sets the status that it reports from now on. */
  reports(status: string, change: Record<string, string> = {}): void {
    this.#status = statusReply(status, change)
  }
}

const json = (fields: object, status = 200) => new Response(JSON.stringify(fields), { status })

/** The gateway accepts a request that needs no form. */
export const acceptedReply =
  (serialNumber: string, change: Record<string, string> = {}) =>
  () =>
    json({ type: 'async-response', 'paynet-order-id': '42', 'serial-number': serialNumber, ...change })

/** The gateway refuses a request before it acts. */
export const refusedReply =
  (code: string, message = 'no') =>
  () =>
    json({ type: 'validation-error', 'error-code': code, 'error-message': message }, 400)

/** The gateway opens a form and returns its address. */
export const formReply = (gatewayId: string) => () =>
  json({
    type: 'async-form-response',
    'paynet-order-id': gatewayId,
    'serial-number': 'serial-1',
    'redirect-url': `http://gateway.localhost/form/${gatewayId}`,
  })

/** The gateway reports a status of the order in the request. */
export const statusReply =
  (status: string, change: Record<string, string> = {}): Answer =>
  (question) =>
    json({
      type: 'status-response',
      status,
      'paynet-order-id': '42',
      'merchant-order-id': question.get('client_orderid'),
      amount: '12.50',
      currency: 'EUR',
      'transaction-type': 'sale',
      ...change,
    })

/** A connection that never answers; it ends with the request's own deadline. */
export const silence: Answer = (_, deadline) =>
  new Promise((_resolve, reject) => deadline?.addEventListener('abort', () => reject(deadline.reason)))
