/** Pages whose own scripts stand in the tag's way, in Chromium. */
import { expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { describeHostilePages } from '../../support/hostile-pages.ts'
import { shopper } from '../../support/shopper.ts'
import { page, paysForTheMug, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

describeHostilePages()

it('a script that a page inserts without type="module" is named by the console, and the link in the tag sells', async () => {
  const tab = await visits(
    await strangePage(({ script, tag }) => page(script.replace(' type="module"', ''), tag)),
  )
  const said: string[] = []
  chromiumPage(tab).on('pageerror', ({ message }) => said.push(message))

  await chromiumPage(tab).reload()

  await expect.poll(() => said).toEqual([expect.stringMatching(/outside a module/)])
  await tab.click('pay-checkout a')
  await tab.waitForUrl(/^http:\/\/pay\.localhost/)
  await paysForTheMug(tab)
})
