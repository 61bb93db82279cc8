/** The tag in browsers with a wrong clock, a refused storage or changed built-in objects. */

import { describe, expect, it } from 'vitest'
import { clockOff, DAY_MS } from '../../support/browser-disturbances.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { page, paysForTheMug, strangePage, withHead } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a clock', () => {
  it('that is two days ahead of the edge’s changes nothing', async () => {
    const tab = await visits(await withHead(clockOff(2 * DAY_MS)))

    await paysForTheMug(tab)
  })

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

describe('a history', () => {
  it('that refuses to be changed, as Safari’s does after a hundred changes, lets the shopper pay', async () => {
    const tab = await visits(
      await withHead(`<script>
        history.replaceState = history.pushState = () => { throw new DOMException('too often', 'SecurityError') }
      </script>`),
    )

    await paysForTheMug(tab)
  })
})

describe('a storage', () => {
  it('that is full lets the shopper pay', async () => {
    const tab = await visits(
      await withHead(
        `<script>Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }</script>`,
      ),
    )

    await paysForTheMug(tab)
  })

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
  it('with enumerable additions of a page’s own change nothing', async () => {
    const tab = await visits(
      await withHead(`<script>
        const extended = [Object, Array, String, Function, Promise, Element].map(({ prototype }) => prototype)
        for (const prototype of extended) prototype.extended = function () { return this }
      </script>`),
    )

    await paysForTheMug(tab)

    // The search for barriers at the end cannot run with them.
    await tab.evaluate('extended.forEach((prototype) => delete prototype.extended)')
  })

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
