/** Pages that keep their own state in the history. */

import { describe, expect, it } from 'vitest'
import { statusText } from '../../pages/shop.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { page, paidOnce, paysForTheMug, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

describe('a result page', () => {
  it.each([
    ['an object', `{ view: 'thanks' }`],
    ['a list', `['thanks']`],
  ])('whose router keeps %s in the history shows the payment after a reload too', async (_, state) => {
    const { edge } = addresses()
    const router = `<script>
      const draw = () => history.replaceState(${state}, '')
      draw()
      addEventListener('pay-settled', draw)
    </script>`
    const thanks = await strangePage(({ script }) =>
      page(script, `<pay-checkout edge="${edge}">There is no payment to show.</pay-checkout>`, router),
    )
    const shop = await strangePage(({ script, tag }) => page(script, tag), {
      attributes: `return-url="${thanks}"`,
    })
    const tab = await visits(shop)
    await paysForTheMug(tab)

    await tab.reload()

    await statusText(tab, /Thank you/)
    expect(await tab.evaluate(`JSON.stringify(history.state)`)).toBe(
      await tab.evaluate(`JSON.stringify(${state})`),
    )
    await paidOnce()
  })
})
