/**
 * The edge's page around a bank's challenge. It chooses the window's size, posts the challenge request into its inner
 * frame, and reports the end. The edge wrote the request; without one, the inner frame has its address already.
 */
import { DONE_MESSAGE } from '../../shared/frame-messages.ts'

/** Sizes of the bank's window in CSS pixels, the largest first, with the numbers of EMV 3-D Secure; `05` is full screen. */
const WINDOWS = [
  ['03', 500, 600],
  ['04', 600, 400],
  ['02', 390, 400],
  ['01', 250, 400],
] as const

const FULL = '05'

/** A narrower frame is on a phone, where a smaller window makes no sense. */
const MIN_WIDTH = 500

/** Number, width and height of the bank's window; a full-screen window has no size of its own. */
export interface BankWindow {
  readonly size: string
  readonly width?: number
  readonly height?: number
}

/** Chooses the largest window that fits a frame of so many CSS pixels. */
export function bankWindow(frameWidth: number, frameHeight: number): BankWindow {
  const fitting =
    frameWidth < MIN_WIDTH
      ? undefined
      : WINDOWS.find(([, width, height]) => width <= frameWidth && height <= frameHeight)
  if (!fitting) return { size: FULL }
  const [size, width, height] = fitting
  return { size, width, height }
}

/**
 * Adds the window's size to a challenge request.
 *
 * @param creq Base64url of JSON, padded or not.
 * @returns The same without padding; an unreadable request comes back unchanged.
 */
export function withWindowSize(creq: string, size: string): string {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(creq)))
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return creq
    return toBase64Url(new TextEncoder().encode(JSON.stringify({ ...message, challengeWindowSize: size })))
  } catch {
    return creq
  }
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Posts the challenge request as soon as the frame has a size: in a closed dialog it has none. */
export function postChallenge(page: Document, view: Window): void {
  const form = page.forms[0]
  if (!form) return
  if (view.innerWidth === 0) {
    view.addEventListener('resize', () => postChallenge(page, view), { once: true })
    return
  }
  const creq = form.querySelector<HTMLInputElement>('input[name="creq"]')
  const { size, width, height } = bankWindow(view.innerWidth, view.innerHeight)
  // The old protocol has no sizes: its window is as large as possible.
  if (creq) {
    creq.value = withWindowSize(creq.value, size)
    if (width && height) setSize(page, width, height)
  }
  form.submit()
}

/** Limits the size to the screen's: the shopper may turn the phone or zoom the page during the challenge. */
function setSize(page: Document, width: number, height: number): void {
  const frame = page.querySelector('iframe')
  if (!frame) return
  frame.style.inlineSize = `min(100vw, ${width}px)`
  frame.style.blockSize = `min(100vh, ${height}px)`
}

/** Reports the end to the page around this one. Only a page of the edge sends it, and it proves nothing. */
export function reportEnd(view: Window): void {
  view.addEventListener('message', ({ origin, data }) => {
    if (origin === view.location.origin && data === DONE_MESSAGE && view.parent !== view)
      view.parent.postMessage(DONE_MESSAGE, '*')
  })
}

reportEnd(window)
postChallenge(document, window)
