/** More browsers with a wrong clock, a refused storage or changed built-in objects, and more wrong offers. */
import { describe, expect, it } from 'vitest'
import { payLabel, tagText } from '../../pages/shop.ts'
import { clockOff, DAY_MS } from '../../support/browser-disturbances.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import {
  mug,
  page,
  paidOnce,
  payAndReturn,
  paysForTheMug,
  strangePage,
  withHead,
} from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a clock', () => {
  it('that is a year behind the edge’s changes nothing', async () => {
    const tab = await visits(await withHead(clockOff(-365 * DAY_MS)))

    await paysForTheMug(tab)
  })

  it.each([2 * DAY_MS, -365 * DAY_MS])(
    'that is off by %i ms leaves the shopper time at the bank',
    async (skewMs) => {
      const session = await shopOrder()
      const tag = `<pay-checkout session="${session}"></pay-checkout>`
      const tab = await visits(await strangePage(({ script }) => page(script, tag, clockOff(skewMs))))

      await approve(tab, await payUntilChallenged(tab))

      expect(await moneyMoved()).toEqual([CARD_CHARGE])
    },
  )
})

describe('a storage', () => {
  it('that is refused lets the shopper pay', async () => {
    const tab = await visits(
      await withHead(
        `<script>Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })</script>`,
      ),
    )

    await paysForTheMug(tab)
  })
})

describe('built-in objects', () => {
  it('that a page’s own code watches are used correctly', async () => {
    const tab = await visits(
      await withHead(`<script>
        seen = []
        const watched = (object, name) => {
          const own = object[name]
          object[name] = function (...given) { seen.push(name); return own.apply(this, given) }
        }
        watched(window, 'fetch'); watched(JSON, 'stringify'); watched(JSON, 'parse')
        watched(history, 'replaceState'); watched(history, 'pushState'); watched(Storage.prototype, 'setItem')
      </script>`),
    )

    await paysForTheMug(tab)

    expect(await tab.evaluate('seen')).toContain('fetch')
  })
})

describe('at 400 %', () => {
  it('the shopper pays by card and answers the bank', async () => {
    const tab = await visits((await cardPage()).url, { width: 320, height: 256 })

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('an offer', () => {
  it('that has expired is reported, and the fresh one that the page then gives is paid', async () => {
    const past = Math.floor(Date.now() / 1000) - 60
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, tag), { claims: { iat: past - 60, exp: past } }),
    )
    await payLabel(tab)
    await tab.click('pay-checkout #email')
    await tagText(tab, /expired/)
    expect(await moneyMoved()).toEqual([])

    const fresh = await mug({ item: `fresh-${process.pid}` })
    await tab.evaluate(`void (document.querySelector('pay-checkout').offer = ${JSON.stringify(fresh)})`)
    await payAndReturn(tab)

    await paidOnce()
  })
})
