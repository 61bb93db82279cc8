/** Mails an order's shopper, one mail at a time, beside the notifications to the merchant: neither waits for the other. */

import { isPayable } from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Measure } from '../config/metrics.ts'
import { withTimeout } from '../deadline.ts'
import type { MailBudgetKind } from '../limits/limit-names.ts'
import { type Letter, letterOf } from '../mail/letter.ts'
import {
  afterFailure,
  changed,
  isNotedFirst,
  type MailWish,
  nextMail,
  postponed,
  QUOTA,
  type QueuedMail,
  withMail,
} from '../mail/mail-queue.ts'
import { isMailed, sellerOf, senderOf } from '../mail/mail-setting.ts'
import { mailLanguage } from '../mail/mail-texts.ts'
import { isMailable, mailboxOf } from '../mail/mailbox.ts'
import { handOver } from '../outbox/mail-platform.ts'
import type { BackgroundWork } from './background-work.ts'
import { isOver } from './model/attempts.ts'
import { payingCustomer } from './model/payer.ts'
import type { OrderState } from './model/state.ts'
import type { OrderStorage } from './storage.ts'

/** The part of the order's record that mailing needs. */
interface MailedRecord {
  readonly storage: Pick<OrderStorage, 'mails' | 'payer'>
  readonly state: OrderState | undefined
  readonly views: { readonly shopper: (state: OrderState) => OrderView }
  readonly background: BackgroundWork
  /** Puts the queue on disk. */
  readonly writeMails: () => void
  readonly rearm: () => void
}

/** One mail that a budget is asked about. */
export interface MailClaim {
  readonly budget: MailBudgetKind
  /** The mailbox, or the name of the key. */
  readonly whose: string
  readonly order: string
  /** The same claim takes no second one. */
  readonly mark: string
  readonly limit: number
}

/** The ways out of the order. */
export interface Mailing {
  readonly config: () => Config
  readonly binding: SendEmail | undefined
  readonly assets: Pick<Fetcher, 'fetch'>
  /** Takes a mail from a budget. @returns How many milliseconds to wait; 0 if it is taken. */
  readonly take: (claim: MailClaim) => Promise<number>
  /** The edge's own page of the order, for its shopper; none of a payout. */
  readonly linkTo: (state: OrderState) => Promise<string | undefined>
  readonly measure: Measure
  /** Where a test may let the object die. */
  readonly reached: (point: 'mail-next' | 'mail-sent') => Promise<void>
}

/** What became of a wish to send a mail: its letter, or why there is none. */
type Prepared = { readonly letter: Letter; readonly to: string } | { readonly why: string }

/** The queue lies in the order's storage, so that it is written with the change that it tells of. */
export class ShopperMailer {
  readonly #record: MailedRecord
  readonly #mailing: Mailing
  #isBusy = false

  constructor(record: MailedRecord, mailing: Mailing) {
    this.#record = record
    this.#mailing = mailing
  }

  /**
   * Whether the edge reminds of a request by itself: the settings want it, and the mail can be added. A reminder that is due
   * and cannot be added would be due again at once.
   */
  get isReminding(): boolean {
    const config = this.#mailing.config()
    const isOn = config.SHOPPER_MAIL?.reminders === true && isMailed(config, 'reminder')
    return isOn && this.addressFor('reminder') !== undefined
  }

  /**
   * Adds mails to the queue, if the settings want them and there is an address. The caller writes it, and calls
   * {@link send} afterwards.
   */
  queue(wishes: readonly MailWish[], state = this.#record.state): void {
    const { storage } = this.#record
    for (const wish of wishes)
      if (isMailed(this.#mailing.config(), wish.kind) && this.addressFor(wish.kind, state) !== undefined)
        storage.mails = withMail(storage.mails, wish, Date.now())
  }

  /** Adds a mail that no change of the order tells of, puts it on disk, and sends it. */
  add(wish: MailWish): void {
    this.queue([wish])
    this.#record.writeMails()
    this.send()
    this.#record.rearm()
  }

  /** Sends every mail that is due, one at a time. No caller waits for it. The alarm repeats what failed. */
  send(): void {
    if (this.#isBusy || !this.#next()) return
    this.#isBusy = true
    this.#record.background.follow(this.#sendAll())
  }

  /**
   * A request goes only where a merchant's server sent it; anything else to the address of who paid. Nothing goes to an address
   * that a mailer could read as several.
   */
  addressFor(kind: MailKind, state = this.#record.state): string | undefined {
    const { payer } = this.#record.storage
    const address = isNotedFirst({ kind }) || !state ? payer.requestTo : payingCustomer(payer, state).email
    return address !== undefined && isMailable(address) ? address : undefined
  }

  async #sendAll(): Promise<void> {
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#sendOne(next)
    } catch (error) {
      log('shopper-mail-failed', { order: this.#record.state?.terms.id, error: errorText(error) })
    } finally {
      this.#isBusy = false
    }
    this.#record.rearm()
  }

  #next(): QueuedMail | undefined {
    const next = nextMail(this.#record.storage.mails)
    return next && next.nextAt <= Date.now() ? next : undefined
  }

  async #sendOne(mail: QueuedMail): Promise<void> {
    const { deadlineMs } = this
    // Until it ends it counts as failed at its deadline, so that the alarm leaves it alone. In memory only.
    this.#change(mail, { nextAt: Date.now() + 3 * deadlineMs })
    const waitMs = await this.#placeFor(mail)
    const now = Date.now()
    if (waitMs === undefined) return this.#failed(mail, 'limiter-unanswered')
    const times = this.#mailing.config().times
    if (waitMs > 0)
      return this.#end(mail, postponed(mail, { why: 'address-limit', now, times, until: now + waitMs }))
    const prepared = await this.#prepare(mail)
    if (!this.#isQueued(mail)) return
    if ('why' in prepared)
      return this.#end(mail, { status: 'given-up', nextAt: Date.now(), why: prepared.why })
    return this.#handOver(mail, prepared)
  }

  /** @returns Milliseconds to wait; `undefined` if the limiter does not answer. */
  async #placeFor({ number, kind }: QueuedMail): Promise<number | undefined> {
    const { config, take } = this.#mailing
    const { SHOPPER_MAIL, times } = config()
    const [order, address] = [this.#record.state?.terms.id, this.addressFor(kind)]
    // Nothing is counted where nothing can be sent.
    if (!SHOPPER_MAIL || order === undefined || address === undefined) return 0
    const whose = mailboxOf(address)
    const limit = SHOPPER_MAIL.mailsPerAddress
    try {
      return await withTimeout(
        times.limiterDeadline,
        take({ budget: 'mail-address', whose, order, mark: `mail ${number}`, limit }),
      )
    } catch (error) {
      log('limiter-unanswered', { error: errorText(error) })
      return undefined
    }
  }

  async #prepare({ kind, at, amount }: QueuedMail): Promise<Prepared> {
    const { config, assets, linkTo } = this.#mailing
    const settings = config()
    const { state } = this.#record
    if (!state || !isMailed(settings, kind)) return { why: 'off' }
    if (isNotedFirst({ kind }) && !this.isAsking()) return { why: 'outdated' }
    const link = await linkTo(state)
    if (isNotedFirst({ kind }) && link === undefined) return { why: 'outdated' }
    const { PUBLIC_URL: publicUrl, SHOPPER_MAIL } = settings
    const language = await mailLanguage(state.terms.locale ?? SHOPPER_MAIL?.locale ?? 'en', {
      assets,
      publicUrl,
    })
    // As it stands now: the merchant may have corrected it, or the shopper may be erased.
    const { parcel } = state.sent?.shipment ?? {}
    const paidAt = state.attempts[(state.payment ?? 0) - 1]?.decidedAt
    const facts = {
      ...{ kind, order: this.#record.views.shopper(state), until: state.terms.expiresAt },
      at: kind === 'receipt' && paidAt !== undefined ? paidAt : at,
      ...(amount !== undefined && { amount }),
      ...(kind === 'sent' && parcel !== undefined && { parcel }),
      ...(link !== undefined && { link }),
    }
    const letter = letterOf(facts, sellerOf(settings), language)
    const to = this.addressFor(kind)
    if (to === undefined) return { why: 'no-address' }
    return letter ? { letter, to } : { why: 'outdated' }
  }

  /** Whether the shopper can still do what a request asks. What a server charges, and orders of older versions, have no link. */
  isAsking(): boolean {
    const { state, views } = this.#record
    return !!state?.terms.hasLink && !isOver(state) && isPayable(views.shopper(state).status)
  }

  async #handOver(mail: QueuedMail, { letter, to }: Extract<Prepared, { letter: Letter }>): Promise<void> {
    const { config, binding, measure, reached } = this.#mailing
    if (isNotedFirst(mail)) {
      this.#change(mail, { status: 'noted' })
      this.#record.writeMails()
    }
    await reached('mail-next')
    const sender = senderOf(config())
    const why =
      binding && sender ? await handOver(binding, { ...letter, ...sender, to }, this.deadlineMs) : 'off'
    await reached('mail-sent')
    measure('notification', { channel: 'shopper-mail', outcome: why ?? 'delivered' })
    if (why !== undefined) return this.#failed(mail, why)
    this.#end(mail, { status: 'sent', nextAt: Date.now(), why: undefined })
  }

  get deadlineMs(): number {
    return this.#mailing.config().times.webhookDeadline
  }

  async #failed(mail: QueuedMail, why: string): Promise<void> {
    const { number, kind } = mail
    log('shopper-mail-failed', { order: this.#record.state?.terms.id, mail: number, kind, why })
    const { times } = this.#mailing.config()
    this.#end(mail, afterFailure(mail, { why, now: Date.now(), times, spread: Math.random() }))
    if (why === QUOTA) await this.#tellQuota()
  }

  /** Once a day, for all orders of the edge: the operator has to ask the platform for more. */
  async #tellQuota(): Promise<void> {
    const order = this.#record.state?.terms.id ?? ''
    const claim = { budget: 'mail-quota', whose: 'edge', order, mark: 'quota', limit: 1 } as const
    if ((await this.#mailing.take(claim)) === 0) log('shopper-mail-quota', {})
  }

  #isQueued({ number }: QueuedMail): boolean {
    return this.#record.storage.mails.some((one) => one.number === number)
  }

  #change({ number }: QueuedMail, change: Partial<QueuedMail>): void {
    const { storage } = this.#record
    storage.mails = changed(storage.mails, number, change)
  }

  #end(mail: QueuedMail, change: Partial<QueuedMail>): void {
    if (!this.#isQueued(mail)) return
    this.#change(mail, change)
    this.#record.writeMails()
  }
}
