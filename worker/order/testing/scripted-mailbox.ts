/** The platform's mail, scripted: it takes what a test lets it take, and keeps that. */
import type { ShopperMail } from '../../config/shopper-mail-setting.ts'

/** A mail as it was handed over. */
export interface SentMail {
  readonly to: string
  readonly from: { readonly email: string; readonly name: string }
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** An error of the platform, whose message may name the address. */
export const platformError = (code: string) =>
  Object.assign(new Error(`${code}: ada@example.com was refused`), { code })

/** Answers as a test scripts it, and records the mails. */
export class ScriptedMailbox {
  /** All mails that were handed over, taken or not. */
  readonly sent: SentMail[] = []
  #answer: (mail: SentMail) => void | Promise<void> = () => undefined

  /** Sets what happens to mails from now on. */
  onMail(answer: (mail: SentMail) => void | Promise<void>): void {
    this.#answer = answer
  }

  /** Subjects, in the order in which they came. */
  get subjects(): string[] {
    return this.sent.map(({ subject }) => subject)
  }

  /** Settings and bindings of an edge that mails everything, by this mailbox. */
  settings(change: Partial<ShopperMail> = {}): Readonly<Record<string, unknown>> {
    const all = { receipts: true, requests: true, reminders: true, refunds: true, payouts: true, sent: true }
    return {
      SHOPPER_MAIL: JSON.stringify({ from: { email: 'shop@example.com' }, ...all, ...change }),
      NOTIFY: { send: (mail: SentMail) => this.#take(mail) },
      // No language: mails are in English.
      ASSETS: { fetch: async () => new Response(null, { status: 404 }) },
    }
  }

  async #take(mail: SentMail) {
    this.sent.push(mail)
    await this.#answer(mail)
    return { messageId: `${this.sent.length}` }
  }
}
