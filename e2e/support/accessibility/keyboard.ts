/** A shopper who has a keyboard alone, in Chromium. */
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'

/** No screen has more stops. */
const MAX_STOPS = 40

/** The words of what has the focus; empty where it is in another document. Runs in the page. */
const FOCUSED = `(() => {
  let one = document.hasFocus() ? document.activeElement : null
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  if (!one || one === document.body || one.localName === 'iframe') return ''
  return (one.ariaLabel || one.labels?.[0]?.innerText || one.innerText || '').trim().replace(/\\s+/g, ' ')
})()`

/** Presses one key, such as `Enter`. */
export const press = (tab: Tab, key: string) => chromiumPage(tab).keyboard.press(key)

/** Types into what has the focus. */
export const typeKeys = (tab: Tab, text: string) => chromiumPage(tab).keyboard.type(text)

/** The words of what has the focus, in whichever frame it is. */
export async function focusedWords(tab: Tab): Promise<string> {
  const all = await Promise.all(
    chromiumPage(tab)
      .frames()
      // A frame that goes away has no focus.
      .map((frame) => frame.evaluate<string>(FOCUSED).catch(() => '')),
  )
  return all.find(Boolean) ?? ''
}

/**
 * Presses a key until something with these words has the focus.
 *
 * @param key Default: Tab.
 * @throws {Error} With all stops, if it is never reached.
 */
export async function goTo(tab: Tab, words: RegExp, key = 'Tab'): Promise<void> {
  const stops: string[] = []
  while (stops.length < MAX_STOPS) {
    await press(tab, key)
    const stop = await focusedWords(tab)
    if (words.test(stop)) return
    stops.push(stop)
  }
  throw new Error(`${key} never leads to ${words}, but to: ${stops.join(' | ')}`)
}
