/** Sends the request that was just made by mail, once, however often its answer is lost. */
import { html, nothing, type ReactiveControllerHost } from 'lit'
import type { OrderDetails } from '../../shared/order-history.ts'
import { isPayable } from '../../shared/order-status.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { isPassing } from '../../widget/order/problems.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, refusalBox } from '../theme/marks.ts'

/** Most mails are at the platform by then. */
const MAIL_MS = 3_000

/** How far one request's mail got, as far as this page knows. */
type Progress = 'ready' | 'busy' | 'queued' | Refusal

/** The mail of one request: a button, and what came of it. */
export class RequestMail {
  readonly #host: ReactiveControllerHost
  readonly #changed: () => Promise<void>
  #desk: DeskContext | undefined
  #id = ''
  /** One key for one request, so that it is mailed once. */
  #key = ''
  #progress: Progress = 'ready'

  /** @param changed Reads the order again, whose mails have changed. */
  constructor(host: ReactiveControllerHost, changed: () => Promise<void>) {
    this.#host = host
    this.#changed = changed
  }

  /** Begins with another request. @param email The address that it was made with; empty for none. */
  begin(id: string, desk: DeskContext, email: string) {
    this.#desk = email && desk.mails.includes('request') ? desk : undefined
    this.#id = id
    this.#key = desk.env.randomKey()
    this.#progress = 'ready'
  }

  /** @param order `undefined` while it is not known. Its list of mails takes the place of the word that one is queued. */
  button(order: OrderDetails | undefined) {
    if (!this.#desk || (order && !isPayable(order.status))) return nothing
    const { words } = this.#desk
    const progress = this.#progress
    if (progress === 'queued')
      return order?.mails?.length
        ? nothing
        : html`<div role="status">${alertBox('good', 'check', words.mail.queued)}</div>`
    const isFailed = typeof progress === 'object'
    const isBusy = progress === 'busy'
    return html`<div role="alert">${isFailed ? this.#failure(progress, this.#desk) : nothing}</div>
      <div class="buttons"><button type="button" class="primary" data-mail aria-disabled=${isBusy ? 'true' : 'false'} @click=${() => this.#send()}>
        ${isBusy ? html`<span class="spinner"></span>` : icon('mail')}${isFailed ? words.mail.again : words.mail.send}
      </button></div>`
  }

  #failure(refusal: Refusal, { words }: DeskContext) {
    return isPassing(refusal) ? alertBox('notice', 'alert', words.mail.noAnswer) : refusalBox(refusal, words)
  }

  async #send() {
    const desk = this.#desk
    const id = this.#id
    if (!desk || this.#progress === 'busy') return
    this.#show('busy')
    const command = { path: 'mail', body: { kind: 'request' }, key: this.#key } as const
    const answer = await desk.api.command(id, command)
    if (desk.signal.aborted || this.#id !== id) return
    this.#show(answer.ok ? 'queued' : answer.reason)
    if (!answer.ok) return
    await this.#changed()
    await desk.env.pause(MAIL_MS, desk.signal)
    if (!desk.signal.aborted && this.#id === id) await this.#changed()
  }

  #show(progress: Progress) {
    this.#progress = progress
    this.#host.requestUpdate()
  }
}
