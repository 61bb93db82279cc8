/**
 * The page of the bot check: in a frame of the shop's page, or alone in a window. It hands the verifier's token to the
 * page that asked for it, and to no other.
 */
import { type CheckMessage, DONE_MESSAGE } from '../../../shared/frame-messages.ts'
import { CHECK_PARAMETER } from '../../../shared/http-bodies.ts'
import { CHECK_TEXTS, type CheckTextKey } from './check-texts.ts'

/**
 * The verifier's script, as far as the page uses it.
 *
 * @see https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
export interface Verifier {
  render(place: HTMLElement, options: VerifierOptions): unknown
}

/** How the verifier shows its check. */
export interface VerifierOptions {
  readonly sitekey: string
  /** At most 32 characters of `[A-Za-z0-9_-]`. The verifier signs it, as it does `cData`. */
  readonly action: string
  /** At most 255 characters of the same kind. */
  readonly cData: string
  readonly size: 'flexible' | 'compact'
  readonly theme: 'auto' | 'light'
  readonly 'response-field': false
  readonly callback: (token: string) => void
  readonly 'before-interactive-callback': () => void
  readonly 'timeout-callback': () => void
  readonly 'unsupported-callback': () => void
  /** @returns Whether the page has told the shopper. */
  readonly 'error-callback': () => true
}

/** The browser around the page; tests put another one here. */
export interface CheckPage {
  /** As the edge wrote it: who may ask, and the verifier's address and keys, in attributes of its root. */
  readonly document: Document
  /** `#order=<order id>&return=<address of the page that asks>`. */
  readonly hash: string
  /** The window of the page around. Absent: this page is alone. */
  readonly around: Pick<Window, 'postMessage'> | undefined
  leave(url: string): void
  /** The verifier, once its script has run. */
  verifier(): Verifier | undefined
}

/** An order's id. The page puts it into an address. */
const ORDER_ID = /^[\w-]{1,128}$/

/** Below this width in CSS pixels the verifier's usual form does not fit. A phone of 320 pixels hides its border only. */
const MIN_WIDTH = 296

/** Shows the check, and tells the outcome to the page that asked for it. */
export function openCheck(page: CheckPage): void {
  const { document, hash, around } = page
  const root = document.documentElement
  const { origins = '[]', verifier = '' } = root.dataset
  const asked = new URLSearchParams(hash.slice(1))
  const order = asked.get('order') ?? ''
  const shop = addressWithin(JSON.parse(origins), asked.get('return'))
  root.toggleAttribute('data-framed', !!around)
  if (!shop || !ORDER_ID.test(order)) return void say(document, 'incomplete')
  const back = document.querySelector<HTMLAnchorElement>('#back')
  if (back) back.href = shop.href
  say(document, 'wait')
  const fail = () => {
    say(document, 'failed')
    // The tag then shows its link to the full page more strongly.
    around?.postMessage(DONE_MESSAGE, shop.origin)
  }
  const pass = (token: string) => {
    say(document, 'passed')
    if (around) around.postMessage({ check: token } satisfies CheckMessage, shop.origin)
    else page.leave(withCheck(shop.href, order, token))
  }
  const script = document.createElement('script')
  script.onload = () => show(page, order, { pass, fail })
  script.onerror = fail
  script.src = `${verifier}/turnstile/v0/api.js?render=explicit`
  document.head.append(script)
}

/** What the page does with the verifier's outcome. */
interface Outcomes {
  pass(token: string): void
  fail(): void
}

function show(page: CheckPage, order: string, { pass, fail }: Outcomes): void {
  const { document, around } = page
  const { siteKey: sitekey = '', action = '' } = document.documentElement.dataset
  const place = document.querySelector<HTMLElement>('#check')
  const verifier = page.verifier()
  if (!place || !verifier) return void fail()
  const size = place.clientWidth < MIN_WIDTH ? 'compact' : 'flexible'
  const theme = around ? 'light' : 'auto'
  verifier.render(place, {
    ...{ sitekey, action, cData: order, size, theme, 'response-field': false },
    callback: pass,
    'before-interactive-callback': () => say(document, 'act'),
    'timeout-callback': () => say(document, 'act'),
    'unsupported-callback': fail,
    'error-callback': () => {
      fail()
      return true
    },
  })
  // By this frame the tag knows that the check is there: nothing else of it is seen from outside.
  if (around) document.body.append(Object.assign(document.createElement('iframe'), { hidden: true }))
}

const say = (document: Document, key: CheckTextKey): void => {
  const words = document.querySelector('#words')
  // The edge puts the texts of the shopper's language into the document.
  const { texts = '{}' } = document.documentElement.dataset
  if (words) words.textContent = { ...CHECK_TEXTS, ...JSON.parse(texts) }[key]
}

/** @returns `undefined` if the address is not one of these origins'. Anybody may have made it. */
function addressWithin(origins: unknown, address: string | null): URL | undefined {
  const url = URL.parse(address ?? '')
  return url && Array.isArray(origins) && origins.includes(url.origin) ? url : undefined
}

/** Joins a check to the fragment, as the edge joins an order: after `?`, it becomes part of a route's query. */
function withCheck(address: string, order: string, token: string): string {
  const joined = address.includes('#') ? address.replace(/[^?&]$/, '$&&') : `${address}#`
  return `${joined}${CHECK_PARAMETER}=${order}.${encodeURIComponent(token)}`
}
