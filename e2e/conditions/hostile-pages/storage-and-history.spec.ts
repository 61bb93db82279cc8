/** Pages and browsers without storage, and pages that keep their own state in the history. */

import { describe, expect, it } from 'vitest'
import { statusText } from '../../pages/shop.ts'
import { shopper } from '../../support/shopper.ts'
import { paidOnce, paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

describe('where storage', () => {
  it.each([
    ['is null', `value: null`],
    ['is missing', `value: undefined`],
    ['is refused', `get() { throw new DOMException('no', 'SecurityError') }`],
  ])('%s, a reload after paying still shows the payment', async (_, property) => {
    const head = `<script>Object.defineProperty(window, 'localStorage', { ${property} })</script>`
    const tab = await visits(await withHead(head))
    await paysForTheMug(tab)

    await tab.reload()

    await statusText(tab, /approved/)
    await paidOnce()
  })
})
