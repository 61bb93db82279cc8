import { withTimeout } from '../deadline.ts'

/** The replies to attempts that the gateway has still to give. Lost with the object: nothing but an answer waits for them. */
export class PendingReplies {
  readonly #sent = new Map<number, Promise<void>>()

  /** @param sent Ends once the reply to the attempt's request is applied. */
  expect(attempt: number, sent: Promise<void>): void {
    const forget = () => void this.#sent.delete(attempt)
    this.#sent.set(attempt, sent)
    void sent.then(forget, forget)
  }

  /** Waits for the reply to an attempt, no longer than until a time. Returns at once where none is to come. */
  async heard(attempt: number, until: number): Promise<void> {
    const sent = this.#sent.get(attempt)
    if (!sent) return
    try {
      await withTimeout(Math.max(0, until - Date.now()), sent)
    } catch {
      // The attempt goes on by itself, and the order says how it stands.
    }
  }
}
