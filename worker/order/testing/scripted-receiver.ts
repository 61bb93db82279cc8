/** A merchant's receiver of webhooks in a test's own hands, at the edge's network boundary. */
import type { WebhookBody } from '../../outbox/webhook.ts'

/** A webhook as it came. */
export interface Heard extends WebhookBody {
  readonly id: string
}

/** The settings that send webhooks there. */
export const RECEIVER = {
  WEBHOOK_URL: 'https://shop.example.com/hooks',
  WEBHOOK_SECRET: `whsec_${btoa('a secret of 32 bytes for a test!')}`,
}

type Answer = (signal?: AbortSignal | null) => Response | Promise<Response>

/** Hears as a test says, and keeps what it was told. */
export class ScriptedReceiver {
  /** Everything that was posted, whether it was taken or not, in the order in which it came. */
  readonly heard: Heard[] = []
  /** How many were posted at the same time, at most. */
  most = 0
  #open = 0
  #answer: Answer = () => new Response()

  /** Takes the place of the network; whatever is not for the receiver goes to the gateway. */
  readonly beside =
    (gateway: typeof fetch): typeof fetch =>
    (input, init) =>
      String(input) === RECEIVER.WEBHOOK_URL ? this.#hear(init) : gateway(input, init)

  /** How it answers from now on. */
  answers(answer: Answer): void {
    this.#answer = answer
  }

  /** What it was told, without repeats. */
  get types(): string[] {
    const first = this.heard.filter(({ id }, place, all) => all.findIndex((one) => one.id === id) === place)
    return first.map(({ type }) => type)
  }

  async #hear(init: RequestInit | undefined): Promise<Response> {
    const id = new Headers(init?.headers).get('webhook-id') ?? ''
    this.heard.push({ ...JSON.parse(String(init?.body)), id })
    this.#open += 1
    this.most = Math.max(this.most, this.#open)
    try {
      return await this.#answer(init?.signal)
    } finally {
      this.#open -= 1
    }
  }
}
