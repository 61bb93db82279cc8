/** Text spacing as shoppers set it for themselves (WCAG 2.2, 1.4.12), and the words that a page then loses. */
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { endMotion } from './motion.ts'

/** The most that the criterion asks a page to bear. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** Every root of a document: its own, and its shadow roots. */
const ROOTS = `const rootsIn = (root) =>
  [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : []))]`

const SPACE = `(() => {
  ${ROOTS}
  for (const root of rootsIn(document)) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(SPACING)})
    root.adoptedStyleSheets.push(sheet)
  }
})()`

/** Spaces the text of every document in a tab, frames of other sites and shadow roots included. Call it once all are drawn. */
export async function spaceText(tab: Tab): Promise<void> {
  for (const frame of chromiumPage(tab).frames()) await frame.evaluate(SPACE)
}

/**
 * Words that stick out of the box around them, or of one that cuts off what sticks out. What can be scrolled to is not lost.
 * Words for screen readers alone have a box of one pixel.
 */
const LOST = `(() => {
  ${ROOTS}
  const around = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host
  const boxOf = (one) => one === document.documentElement
    ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    : one.getBoundingClientRect()
  const isOut = (rect, box) =>
    rect.left < box.left - 1 || rect.right > box.right + 1 || rect.top < box.top - 1 || rect.bottom > box.bottom + 1
  const isLost = (text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    let isOwn = true
    for (let one = text.parentElement; one; one = around(one)) {
      const { display, overflow } = getComputedStyle(one)
      if (display === 'inline' || display === 'contents') continue
      // The overflow of a document's body is the one of its window.
      const isRoot = one === document.documentElement
      const cuts = /hidden|clip/.test(isRoot ? getComputedStyle(document.body).overflow : overflow) && one !== document.body
      const box = boxOf(one)
      if ((isOwn || cuts) && (!isRoot || cuts) && rects.some((rect) => isOut(rect, box))) return true
      isOwn = false
    }
    return false
  }
  return rootsIn(document).flatMap((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!text.data.trim() || !(parent instanceof HTMLElement) || !parent.checkVisibility()) continue
      if (parent.closest('#unseen, style, script, option')) continue
      if (isLost(text)) found.push(text.data.trim())
    }
    return found
  })
})()`

/** Words of a tab that are cut off or lie over something else, those in frames included. */
export async function lostWords(tab: Tab): Promise<string[]> {
  await endMotion(chromiumPage(tab))
  const found: string[] = []
  for (const frame of chromiumPage(tab).frames()) found.push(...(await frame.evaluate<string[]>(LOST)))
  return found
}
