/** A merchant's scripted webhook receiver at the edge's network boundary. */
import type { WebhookBody } from '../../outbox/webhook.ts'

/** A webhook as it was posted. */
export interface ReceivedWebhook extends WebhookBody {
  readonly id: string
}

/** The settings that send webhooks to it. */
export const RECEIVER = {
  WEBHOOK_URL: 'https://shop.example.com/hooks',
  WEBHOOK_SECRET: `whsec_${btoa('a secret of 32 bytes for a test!')}`,
}

type Answer = (signal?: AbortSignal | null) => Response | Promise<Response>

/** Answers as a test scripts it, and records the webhooks. */
export class ScriptedReceiver {
  /** All posted webhooks, accepted or not, in the order in which they came. */
  readonly received: ReceivedWebhook[] = []
  /** The most that were posted at the same time. */
  maxConcurrent = 0
  #open = 0
  #answer: Answer = () => new Response()

  /** Takes the place of the network; requests that are not for the receiver go to the gateway. */
  readonly inFrontOf =
    (gateway: typeof fetch): typeof fetch =>
    (input, init) =>
      String(input) === RECEIVER.WEBHOOK_URL ? this.#receive(init) : gateway(input, init)

  /** Sets its answer from now on. */
  onWebhook(answer: Answer): void {
    this.#answer = answer
  }

  /** Types of the webhooks, without repeats. */
  get types(): string[] {
    const first = this.received.filter(
      ({ id }, place, all) => all.findIndex((one) => one.id === id) === place,
    )
    return first.map(({ type }) => type)
  }

  async #receive(init: RequestInit | undefined): Promise<Response> {
    const id = new Headers(init?.headers).get('webhook-id') ?? ''
    this.received.push({ ...JSON.parse(String(init?.body)), id })
    this.#open += 1
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#open)
    try {
      return await this.#answer(init?.signal)
    } finally {
      this.#open -= 1
    }
  }
}
