/** A gateway in a test's own hands, at the edge's network boundary. */

/** Answers one request, given its body and its deadline. */
type Answer = (body: URLSearchParams, deadline?: AbortSignal | null) => Response | Promise<Response>

/** Answers as a test says, and keeps what it was sent. */
export class ScriptedGateway {
  /** Bodies of the requests that came, by operation. */
  readonly forms: URLSearchParams[] = []
  readonly questions: URLSearchParams[] = []
  #form: Answer = opensForm('42')
  #status: Answer = tells('processing')

  /** Takes the place of the network. */
  readonly fetch: typeof fetch = async (input, init) => {
    const body = new URLSearchParams(String(init?.body))
    const isQuestion = String(input).includes('/status/')
    ;(isQuestion ? this.questions : this.forms).push(body)
    const answer = isQuestion ? this.#status : this.#form
    return answer(body, init?.signal)
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

const json = (fields: object) => new Response(JSON.stringify(fields))

/** The gateway takes a form and gives its address. */
export const opensForm = (gatewayId: string) => () =>
  json({
    type: 'async-form-response',
    'paynet-order-id': gatewayId,
    'serial-number': 'serial-1',
    'redirect-url': `http://gateway.localhost/form/${gatewayId}`,
  })

/** The gateway tells a status of the order that it was asked about. */
const tells =
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
