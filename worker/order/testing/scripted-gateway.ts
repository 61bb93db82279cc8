/** A gateway in a test's own hands, at the edge's network boundary. */

/** Answers one request, given its body and its deadline. */
type Answer = (body: URLSearchParams, deadline?: AbortSignal | null) => Response | Promise<Response>

/** A request as it came. */
interface Received {
  readonly operation: string
  readonly body: URLSearchParams
  readonly url: string
}

/** The operation's part of an address. */
const operationIn = (url: string) => /\/api\/(?:3ds\/)?v\d\/([a-z-]+)/.exec(url)?.[1] ?? ''

/** Answers as a test says, and keeps what it was sent. */
export class ScriptedGateway {
  /** Every request, in the order in which they came. */
  readonly received: Received[] = []
  /** Bodies of what was asked to be done, and of what was asked. */
  readonly forms: URLSearchParams[] = []
  readonly questions: URLSearchParams[] = []
  #form: Answer = opensForm('42')
  #status: Answer = tells('processing')
  readonly #answers = new Map<string, Answer>()

  /** Takes the place of the network. */
  readonly fetch: typeof fetch = async (input, init) => {
    const body = new URLSearchParams(String(init?.body))
    const operation = operationIn(String(input))
    this.received.push({ operation, body, url: String(input) })
    const isQuestion = operation === 'status'
    ;(isQuestion ? this.questions : this.forms).push(body)
    const answer = isQuestion ? this.#status : (this.#answers.get(operation) ?? this.#form)
    return answer(body, init?.signal)
  }

  /** Bodies of the requests for one operation. */
  sent(operation: string): URLSearchParams[] {
    return this.received.filter((one) => one.operation === operation).map(({ body }) => body)
  }

  /** What it answers to one operation from now on. */
  on(operation: string, answer: Answer): void {
    this.#answers.set(operation, answer)
  }

  onForm(answer: Answer): void {
    this.#form = answer
  }

  onStatus(answer: Answer): void {
    this.#status = answer
  }

  /** What it tells from now on of the order that it is asked about. */
  settles(status: string, change: Record<string, string> = {}): void {
    this.#status = tells(status, change)
  }
}

const json = (fields: object, status = 200) => new Response(JSON.stringify(fields), { status })

/** The gateway takes a request that needs no form. */
export const takes =
  (serialNumber: string, change: Record<string, string> = {}) =>
  () =>
    json({ type: 'async-response', 'paynet-order-id': '42', 'serial-number': serialNumber, ...change })

/** The gateway proves that it did nothing. */
export const refuses =
  (code: string, message = 'no') =>
  () =>
    json({ type: 'validation-error', 'error-code': code, 'error-message': message }, 400)

/** The gateway takes a form and gives its address. */
export const opensForm = (gatewayId: string) => () =>
  json({
    type: 'async-form-response',
    'paynet-order-id': gatewayId,
    'serial-number': 'serial-1',
    'redirect-url': `http://gateway.localhost/form/${gatewayId}`,
  })

/** The gateway tells a status of the order that it was asked about. */
export const tells =
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
