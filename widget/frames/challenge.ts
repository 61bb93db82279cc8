/**
 * The edge's page around a bank's challenge: it chooses the window's size, posts the question into its inner frame, and
 * passes the end on. What is posted was written by the edge; where nothing is posted, the inner frame has its address.
 */
import { DONE_MESSAGE } from '../../shared/frame-messages.ts'

/** Sizes of the bank's window in CSS pixels, the largest first, as EMV 3-D Secure numbers them; `05` is all there is. */
const WINDOWS = [
  ['03', 500, 600],
  ['04', 600, 400],
  ['02', 390, 400],
  ['01', 250, 400],
] as const

const FULL = '05'

/** Narrower is a telephone, where a window within the screen makes no sense. */
const MIN_WIDTH = 500

/** Number, width and height of the bank's window; the whole frame has no size of its own. */
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
 * Says in a question to the bank how large its window is.
 *
 * @param creq Base64url of JSON, padded or not.
 * @returns The same without padding; a question that cannot be read comes back as it is.
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

/** Asks the bank, as soon as the frame has a size: in a dialog that is not open yet it has none. */
export function ask(page: Document, view: Window): void {
  const form = page.forms[0]
  if (!form) return
  if (view.innerWidth === 0) {
    view.addEventListener('resize', () => ask(page, view), { once: true })
    return
  }
  const creq = form.querySelector<HTMLInputElement>('input[name="creq"]')
  const { size, width, height } = bankWindow(view.innerWidth, view.innerHeight)
  // The old protocol knows no sizes: its window is as large as it can be.
  if (creq) {
    creq.value = withWindowSize(creq.value, size)
    if (width && height) setSize(page, width, height)
  }
  form.submit()
}

/** Whole as long as it fits: a telephone may be turned, and a page zoomed, while the bank asks. */
function setSize(page: Document, width: number, height: number): void {
  const frame = page.querySelector('iframe')
  if (!frame) return
  frame.style.inlineSize = `min(100vw, ${width}px)`
  frame.style.blockSize = `min(100vh, ${height}px)`
}

/** Passes the end on to the page around this one. Only a page of the edge knows it, and it proves nothing. */
export function passOn(view: Window): void {
  view.addEventListener('message', ({ origin, data }) => {
    if (origin === view.location.origin && data === DONE_MESSAGE && view.parent !== view)
      view.parent.postMessage(DONE_MESSAGE, '*')
  })
}

passOn(window)
ask(document, window)
