/** Pages with shortcuts of single keys. */

import { expect, it } from 'vitest'
import { payLabel } from '../../pages/shop.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import { paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

it.each(['keydown', 'keypress'])(
  'a page that takes letters by %s leaves those of the tag’s fields',
  async (type) => {
    const url = await withHead(`<script>
    addEventListener('${type}', (event) => /^[a-z]$/.test(event.key) && event.preventDefault())
  </script>`)
    const tab = await visits(url)
    await payLabel(tab)

    await tab.type('pay-checkout #email', EMAIL)

    expect(await tab.text('pay-checkout #email')).toBe(EMAIL)
    await paysForTheMug(tab)
  },
)
