import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckoutLine } from '../../shared/http-bodies.ts'
import { readCart } from '../order/cart.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const mug = (claims = {}) => offerOf({ description: 'A mug', quantity: { min: 1, max: 9 }, ...claims })
const plate = (claims = {}) => offerOf({ description: 'A plate', amount: '0.10', ...claims })

/** A tag whose page sells a cart. */
async function cartTag(offers: readonly CheckoutLine[], tab = new FakeTab(), attributes = {}) {
  const checkout = Checkout.make({ locale: 'en-IE', ...attributes }, tab)
  checkout.element.offers = offers
  document.body.append(checkout.element)
  await expect.poll(() => checkout.root.textContent?.trim()).not.toBe('')
  return checkout
}

const lines = (mugs = 2): CheckoutLine[] => [{ offer: MUG, quantity: mugs }, { offer: PLATE }]
let MUG = mug()
let PLATE = plate()

beforeEach(() => {
  MUG = mug()
  PLATE = plate()
})

/** A cart of €25.10 whose shopper was sent to the hosted page. */
async function atHostedPage(tab = new FakeTab()) {
  const checkout = await cartTag(lines(), tab)
  await checkout.reads('€25.10 Continue to payment')
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  await checkout.told({ status: 'redirect', action: redirect })
  await expect.poll(() => tab.visited).toEqual([HOSTED])
  return checkout
}

describe('a cart', () => {
  it('shows its lines, and the exact sum', async () => {
    const checkout = await cartTag([
      { offer: MUG, quantity: 3 },
      { offer: plate({ amount: '0.20' }) },
      { offer: plate() },
    ])

    await checkout.reads('€37.80 Continue to payment')

    expect(checkout.text).toMatch(/3 × A mug €37\.50 A plate €0\.20 A plate €0\.10 Total €37\.80/)
  })

  it.each<[string, string[], string]>([
    ['orders with one line that is ordered', [plate({ act: 'donation' }), plate()], 'Order'],
    [
      'leads on where no line is ordered',
      [plate({ act: 'donation' }), plate({ act: 'invoice' })],
      'Continue to payment',
    ],
  ])('%s', async (_, offers, label) => {
    const checkout = await cartTag(offers.map((offer) => ({ offer })))

    checkout.element.labels = { pay: 'Order', 'pay.open': 'Pay' }

    await expect.poll(() => checkout.buttons).toEqual([label])
  })

  it('is made of the lines in the tag', async () => {
    const checkout = Checkout.make({ locale: 'en-IE' })
    checkout.element.innerHTML = `<ul><li><pay-line offer="${MUG}" quantity="2"></pay-line></li></ul><pay-line offer="${PLATE}"></pay-line>`
    document.body.append(checkout.element)

    await checkout.reads('€25.10 Continue to payment')
  })

  it('changes with the lines in the tag: added, changed and taken out', async () => {
    const checkout = Checkout.make({ locale: 'en-IE' })
    checkout.element.innerHTML = `<pay-line offer="${MUG}"></pay-line>`
    document.body.append(checkout.element)
    await checkout.reads('€12.50 Continue to payment')

    checkout.element.insertAdjacentHTML('beforeend', `<pay-line offer="${PLATE}"></pay-line>`)
    await checkout.reads('€12.60 Continue to payment')
    checkout.element.querySelector('pay-line')?.setAttribute('quantity', '2')
    await checkout.reads('€25.10 Continue to payment')
    checkout.element.lastElementChild?.remove()

    await checkout.reads('€25.00 Continue to payment')
  })

  it('with one line looks like an offer', async () => {
    const checkout = await cartTag([{ offer: MUG, quantity: 2 }])

    await checkout.reads('A mug 2 × €12.50 Total €25.00')
  })

  it('of at least two pieces is of two where the page names no quantity', async () => {
    const checkout = await cartTag([{ offer: mug({ quantity: { min: 2, max: 4 } }) }])

    await checkout.reads('€25.00 Continue to payment')
  })

  it('asks for everything that one of its offers asks for', async () => {
    const checkout = await cartTag([
      { offer: mug({ collect: ['email'] }) },
      { offer: plate({ collect: ['email', 'name'] }) },
    ])

    await checkout.reads('Full name')
  })

  it('offers the methods that all its offers take', async () => {
    const checkout = await cartTag([
      { offer: mug({ methods: ['card', 'hosted'] }) },
      { offer: plate({ methods: ['hosted'] }) },
      { offer: plate() },
    ])

    await checkout.reads('€12.70 Continue to payment')
    expect(checkout.text).not.toContain('Card')
  })

  it('without lines says so, and has nothing to press', async () => {
    const checkout = await cartTag([])

    expect(checkout.root.textContent).toContain('Your cart is empty')
    expect(checkout.buttons).toEqual([])
  })

  it('sends each offer with its quantity, and pays the sum that was clicked', async () => {
    const checkout = await cartTag(lines())
    await checkout.reads('€25.10 Continue to payment')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.called('checkout')[0]?.body).toEqual({
      lines: [{ offer: MUG, quantity: 2 }, { offer: PLATE }],
      locale: 'en-IE',
      returnUrl: PAGE,
      pageUrl: PAGE,
      pay: expect.objectContaining({ method: 'hosted' }),
    })
  })

  it('in another order of the lines is the same cart', async () => {
    const tab = new FakeTab()
    const first = await cartTag(lines(), tab)
    await first.reads('€25.10 Continue to payment')
    first.press('Continue to payment')
    await first.reads('Preparing')
    first.element.remove()

    const second = await cartTag(lines().reverse(), tab)

    await second.reads('Preparing')
    expect(tab.edge.orderCount).toBe(1)
  })
})

describe('a cart that cannot be paid', () => {
  it.each([
    ['of two currencies', [MUG, plate({ currency: 'USD' })], 'currencies-differ'],
    ['with an open amount', [MUG, offerOf({ min: '1.00', max: '2.00' })], 'line-unfit'],
    ['with something that is no offer', [MUG, 'no offer'], 'offer-invalid'],
  ])('%s says why', async (_, offers, code) => {
    const checkout = await cartTag(offers.map((offer) => ({ offer })))

    await checkout.reads('This payment is not available')
    expect(checkout.event('pay-failed').error).toMatchObject({ code, recoverable: false })
    expect(checkout.buttons).toEqual([])
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('has no line of %s pieces', (quantity) => {
    expect(readCart([{ offer: MUG, quantity }])).toEqual({ ok: false, reason: 'quantity-invalid' })
  })

  it.each(['methods-disjoint', 'line-repeated', 'cart-size'] as const)(
    'for the reason %s asks the shopper to take something out',
    async (code) => {
      const checkout = await cartTag(lines())
      checkout.edge.failNext('check', { code })

      checkout.touch()

      await checkout.reads('These items cannot be paid for together. Please remove some of them')
    },
  )

  it.each([
    ['offer-limit', 'A plate: This offer is no longer available. It is sold out, or has been paid already.'],
    ['offer-reserved', 'A plate: Someone else is paying for this item right now.'],
  ] as const)('for the reason %s names the item', async (code, words) => {
    const checkout = await cartTag(lines())
    await checkout.reads('€25.10 Continue to payment')
    checkout.edge.failNext('checkout', { code, fields: ['lines.1.offer'] })

    checkout.press('Continue to payment')

    await checkout.reads(words)
    expect(checkout.event('pay-failed').error).toMatchObject({ code, field: 'lines.1.offer' })
  })

  it('is available again once the page has taken the item out', async () => {
    const checkout = await cartTag(lines())
    await checkout.reads('€25.10 Continue to payment')
    checkout.edge.failNext('checkout', { code: 'offer-limit', fields: ['lines.1.offer'] })
    checkout.press('Continue to payment')
    await checkout.reads('A plate: ')

    checkout.element.offers = [{ offer: MUG, quantity: 2 }]

    await checkout.reads('€25.00 Continue to payment')
  })
})

/** The shopper pays a changed cart, and the edge has not answered about the order of the one before. */
async function lettingGo() {
  const checkout = await cartTag(lines())
  await checkout.opens()
  checkout.element.offers = lines(3)
  await checkout.reads('€37.60 Continue to payment')
  await checkout.element.refresh()
  const { length } = checkout.edge.called('read')
  const answer = Promise.withResolvers<void>()
  checkout.edge.answersAfter = answer.promise
  checkout.press('Continue to payment')
  await expect.poll(() => checkout.edge.called('read')).toHaveLength(length + 1)
  checkout.edge.answersAfter = Promise.resolve()
  return { checkout, answer }
}

describe('a changed cart', () => {
  it('cancels the order that was opened for the cart before', async () => {
    const checkout = await cartTag(lines())
    await checkout.opens()
    const { id } = checkout.edge.order

    checkout.element.offers = lines(3)
    await checkout.reads('€37.60 Continue to payment')
    checkout.press('Continue to payment')

    await expect.poll(() => checkout.edge.orderCount).toBe(2)
    expect(checkout.edge.view(id).status).toBe('cancelled')
  })

  it('opens no order while the edge does not let go of the one before', async () => {
    const checkout = await cartTag(lines())
    await checkout.opens()
    checkout.element.offers = lines(3)
    await checkout.reads('€37.60 Continue to payment')
    checkout.edge.failNext('cancel', { code: 'unavailable' })

    checkout.press('Continue to payment')

    await expect.poll(() => checkout.outcomes).toContain('pay-failed')
    expect(checkout.edge.orderCount).toBe(1)
  })

  it.each(['redirect', 'challenge', 'processing', 'unknown'] as const)(
    'does not replace an order that is %s',
    async (status) => {
      const checkout = await atHostedPage()
      await checkout.told({ status, ...(status === 'redirect' && { action: redirect }) })

      checkout.element.offers = lines(3)
      await checkout.drawn()

      expect(checkout.text).toMatch(/2 × A mug €25\.00 A plate €0\.10 Total €25\.10/)
      expect(checkout.text).not.toContain('€37.60')
      expect(checkout.edge.called('cancel')).toEqual([])
    },
  )

  it('is for sale once the order before has failed', async () => {
    const checkout = await atHostedPage()
    checkout.element.offers = lines(3)
    await checkout.drawn()

    await checkout.told({ status: 'declined' })

    await checkout.reads('€37.60 Continue to payment')
  })

  it('shows on another page the order that is under way', async () => {
    const checkout = await atHostedPage()
    checkout.element.remove()

    const later = await cartTag(lines(3), new FakeTab(checkout.edge))

    await later.reads('Your payment is not finished yet')
    expect(later.text).toContain('€25.10')
  })

  it('shows on another page the payment that succeeded meanwhile, and after that the cart', async () => {
    const checkout = await atHostedPage()
    checkout.element.remove()
    checkout.edge.tell(checkout.edge.order.id, { status: 'approved' })
    const later = await cartTag(lines(3), new FakeTab(checkout.edge))
    await later.reads('You paid €25.10.')

    later.element.remove()
    const last = await cartTag(lines(3), new FakeTab(checkout.edge))

    await last.reads('€37.60 Continue to payment')
  })

  it('is not paid while another tab pays the cart before', async () => {
    const tab = new FakeTab()
    const first = await cartTag(lines(), tab)
    await first.opens()
    const { id } = tab.edge.order
    const second = await cartTag(lines(3), new FakeTab(tab.edge))
    await second.reads('€37.60 Continue to payment')
    tab.edge.tell(id, { status: 'processing', attempts: [ATTEMPT] })

    second.press('Continue to payment')

    await second.reads('We are checking your payment')
    expect(tab.edge.orderCount).toBe(1)
    expect(tab.edge.payments).toEqual([])
  })

  it.each([
    ['is not paid while the payment of the cart before is under way', 'answer-lost', 1],
    ['is paid once the edge knows of no payment of the cart before', 'unreachable', 2],
  ] as const)('%s, though its answer was lost', async (_, failure, orders) => {
    const checkout = await cartTag(lines())
    await checkout.reads('€25.10 Continue to payment')
    checkout.edge.failNext('checkout', failure)
    checkout.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost')
    const [before] = checkout.edge.payments
    checkout.edge.failNext('checkout', 'unreachable')

    checkout.element.offers = lines(3)
    await checkout.reads('€37.60 Continue to payment')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.orderCount).toBe(orders)
    expect(checkout.edge.payments.filter(({ key }) => key !== before?.key)).toHaveLength(orders - 1)
    expect(checkout.text).toContain(orders === 1 ? '€25.10' : '€37.60')
    expect(checkout.edge.called('cancel')).toHaveLength(orders - 1)
  })

  it('is not paid once the page has changed it again before the edge lets go of the one before, and says so', async () => {
    const { checkout, answer } = await lettingGo()

    checkout.element.offers = lines(4)
    await checkout.reads('€50.10')
    answer.resolve()

    await expect.poll(() => checkout.outcomes).toContain('pay-failed')
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'terms-changed' })
    expect(checkout.edge.payments).toEqual([])
  })

  it('is not paid where another tab has paid it before the edge lets go of the one before', async () => {
    const { checkout, answer } = await lettingGo()
    const { edge } = checkout
    const other = await cartTag(lines(3), new FakeTab(edge))
    await other.reads('€37.60 Continue to payment')
    other.press('Continue to payment')
    await other.reads('Preparing')
    edge.tell(other.element.order?.id ?? '', { status: 'approved' })
    await other.reads('You paid €37.60.')
    await checkout.element.refresh()
    await checkout.reads('You paid €37.60.')
    // A new payment would be the one that the click before is still about to send.
    expect(checkout.isLocked('Buy again')).toBe(true)

    answer.resolve()
    await expect.poll(() => checkout.isLocked('Buy again')).toBe(false)
    checkout.press('Buy again')
    await checkout.reads('€37.60 Continue to payment')

    expect(edge.payments).toHaveLength(1)
  })

  it('sends the new lines once the shopper buys again', async () => {
    const checkout = await atHostedPage()
    checkout.element.offers = lines(3)
    await checkout.drawn()
    await checkout.told({ status: 'approved' })
    await checkout.reads('You paid €25.10.')

    checkout.press('Buy again')

    await checkout.reads('€37.60 Continue to payment')
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.orderCount).toBe(2)
    expect(checkout.edge.called('checkout').at(-1)?.body.lines?.[0]?.quantity).toBe(3)
  })
})

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'processing',
  startedAt: '2026-11-21T10:00:00Z',
} as const

describe('a cart that the page empties', () => {
  it('after the payment leaves the receipt, also after a reload', async () => {
    const tab = new FakeTab()
    const checkout = await atHostedPage(tab)
    checkout.element.addEventListener('pay-settled', () => {
      checkout.element.offers = []
    })

    await checkout.told({ status: 'approved' })

    await checkout.reads('You paid €25.10.')
    expect(checkout.buttons).not.toContain('Buy again')
    checkout.element.remove()
    const reloaded = await cartTag([], tab)
    await reloaded.reads('You paid €25.10.')
  })

  it('is for sale again once there is something in it', async () => {
    const checkout = await atHostedPage()
    await checkout.told({ status: 'approved' })
    checkout.element.offers = []
    await checkout.reads('You paid €25.10.')

    checkout.element.offers = [{ offer: PLATE }]

    await checkout.reads('€0.10 Continue to payment')
  })

  it('before the payment says that it is empty', async () => {
    const checkout = await cartTag(lines())
    await checkout.opens()

    checkout.element.offers = []

    await expect.poll(() => checkout.root.textContent).toContain('Your cart is empty')
  })
})

it('a returning shopper finds the order of the cart, though the browser kept nothing', async () => {
  const edge = new FakeEdge()
  const before = await cartTag(lines(), new FakeTab(edge))
  before.touch()
  await expect.poll(() => localStorage.length).toBe(1)
  const [digest = ''] = Object.keys(localStorage).map((key) => key.slice('pay-checkout:'.length))
  before.element.remove()
  localStorage.clear()
  const { id } = edge.add({ offer: digest, status: 'approved', amount: '25.10' })
  const tab = new FakeTab(edge)
  tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`

  const checkout = await cartTag(lines(), tab)

  await checkout.reads('You paid €25.10.')
  expect(tab.href).toBe(PAGE)
})
