/** A gateway in a test's own hands, at the edge's network boundary. */

type Answer = (signal?: AbortSignal | null) => Response | Promise<Response>

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
    return isQuestion ? this.#status(init?.signal) : this.#form(init?.signal)
  }

  onForm(answer: Answer): void {
    this.#form = answer
  }

  onStatus(answer: Answer): void {
    this.#status = answer
  }

  /** Status reports of the last form's order from now on. */
  settles(status: string, change: Record<string, string> = {}): void {
    this.#status = () =>
      tells(status, { 'merchant-order-id': this.forms.at(-1)?.get('client_orderid') ?? '', ...change })()
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

/** The gateway tells a status. */
export const tells =
  (status: string, change: Record<string, string> = {}) =>
  () =>
    json({
      type: 'status-response',
      status,
      'paynet-order-id': '42',
      amount: '12.50',
      currency: 'EUR',
      'transaction-type': 'sale',
      ...change,
    })

/** A connection that never answers; it ends with the request's own deadline. */
export const silence: Answer = (signal) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
