/** Pages whose libraries of ten years ago extend the built-ins of the browser. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { debianLibrary, libraryScript } from '../../support/page-libraries.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { mug, page, paidOnce, paysForTheMug, strangePage, withHead } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

/** Arrays write themselves as text, which JSON then writes as text again. Its later releases leave that out. */
const OLD_JSON = `<script>
  Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)) + ']' }
</script>`

const LIBRARIES = [
  ['Prototype', debianLibrary('prototype/prototype.js')],
  ['MooTools', debianLibrary('mootools/mootools.js')],
] as const

describe.each(LIBRARIES)('a page with %s', (_, { file, missing }) => {
  it.skipIf(missing)(`is paid on${missing ? `: ${missing}` : ''}`, async () => {
    const tab = await visits(await withHead(await libraryScript(file)))

    await paysForTheMug(tab)
  })

  it.skipIf(missing)(
    `takes a card, and shows the bank’s dialog${missing ? `: ${missing}` : ''}`,
    async () => {
      const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
      const library = await libraryScript(file)
      const tab = await visits(await strangePage(({ script }) => page(script, tag, library)))

      await approve(tab, await payUntilChallenged(tab))

      expect(await moneyMoved()).toEqual([CARD_CHARGE])
    },
  )
})

describe('a page whose arrays write themselves in JSON as Prototype 1.6 has them do', () => {
  it('is paid on', async () => {
    const tab = await visits(await withHead(OLD_JSON))

    await paysForTheMug(tab)
  })

  it('sells a cart', async () => {
    const offers = [
      { offer: await mug({ item: randomUUID(), description: 'Mug' }) },
      { offer: await mug({ item: randomUUID(), description: 'Plate', amount: '7.50' }) },
    ]
    const cart = `<pay-checkout></pay-checkout><script>
      document.querySelector('pay-checkout').offers = ${JSON.stringify(offers)}
    </script>`
    const tab = await visits(await strangePage(({ script }) => page(script, cart, OLD_JSON)))

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce('charge 20.00 EUR')
  })
})
