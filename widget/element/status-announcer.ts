/** Tells shoppers who do not see the screen that the panel or the sum has changed, or that the tag is at work. */
import { type Announced, type Announcement, announcementOf, isOther } from '../screen/announcement.ts'
import { arePricesReady, pricesReady } from './prices.ts'

/** The drawn parts that say it. */
const DRAWN = { status: '#status, #status-text', price: '[part=price]' } as const

/** The element whose panels change. */
interface AnnouncingHost {
  readonly renderRoot: ShadowRoot
  focus(): void
  /** Draws the element soon. */
  requestUpdate(): void
}

/** Moves the focus to the new panel if it was in the tag; else a live region reads the words out. */
export class StatusAnnouncer {
  readonly #host: AnnouncingHost
  #before: Announced | undefined
  #said: Announcement = 'nothing'
  #hadFocus = false

  constructor(host: AnnouncingHost) {
    this.#host = host
  }

  /** Call it before drawing. @returns Whether the focus is in the tag. */
  noteFocus(): boolean {
    this.#hadFocus = !!this.#host.renderRoot.activeElement
    return this.#hadFocus
  }

  /**
   * Call it after drawing.
   *
   * @param working What a pressed button says while the edge has not answered.
   */
  announce(now: Announced, working: string) {
    this.#before ??= now
    const before = this.#before
    const isTyping = !!this.#host.renderRoot.activeElement?.matches('#amount, #quantity')
    const listening = { hasFocus: this.#hadFocus, isTyping, said: this.#said }
    const announcement = announcementOf(before, now, listening)
    const isDrawn = announcement === 'status' || announcement === 'price'
    // What is read out is what stands there: a sum in plain text is about to be written in full.
    if (isDrawn && !arePricesReady()) return void pricesReady().then(() => this.#host.requestUpdate())
    this.#before = { ...now, sum: isTyping ? before.sum : (now.sum ?? before.sum) }
    if (this.#hadFocus && isOther(before, now)) this.#host.focus()
    if (announcement) this.#say(announcement, isDrawn ? this.#textOf(DRAWN[announcement]) : working)
  }

  /** Empty for words that are not drawn. */
  #textOf(selector: string) {
    return [...this.#host.renderRoot.querySelectorAll(selector)]
      .map(({ textContent }) => textContent)
      .join(' ')
  }

  #say(announcement: Announcement, words: string) {
    const region = this.#host.renderRoot.querySelector('#unseen')
    if (region) region.textContent = announcement === 'nothing' ? '' : words
    this.#said = announcement
  }
}
