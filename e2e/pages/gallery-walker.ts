/** Presses each control of each state in the gallery, those in the frame of the card among them, and tells what came of it. */
import type { Browser, Frame, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'

/** What a control did. `address`: it leads to another page, or to the window of one; `text`: other words, also such as are only announced. */
export type Effect = 'address' | 'print' | 'text' | 'choice' | 'focus' | 'nothing'

/** One control of one state. */
export interface Pressed {
  readonly state: string
  /** What the control says, or is called. */
  readonly control: string
  readonly effect: Effect
}

/**
 * Runs before the tag's script, which takes built-ins from the page once, at load. They do what they always do until the
 * walk replaces them.
 */
const REPLACEABLE = `globalThis.builtIns = {}
for (const name of ['open', 'setTimeout']) {
  builtIns[name] = globalThis[name].bind(globalThis)
  globalThis[name] = (...given) => builtIns[name](...given)
}`

/** Opens a page of the gallery that can be walked. */
export async function openToWalk(browser: Browser, url: string): Promise<Tab> {
  const tab = await browser.open('about:blank')
  await chromiumPage(tab).addInitScript(REPLACEABLE)
  await tab.goto(url)
  return tab
}

/**
 * Runs in the page. Each press gets a tag of its own, which is first brought to the state. A page may prevent that the tag
 * leaves for an address, and so does this one, to see where the tag wants to go.
 */
const WALK = `async (states) => {
  const acts = []
  // A state that begins with a press may begin with a window.
  let isBeginning = false
  addEventListener('pay-redirect', (event) => {
    if (event.order.action.frame || isBeginning) return
    event.preventDefault()
    acts.push('address')
  })
  addEventListener('click', (event) => {
    const link = event.composedPath().find((one) => one.localName === 'a')
    if (!link) return
    event.preventDefault()
    if (/^(https?|mailto|tel):/.test(link.href) && link.href !== location.href) acts.push('address')
  })
  globalThis.print = () => acts.push('print')
  const opened = { closed: false, document: { body: {} }, location: { replace() {} }, focus: () => acts.push('address'), close() {} }
  opened.top = opened
  builtIns.open = () => (isBeginning ? opened : acts.push('address') && null)

  // Nobody waits for the words after a long wait.
  const { setTimeout: wait } = builtIns
  builtIns.setTimeout = (act, ms) => wait(act, ms === 10_000 ? 0 : ms)

  const until = async (isSo, what, limit = 20_000) => {
    for (const end = performance.now() + limit; performance.now() < end; ) {
      const value = isSo()
      if (value) return value
      await new Promise(requestAnimationFrame)
    }
    throw new Error(what())
  }
  const controlsIn = (root) => [...root.querySelectorAll(
    'button:not(:disabled, [aria-disabled=true]), a[href], input:not(:disabled), select:not(:disabled)')]
    .filter((one) => one.checkVisibility() && !(root.querySelector('[open]') && !one.closest('[open]')))
  const controls = (tag) => controlsIn(tag.shadowRoot)
  const nameOf = (one) => (one.labels?.[0]?.innerText || one.innerText || one.ariaLabel || '').trim().replace(/\\s+/g, ' ')
  const names = (tag) => controls(tag).map(nameOf).join('|')
  const textOf = ({ shadowRoot }) => [...shadowRoot.querySelectorAll('form, #unseen, dialog')].map((one) => one.innerText).join('|')
  // What the tag answers a press with at once: the control's own words, and those that are announced.
  const answerOf = ({ shadowRoot }, control) =>
    [nameOf(control), ...[...shadowRoot.querySelectorAll('[role=status], [role=alert]')].map((one) => one.innerText)]
      .filter(Boolean).join('|')
  const choiceIn = (root) => [...root.querySelectorAll('input, select')].map((one) => one.checked + one.value).join('|')
  const choiceOf = (tag) => choiceIn(tag.shadowRoot)
  const cardFrame = (tag) => {
    const frame = tag.shadowRoot.querySelector('iframe[part~=card]')
    return frame?.checkVisibility() && !tag.shadowRoot.querySelector('[open]') ? frame : undefined
  }

  const forget = () => {
    localStorage.clear()
    sessionStorage.clear()
  }

  const pressed = []
  for (const state of states) {
    const section = document.getElementById(state)
    const model = section.querySelector('pay-checkout').cloneNode(true)
    const openers = JSON.parse(section.dataset.press ?? '[]')
    const { shows = '' } = section.dataset
    let whole = ''
    // An order that the address named: the tag has taken it out of the address, and this tab remembers it.
    let named = []
    const isThere = (tag) => {
      const found = tag.shadowRoot && textOf(tag).includes(shows) && names(tag)
      return found && (!whole || found === whole) && found
    }
    const fresh = async () => {
      const tag = model.cloneNode(true)
      forget()
      for (const [key, value] of named) sessionStorage.setItem(key, value)
      document.activeElement?.blur()
      section.querySelector('pay-checkout').replaceWith(tag)
      isBeginning = true
      for (const opener of openers)
        (await until(() => tag.shadowRoot?.querySelector(opener), () => state + ' lacks ' + opener)).click()
      await until(() => isThere(tag), () => state + ' does not show ' + shows + ' with ' + whole + ', but ' + textOf(tag))
      isBeginning = false
      return tag
    }
    const first = openers.length > 0 ? await fresh() : section.querySelector('pay-checkout')
    // The seller's links and the currency's sign may come after the first drawing.
    for (let before = ''; !whole; ) {
      const now = await until(() => isThere(first), () => state + ' has no control')
      if (now === before) whole = now
      else before = now
      await new Promise((drawn) => wait(drawn, 300))
    }
    if (openers.length === 0) named = Object.entries(sessionStorage)
    const hasForm = !!cardFrame(first)
    for (const index of controls(first).keys()) {
      const tag = await fresh()
      const control = controls(tag)[index]
      const name = nameOf(control)
      const isField = control.matches('input, select')
      acts.length = 0
      // A state may begin with the focus on a field that is wrong; the tag may still be about to put it there.
      tag.shadowRoot.activeElement?.blur()
      const before = [textOf(tag), choiceOf(tag), answerOf(tag, control)]
      const focused = tag.shadowRoot.activeElement
      // The tag may say that it works on the press for less than a frame: the edge of the gallery refuses at once.
      // Other words that come and go may be no answer to the press.
      let hasAnswered = false
      const listener = new MutationObserver(() => { hasAnswered ||= answerOf(tag, control) !== before[2] })
      listener.observe(tag.shadowRoot, { subtree: true, childList: true, characterData: true })
      const effectOf = () => acts[0]
        ?? (hasAnswered || textOf(tag) !== before[0] ? 'text'
        : choiceOf(tag) !== before[1] ? 'choice'
        : [null, focused, isField ? null : control].includes(tag.shadowRoot.activeElement) ? '' : 'focus')
      if (isField) control.focus()
      control.click()
      const effect = await until(effectOf, () => 'nothing', 12_000).catch(() => 'nothing')
      listener.disconnect()
      pressed.push({ state, control: name, effect })
    }
    if (hasForm) {
      // The fields change nothing around them, so one form is enough for all of them.
      const frame = cardFrame(await fresh())
      const fields = await until(() => {
        const found = controlsIn(frame.contentDocument)
        return frame.height > 0 && found.length > 0 && found
      }, () => state + ' has a form without fields')
      for (const field of fields) {
        frame.contentDocument.activeElement.blur()
        const before = choiceIn(frame.contentDocument)
        field.focus()
        field.click()
        const effectOf = () => choiceIn(frame.contentDocument) !== before ? 'choice'
          : frame.contentDocument.activeElement === field && 'focus'
        const effect = await until(effectOf, () => 'nothing', 2_000).catch(() => 'nothing')
        pressed.push({ state, control: nameOf(field), effect })
      }
    }
    // A dialog that the last press has opened would make all other tags inert.
    section.querySelector('pay-checkout').remove()
    forget()
  }
  return pressed
}`

/** Presses every control of these states, on a page that {@link openToWalk} has opened and that shows them. */
export const walk = (page: Frame, states: readonly string[]): Promise<Pressed[]> =>
  page.evaluate<Pressed[]>(`(${WALK})(${JSON.stringify(states)})`)
