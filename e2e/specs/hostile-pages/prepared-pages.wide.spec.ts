/** Pages that the browser prepares before the shopper opens them: of the three engines, Chromium alone does. */

import { expect, it } from 'vitest'
import { payLabel } from '../../pages/shop.ts'
import { shopper } from '../../support/shopper.ts'
import { paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

/** As Chromium's own preparation looks to a page: the tests' browser prepares none. */
const PREPARED = `<script>
  heard = []
  let isPrepared = !location.hash
  Object.defineProperty(document, 'prerendering', { get: () => isPrepared })
  for (const name of ['pay-ready', 'pay-failed']) addEventListener(name, () => heard.push(name))
  const show = () => { isPrepared = false; document.dispatchEvent(new Event('prerenderingchange')) }
</script>`

it('a prepared page starts nothing before the shopper sees it, and is paid then', async () => {
  const tab = await visits(await withHead(PREPARED))
  await expect.poll(() => tab.evaluate(`!!customElements.get('pay-checkout')`)).toBe(true)
  expect(await tab.evaluate('heard')).toEqual([])

  await tab.evaluate('show()')
  await payLabel(tab)

  expect(await tab.evaluate('heard')).toEqual(['pay-ready'])
  await paysForTheMug(tab)
})
