import { vi } from 'vitest'
import type { Frame } from '../browser.ts'

/** How tall each tag is, and what it says; `null` until all are drawn, their frames and fonts too. */
const drawing = (states: readonly string[]) => `(() => {
  const tags = ${JSON.stringify(states)}.map((state) => document.querySelector('#' + state + ' pay-checkout'))
  const isDrawn = ({ shadowRoot }) =>
    shadowRoot && !shadowRoot.querySelector('.starting, iframe[part~=card][height="0"]:not([hidden])')
  return document.fonts.status === 'loaded' && tags.every(isDrawn)
    ? tags.map((tag) => tag.offsetHeight + tag.shadowRoot.textContent).join()
    : null
})()`

/** Waits until the states stay as they are: two looks in a row see the same. */
export async function untilDrawn(page: Frame, states: readonly string[]): Promise<void> {
  let before: string | null = null
  await vi.waitUntil(
    async () => {
      const last = before
      before = await page.evaluate<string | null>(drawing(states))
      return before !== null && before === last
    },
    { interval: 250, timeout: 60_000 },
  )
}
