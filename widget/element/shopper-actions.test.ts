/** Nobody is sent into a wall: from every status of an order, wherever a tag shows it, something leads on that works. */
import { describe, expect, it } from 'vitest'
import { isFinal, ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { LONG_WAIT_MS } from '../durations.ts'
import { offerDigest } from '../order/offer.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, EDGE, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]

/** Where the shop sells, beside the page that the shopper comes back to. */
const MUG = 'https://shop.example.com/products/mug'

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'redirect',
  startedAt: '2026-11-21T10:00:00Z',
} as const
const URL_OF_STEP = 'https://gateway.example.com/step'

/** What the edge tells of an order in a status, to a tag that may pay, or to one that only looks. */
function told(status: OrderStatus, mayPay: boolean): Partial<OrderView> {
  const isAwaited = mayPay && ['redirect', 'method', 'challenge'].includes(status)
  const type = status === 'redirect' ? 'redirect' : 'page'
  return {
    ...{ status, pageUrl: MUG, methods: isFinal(status) ? [] : ['hosted'] },
    // What is closed may have a form that is still open.
    attempts: status === 'open' ? [] : [/cancelled|expired/.test(status) ? ATTEMPT : { ...ATTEMPT, status }],
    ...(isAwaited && { action: { type, url: URL_OF_STEP } }),
  }
}

/** Place of a tag → how a tag comes to show an order there. */
const PLACES = {
  'a tag with an offer': async (status: OrderStatus, mayPay: boolean) => {
    const [offer, tab] = [offerOf(), new FakeTab()]
    const digest = await offerDigest(offer)
    const { id } = tab.edge.add({ ...told(status, mayPay), offer: digest })
    if (mayPay)
      localStorage.setItem(`pay-checkout:${digest}`, JSON.stringify({ id, key: 'k', token: 'pay.1.2' }))
    else tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`
    return Checkout.open({ offer, locale: 'en-IE' }, tab)
  },
  'a tag with a session': async (status: OrderStatus, mayPay: boolean) => {
    const tab = new FakeTab()
    tab.href = MUG
    const { id } = tab.edge.add(told(status, mayPay))
    return Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  },
  'a result tag': async (status: OrderStatus, mayPay: boolean) => {
    const tab = new FakeTab()
    return resultTag(tab, status, mayPay)
  },
  'a result tag on /pay': async (status: OrderStatus, mayPay: boolean) => {
    const tab = new FakeTab()
    tab.href = `${EDGE}/pay`
    return resultTag(tab, status, mayPay)
  },
}

async function resultTag(tab: FakeTab, status: OrderStatus, mayPay: boolean): Promise<Checkout> {
  const { id } = tab.edge.add({ ...told(status, mayPay), offer: 'digest' })
  if (mayPay) localStorage.setItem('pay-checkout:digest', JSON.stringify({ id, key: 'k', token: 'pay.1.2' }))
  tab.href += `#pay-order=${id}.${viewToken()}`
  return Checkout.open({ locale: 'en-IE' }, tab)
}

const shownBy = ({ element }: Checkout) => element.order?.status

/** What can be pressed: buttons that are not locked, and links. */
const controlsOf = ({ root }: Checkout) =>
  [...root.querySelectorAll<HTMLElement>('button:enabled:not([aria-disabled=true]), a[href]')].map((one) =>
    one.innerText.trim(),
  )

/** Whatever the words promise has a control that does it. */
const PROMISES: readonly [words: RegExp, control: RegExp][] = [
  [/try again|use another card/i, /^(Try again|Continue to payment|Verify your card|Back to the shop)$/],
  [/go back to the shop|in the shop/i, /^Back to the shop$/],
  [/continue on the payment page/i, /^Continue to payment$/],
]

const CASES = STATUSES.flatMap((status) =>
  Object.keys(PLACES).flatMap((place) =>
    // A session is the page's own, and pays; a tag with an offer does not take in an order that nobody tried to pay.
    [
      true,
      ...(place.endsWith('session') || (place.endsWith('offer') && status === 'open') ? [] : [false]),
    ].map((mayPay) => [status, place as keyof typeof PLACES, mayPay ? 'may pay' : 'only looks'] as const),
  ),
)

describe('an order', () => {
  it.each(CASES)(
    'that is %s, in %s that %s, leaves something to do that works',
    async (status, place, right) => {
      const checkout = await PLACES[place](status, right === 'may pay')
      await expect.poll(() => shownBy(checkout)).toBe(status)
      await checkout.drawn()
      // What passes by itself offers something once it does not.
      if (controlsOf(checkout).length === 0) await checkout.tab.passes(LONG_WAIT_MS)

      await expect.poll(() => controlsOf(checkout).length).toBeGreaterThan(0)

      const controls = controlsOf(checkout)
      const broken = PROMISES.filter(
        ([words, control]) => words.test(checkout.text) && !controls.some((one) => control.test(one)),
      )
      expect(broken, `${checkout.text} · ${controls}`).toEqual([])
      for (const link of checkout.root.querySelectorAll('a'))
        expect([MUG, 'https://shop.example.com/']).toContain(link.href)
      const before = checkout.edge.calls.length
      const [first = ''] = controls.filter((one) => one !== 'Back to the shop' && one !== 'Print')
      if (first) {
        checkout.press(first)
        const hasActed = () => checkout.edge.calls.length > before || checkout.tab.visited.length > 0
        // A new payment of the same offer begins with the tag as it first was.
        await expect.poll(() => hasActed() || checkout.buttons.includes('Continue to payment')).toBe(true)
      }
    },
  )

  it('that ended leads from a page of the edge’s to the shop’s page that opened it', async () => {
    const checkout = await PLACES['a result tag on /pay']('declined', false)

    await checkout.reads('Payment declined Nothing was charged. Please go back to the shop.')

    expect(checkout.root.querySelector('a')?.href).toBe(MUG)
    expect(checkout.root.querySelector('a')?.getAttribute('part')).toContain('primary')
  })

  it('that ended leads from a page of the shop’s to its front page, where no page is known', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ status: 'cancelled', methods: [] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('Cancelled')

    expect(checkout.root.querySelector('a')?.href).toBe('https://shop.example.com/')
  })

  it('leads from a place in the page that opened it, of which the edge keeps no fragment, to the front page', async () => {
    const tab = new FakeTab()
    tab.href = `${MUG}#reviews`
    const { id } = tab.edge.add({ status: 'cancelled', methods: [], pageUrl: MUG })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('Cancelled')

    expect(checkout.root.querySelector('a')?.href).toBe('https://shop.example.com/')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mug'])('never leads to %s', async (pageUrl) => {
    const tab = new FakeTab(new FakeEdge())
    const { id } = tab.edge.add({ status: 'cancelled', methods: [], pageUrl })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('Cancelled')

    expect(checkout.root.querySelector('a')?.href).toBe('https://shop.example.com/')
  })

  it('that was declined is tried again on the thank-you page, by whose browser opened it', async () => {
    const checkout = await PLACES['a result tag']('declined', true)
    await checkout.reads('Payment declined')

    checkout.press('Try again')

    await checkout.reads('Preparing your payment')
    expect(checkout.edge.payments.map(({ token, key }) => [token.slice(0, 3), key])).toEqual([['pay', 'k.2']])
  })

  it('whose token ran out is shown as it was last known', async () => {
    const checkout = await PLACES['a result tag']('declined', false)
    await checkout.reads('Payment declined')
    checkout.edge.failNext('read', { code: 'token-invalid' })

    await checkout.element.refresh()
    await checkout.drawn()

    expect(checkout.text).toContain('Payment declined')
    expect(controlsOf(checkout)).toEqual(['Back to the shop'])
  })
})
