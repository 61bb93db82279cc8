import { describe, expect, it } from 'vitest'
import type { AttemptView, OrderView, TransactionView } from '../../shared/order-view.ts'
import type { Labels } from '../languages/labels.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

/** A tag whose order is under way at the hosted page. */
async function paying(): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
  checkout.press('Continue to payment')
  await checkout.reads('Preparing your payment')
  return checkout
}

/** The order's only attempt. */
const attempt = (status: AttemptView['status']): AttemptView => ({
  number: 1,
  method: 'card',
  status,
  startedAt: '2026-01-01T00:00:00Z',
})

/** A charge by mistake that went back. */
const REVERSED: TransactionView = {
  id: '1',
  type: 'sale',
  status: 'approved',
  amount: '12.50',
  surplus: true,
  reversed: true,
}

describe('what the shopper reads', () => {
  it.each<[Partial<OrderView>, string]>([
    [
      { status: 'processing' },
      'We are checking your payment Please do not pay again. We keep checking, even after you close this page.',
    ],
    [
      { status: 'unknown' },
      'The outcome is not known yet Please do not pay again. We keep checking, even after you close this page.',
    ],
    [
      { status: 'method' },
      'Checking with your bank… This takes a few seconds. You do not have to do anything.',
    ],
    [{ status: 'challenge' }, 'Your bank is checking'],
    [{ status: 'approved' }, 'Thank you! You paid €12.50.'],
    [{ status: 'captured', captured: '10.00' }, 'Thank you! You paid €10.00.'],
    [{ status: 'voided' }, 'Payment cancelled by the shop Your card will not be charged'],
    [{ status: 'returned', returned: '12.50' }, 'Payment refunded €12.50 goes back to your card.'],
    [{ status: 'partially-returned', returned: '2.50' }, 'Payment partly refunded €2.50 goes back'],
    [{ status: 'charged-back' }, 'Payment taken back by your bank'],
    [{ status: 'declined' }, 'Payment declined Nothing was charged. Try again or use another card.'],
    [{ status: 'filtered' }, 'Payment declined Nothing was charged.'],
    [{ status: 'error' }, 'Payment not completed Nothing was charged.'],
    [{ status: 'cancelled', attempts: [] }, 'Cancelled You cancelled this. Nothing was charged.'],
    [
      { status: 'cancelled', attempts: [attempt('challenge')] },
      'You cancelled this. If your bank approves it all the same, the money is sent back to you.',
    ],
    [
      { status: 'cancelled', attempts: [attempt('redirect')] },
      'You cancelled this. If your bank approves it all the same, the money is sent back to you.',
    ],
    [
      { status: 'cancelled', attempts: [attempt('declined')] },
      'Cancelled You cancelled this. Nothing was charged.',
    ],
    [
      { status: 'cancelled', transactions: [REVERSED] },
      'You cancelled this. You were charged €12.50 by mistake. That charge has been reversed.',
    ],
    [
      { status: 'cancelled', cancelledBy: 'shop', attempts: [] },
      'The shop cancelled this. Please ask there if you have questions. Nothing was charged.',
    ],
    [{ status: 'expired', attempts: [] }, 'Expired The time for this has run out. Nothing was charged.'],
  ])('says where the payment stands: %o', async (change, words) => {
    const checkout = await paying()

    await checkout.told(change)

    expect(checkout.text).toContain(words)
  })

  it('does not say that nothing was charged beside a charge that goes back', async () => {
    const checkout = await paying()
    const charge = { id: '1', type: 'sale', status: 'approved', amount: '12.50', surplus: true } as const

    await checkout.told({ status: 'error', transactions: [charge] })

    expect(checkout.text).toContain(
      'Payment not completed You were charged €12.50 by mistake. This money is being sent back to you.',
    )
    expect(checkout.text).not.toContain('Nothing was charged')
    expect(checkout.buttons).not.toContain('Try again')
  })

  it('says not to pay again while the outcome is open, also beside a charge that goes back', async () => {
    const checkout = await paying()
    const charge = { id: '1', type: 'sale', status: 'approved', amount: '12.50', surplus: true } as const

    await checkout.told({ status: 'unknown', transactions: [charge] })

    expect(checkout.text).toContain('Please do not pay again.')
  })

  it('lets the shopper try again once the charge by mistake is reversed, and still tells of it', async () => {
    const checkout = await paying()
    const charge = { id: '1', type: 'sale', status: 'approved', amount: '12.50', surplus: true } as const

    await checkout.told({ status: 'error', transactions: [{ ...charge, reversed: true }] })

    expect(checkout.text).toContain('You were charged €12.50 by mistake. That charge has been reversed.')
    expect(checkout.text).not.toContain('Nothing was charged')
    expect(checkout.buttons).toContain('Try again')
  })

  it.each([
    ['declined', 'declined-expired-card', 'Payment declined This card has expired. Nothing was charged.'],
    ['declined', 'declined-funds', 'Payment declined There is not enough money on this card.'],
    ['declined', 'declined-security-code', 'Payment declined The security code is wrong.'],
    ['declined', 'declined', 'Payment declined Nothing was charged. Try again or use another card.'],
    ['filtered', 'filtered', 'Payment declined Nothing was charged. Try again or use another card.'],
    ['declined', 'cancelled-at-gateway', 'Cancelled You cancelled on the payment page.'],
    ['error', 'cancelled-at-gateway', 'Cancelled You cancelled on the payment page.'],
  ] as const)('says why an attempt that is %s failed: %s', async (status, code, words) => {
    const checkout = await paying()

    await checkout.told({ status, error: { code, recoverable: true, supportId: 'S-1' } })

    expect(checkout.text).toContain(words)
    expect(checkout.buttons).toContain('Try again')
    // Nothing went wrong that the shop could explain.
    expect(checkout.text.includes('S-1')).toBe(code !== 'cancelled-at-gateway')
  })

  it.each([
    ['preauth', 'Reserve €12.50', 'Thank you! €12.50 is reserved on your card and not yet charged.'],
    ['verify', 'Verify your card', 'Card verified Nothing was charged.'],
  ] as const)('names what a %s is for', async (intent, label, words) => {
    const checkout = await Checkout.open({ offer: offerOf({ intent }), locale: 'en-IE' })
    checkout.edge.template = { intent }
    checkout.press(label)
    await expect.poll(() => checkout.element.order?.status).toBe('sending')

    await checkout.told({ status: 'approved' })

    expect(checkout.text).toContain(words)
  })

  it.each<[OrderView['intent'], Partial<OrderView>, string]>([
    ['payout', { status: 'processing' }, 'The outcome is not known yet We keep checking'],
    ['payout', { status: 'captured', captured: '12.50' }, 'Money sent €12.50 is on its way to you.'],
    ['payout', { status: 'voided' }, 'Cancelled Nothing was paid out. Please contact the shop.'],
    [
      'payout',
      { status: 'returned', captured: '12.50', returned: '12.50' },
      'Money sent back €12.50 went back to the shop. Please contact the shop.',
    ],
    ['payout', { status: 'charged-back', captured: '12.50' }, 'Money sent back Please contact the shop.'],
    ['verify', { status: 'processing' }, 'The outcome is not known yet We keep checking'],
    ['verify', { status: 'voided' }, 'Cancelled The shop cancelled this. Please ask there'],
    // A hold is released: nothing was charged, so nothing goes back.
    ['preauth', { status: 'returned', returned: '12.50' }, 'Your card will not be charged.'],
    [
      'preauth',
      { status: 'returned', captured: '12.50', returned: '12.50' },
      '€12.50 goes back to your card.',
    ],
  ])('says of a %s what is true of its money: %o', async (intent, change, words) => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent, attempts: [attempt('approved')], methods: [], ...change })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(words)
  })

  it('has no sentence that depends on which words a page has replaced', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent: 'payout', status: 'declined', methods: [] })
    const checkout = Checkout.make({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    // The second is no key, and was one that the tag made from the intent.
    checkout.element.labels = { 'failed.payout': '', 'payout.declined': 'Nothing' } as Labels

    document.body.append(checkout.element)
    await checkout.reads('Money not sent')

    expect(checkout.text).not.toMatch(/charged|Nothing/)
  })

  it('says of a refund what was paid on a page with other ways goes back, but to no card', async () => {
    const tab = new FakeTab()
    const attempts = [{ ...attempt('approved'), method: 'payment-page' }] as const
    const { id } = tab.edge.add({ status: 'returned', captured: '12.50', returned: '12.50', attempts })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('Payment refunded €12.50 goes back to you.')
  })

  it.each([
    ['payout', 'declined', 'Money not sent Nothing was paid out. Please contact the shop.'],
    ['payout', 'error', 'Money not sent Nothing was paid out.'],
    ['verify', 'declined', 'Card not verified Nothing was charged.'],
    ['verify', 'error', 'Card not verified Nothing was charged.'],
  ] as const)('does not call a %s that is %s a payment', async (intent, status, words) => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent, status, attempts: [attempt('challenge')] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(words)
  })

  it.each([
    ['payout', 'cancelled', 'Cancelled You cancelled this.'],
    ['verify', 'cancelled', 'Cancelled You cancelled this.'],
    ['payout', 'expired', 'Expired The time for this has run out.'],
    ['verify', 'expired', 'Expired The time for this has run out.'],
  ] as const)('speaks of no payment where a %s is %s', async (intent, status, words) => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent, status, attempts: [attempt('challenge')] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(words)
    expect(checkout.text).not.toMatch(/payment(?! page)/i)
  })

  it.each([
    ['payout', 'redirect', 'If you finished on the payment page, the money may still arrive.'],
    ['payout', 'processing', 'If you finished on the payment page, the money may still arrive.'],
    ['verify', 'redirect', 'Nothing was charged.'],
    ['verify', 'challenge', 'Nothing was charged.'],
  ] as const)(
    'says where the money of a cancelled %s is whose attempt is %s, and the way on',
    async (intent, status, words) => {
      const tab = new FakeTab()
      const order = { intent, status: 'cancelled', methods: [], attempts: [attempt(status)] } as const
      const { id } = tab.edge.add(order)

      const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

      await checkout.reads(`You cancelled this. ${words} Please go back to the shop.`)
    },
  )

  it.each([
    ['was sent', ['payout'], 'Money sent €12.50 is on its way to you.'],
    ['came back', ['payout', 'reversal'], 'Cancelled You cancelled this. Please go back to the shop.'],
  ])('says of a payout that was cancelled too late whether it %s', async (_, types, words) => {
    const tab = new FakeTab()
    const made = { status: 'approved', amount: '12.50' } as const
    // An approval that comes after the cancellation is beyond the order's payment.
    const transactions = types.map((type, index) => ({
      ...{ ...made, type, id: `${index}` },
      ...(type === 'payout' && ({ surplus: true } as const)),
    }))
    const order = { intent: 'payout', status: 'cancelled', methods: [], transactions } as const
    const { id } = tab.edge.add({ ...order, attempts: [attempt('approved')] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(words)
    expect(checkout.text).not.toContain('Nothing was paid out')
  })

  it('draws as an alert that the browser is offline, also while the edge works on the click', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
    checkout.tab.edge.answersAfter = new Promise(() => {})
    checkout.press('Continue to payment')
    await checkout.reads('Processing')

    dispatchEvent(new Event('offline'))

    await expect
      .poll(() => checkout.root.querySelector('[part=alert]')?.textContent)
      .toContain('You are offline')
  })

  it('names the way on where an expired payout has an attempt that nobody can finish', async () => {
    const tab = new FakeTab()
    const order = { intent: 'payout', status: 'expired', methods: [], attempts: [attempt('lost')] } as const
    const { id } = tab.edge.add(order)

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(
      'The time for this has run out. If you finished on the payment page, the money may still arrive. Please go back to the shop.',
    )
  })

  it('gives one direction where the shop has cancelled', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ status: 'cancelled', cancelledBy: 'shop', methods: [] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads(
      'The shop cancelled this. Please ask there if you have questions. Nothing was charged.',
    )
    expect(checkout.text).not.toContain('Please go back to the shop')
  })

  it('leads to the shop’s support where the words of a cancelled payout send the shopper there', async () => {
    const tab = new FakeTab()
    tab.edge.settings = {
      ...tab.edge.settings,
      merchant: { name: 'Heather Hill', support: 'mailto:help@shop.example.com' },
    }
    const { id } = tab.edge.add({ intent: 'payout', status: 'cancelled', methods: [] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('Nothing was paid out. Please contact the shop.')
    await checkout.reads('Contact the shop')
    expect(checkout.text).not.toContain('Please go back to the shop')
  })

  it('does not say of a card that may be verified that it is not, where the page may not look', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent: 'verify', status: 'redirect' })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('not finished yet')
    tab.edge.failNext('read', { code: 'token-invalid' })

    await checkout.element.refresh()

    await checkout.reads('This payment is not available')
    expect(checkout.text).not.toContain('not verified')
  })

  it('speaks of no charge where an approval after a cancellation charged nothing', async () => {
    const tab = new FakeTab()
    const approval = { id: '1', type: 'verify', status: 'approved', amount: '0.00', surplus: true } as const
    const order = { intent: 'verify', status: 'cancelled', attempts: [], transactions: [approval] } as const
    const { id } = tab.edge.add(order)

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('You cancelled this. Nothing was charged.')
    expect(checkout.text).not.toContain('by mistake')
  })

  it('leads back to the shop where only the shop can begin again', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['hosted'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('€12.50 Continue to payment')
    tab.edge.tell(id, { status: 'cancelled', methods: [] })

    await checkout.element.refresh()

    await checkout.reads('You cancelled this. Nothing was charged. Please go back to the shop.')
  })

  it.each(['processing', 'unknown', 'sending', 'challenge', 'method'] as const)(
    'offers nothing that pays while an order is %s',
    async (status) => {
      const checkout = await paying()

      await checkout.told({ status })

      expect(checkout.buttons.filter((label) => label !== 'Check now')).toEqual([])
    },
  )

  it('shows the test badge once the order says that no money moves', async () => {
    const checkout = await Checkout.open({ offer: offerOf() })
    checkout.edge.template = { test: true }
    expect(checkout.text).not.toContain('Test mode')

    checkout.press('Continue to payment')

    await checkout.reads('Test mode')
  })

  it('shows card and reference once it is paid', async () => {
    const checkout = await paying()

    await checkout.told({
      status: 'approved',
      card: { brand: 'Visa', masked: '•••• 1111', expires: '' },
    })

    expect(checkout.text).toContain(`Card Visa •••• 1111 Reference ${checkout.edge.order.reference}`)
  })

  it.each([
    ['1500', 'JPY', 'ja-JP', '￥1,500'],
    ['12.345', 'KWD', 'en-GB', 'KWD 12.345'],
    ['990.00', 'HUF', 'en-GB', 'HUF 990.00'],
  ])('writes %s %s with the decimals that are charged', async (amount, currency, locale, written) => {
    const checkout = await Checkout.open({ offer: offerOf({ amount, currency }), locale })

    expect(checkout.text).toContain(written)
  })

  it('uses the page’s own wording, with the values filled in', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de-DE' })

    checkout.element.labels = { pay: 'Jetzt {amount} zahlen' }
    await checkout.drawn()

    expect(checkout.buttons).toEqual(['Jetzt 12,50 € zahlen'])
  })

  describe('the button that pays', () => {
    const ORDERS = 'Zahlungspflichtig bestellen'
    const LEADS_ON = 'Continue to payment'
    const OPEN = { min: '5.00', max: '50.00', suggested: ['12.50'] }

    async function labelOf(checkout: Checkout): Promise<string[]> {
      checkout.element.labels = { pay: ORDERS, 'pay.open': '{amount} bezahlen' }
      await checkout.drawn()
      return checkout.buttons
    }

    it.each<[string, Parameters<typeof offerOf>[0], string]>([
      ['orders for a fixed price', {}, ORDERS],
      ['orders an open amount that is an order', { ...OPEN, act: 'order' }, ORDERS],
      ['leads on to an invoice', { act: 'invoice' }, LEADS_ON],
      ['leads on to a donation', { act: 'donation' }, LEADS_ON],
      ['leads on with an open amount', OPEN, LEADS_ON],
    ])('%s of an offer', async (_, claims, label) => {
      const checkout = await Checkout.open({ offer: offerOf(claims), locale: 'de' })

      expect(await labelOf(checkout)).toEqual([label])
    })

    it.each<[string, OrderView['act'] | undefined, string]>([
      ['orders', 'order', ORDERS],
      ['leads on to an invoice', 'invoice', LEADS_ON],
      ['leads on to a donation', 'donation', LEADS_ON],
      ['orders where an earlier version stored the order', undefined, ORDERS],
    ])('%s in a session', async (_, act, label) => {
      const tab = new FakeTab()
      const { id } = tab.edge.add(act ? { act } : {})
      const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'de' }, tab)

      await expect.poll(() => labelOf(checkout)).toEqual([label])
    })

    it.each<[string, Partial<OrderView>, string]>([
      ['what the order says', { act: 'order' }, ORDERS],
      ['to try again, where the law names no button', { act: 'donation' }, 'Try again'],
      ['what the offer says, where an earlier version stored the order', {}, 'Try again'],
    ])('says after a decline %s', async (_, template, label) => {
      const checkout = await Checkout.open({ offer: offerOf(OPEN), locale: 'de' })
      checkout.edge.template = template
      await labelOf(checkout)
      checkout.press(LEADS_ON)
      await expect.poll(() => checkout.edge.orderCount).toBe(1)

      await checkout.told({ status: 'declined' })

      await expect.poll(() => checkout.buttons[0]).toBe(label)
    })
  })

  describe('above the button that pays', () => {
    const totalOf = ({ root }: Checkout) => root.querySelector<HTMLElement>('[part=total]')
    const opened = (claims: Parameters<typeof offerOf>[0]) =>
      Checkout.open({ offer: offerOf(claims), locale: 'de' })
    const WORDS = { pay: 'Zahlungspflichtig bestellen' }

    it('is the sum of now, where the words of the button lack it', async () => {
      const checkout = await opened({ amount: '2.00', quantity: { min: 1, max: 9 } })
      checkout.element.labels = WORDS
      await checkout.drawn()
      const before = totalOf(checkout)?.innerText

      await checkout.type('Quantity', '4')

      expect([before, totalOf(checkout)?.innerText]).toEqual(['Total\n2,00\u00a0€', 'Total\n8,00\u00a0€'])
      const button = checkout.root.querySelector('[part~=primary]')
      expect([totalOf(checkout), totalOf(checkout)?.nextElementSibling]).toEqual([
        checkout.root.getElementById(button?.getAttribute('aria-describedby') ?? ''),
        button,
      ])
    })

    it.each([
      ['the page’s own words have it', {}, { pay: 'Jetzt {amount} zahlen' }],
      ['the price stands right above', {}, {}],
      ['money is reserved', { intent: 'preauth' }, WORDS],
      ['no money moves', { intent: 'verify' }, WORDS],
    ] as const)('is nothing where %s', async (_, claims, labels) => {
      const checkout = await opened(claims)
      checkout.element.labels = labels
      await checkout.drawn()

      expect(checkout.root.querySelector('[part~=primary]')).not.toBe(null)
      expect(totalOf(checkout)?.checkVisibility()).toBe(false)
    })
  })

  it('refuses an offer that cannot be read, and leaves the page’s own link', async () => {
    const checkout = Checkout.make({ offer: 'not an offer' })
    checkout.element.innerHTML = '<a href="/pay">Pay here</a>'
    document.body.append(checkout.element)

    await checkout.reads('This payment is not available')

    expect(checkout.element.querySelector('a')?.checkVisibility()).toBe(true)
    await expect.poll(() => checkout.outcomes).toEqual(['pay-failed'])
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'offer-invalid', recoverable: false })
  })

  it('says that it has no edge where the script came from nowhere', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), edge: '' })

    await expect.poll(() => checkout.outcomes).toEqual(['pay-failed'])
    expect(checkout.event('pay-failed').error.code).toBe('edge-missing')
  })
})

describe('below the button that pays by the tag’s own fields', () => {
  const note = async (isForeign: boolean) => {
    const tab = new FakeTab()
    tab.isForeign = isForeign
    const checkout = await Checkout.open({ offer: offerOf({ methods: ['card'] }), locale: 'en-IE' }, tab)
    return checkout.root.querySelector<HTMLElement>('[part~=primary] + [part=note]')?.innerText
  }

  it('stands the host that the browser shows above the page', async () => {
    expect(await note(false)).toBe(location.hostname)
  })

  it('stands no host where another site’s page is around this one: the browser shows that site’s', async () => {
    expect(await note(true)).toBe(undefined)
  })
})
