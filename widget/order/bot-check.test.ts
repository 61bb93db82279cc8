import { describe, expect, it } from 'vitest'
import { FakeWindow } from '../testing/fake-window.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

const TITLE = 'Confirm that you are a person'
const NEEDED = 'Please confirm that you are a person.'

const dialogOf = ({ root }: Checkout) => root.querySelector('dialog')
const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part=frame]')
const addressOf = ({ root }: Checkout) => new URL(frameOf({ root } as Checkout)?.src ?? '')

/** A tag whose edge is this page's server, and a person at its button. */
async function tagOf(tab = new FakeTab(), attributes: Record<string, string> = {}): Promise<Checkout> {
  const checkout = await Checkout.open(
    { offer: offerOf(), locale: 'en-IE', edge: location.origin, ...attributes },
    tab,
  )
  checkout.root.querySelector<HTMLElement>('[part~=primary]')?.focus()
  return checkout
}

/** A tag that was clicked and whose edge asks for a check. */
async function askedFor(checkout?: Checkout): Promise<Checkout> {
  const shown = checkout ?? (await tagOf())
  shown.edge.failNext('checkout', { code: 'check-needed' })
  shown.press('Continue to payment')
  await expect.poll(() => dialogOf(shown)?.matches(':modal')).toBe(true)
  await expect.poll(() => frameOf(shown)?.contentDocument?.title).toBe('Check')
  return shown
}

/** What a page in a frame posts to the one around it. */
function post(frame: HTMLIFrameElement | null, message: unknown) {
  const page = frame?.contentWindow as (Window & { eval(code: string): void }) | null | undefined
  page?.eval(`parent.postMessage(${JSON.stringify(message)}, '*')`)
}

describe('a bot check', () => {
  it('is a modal dialog with a title, on which the focus is, and a link to the full page', async () => {
    const checkout = await askedFor()

    expect(checkout.root.activeElement?.textContent).toBe(TITLE)
    expect(frameOf(checkout)?.title).toBe(TITLE)
    expect(dialogOf(checkout)?.querySelector('a')?.href).toBe(frameOf(checkout)?.src)
    expect(checkout.buttons).toContain('Not now')
  })

  it('is for this order, and knows the page to come back to', async () => {
    const checkout = await askedFor()

    const { pathname, search, hash } = addressOf(checkout)
    expect(checkout.edge.orderCount).toBe(0)
    post(frameOf(checkout), { check: 'token-1' })
    await checkout.reads('Preparing')
    expect(pathname + search).toBe('/frames/check?lang=en')
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
      order: checkout.edge.order.id,
      return: PAGE,
    })
  })

  it('that is passed pays with its token, as the same attempt', async () => {
    const checkout = await askedFor()

    post(frameOf(checkout), { check: 'token-1' })
    await checkout.reads('Preparing')

    const [first, second, ...others] = checkout.edge.payments
    expect(others).toEqual([])
    expect(first?.body).not.toHaveProperty('check')
    expect(second?.body).toEqual({ ...first?.body, check: 'token-1' })
    expect(second?.key).toBe(first?.key)
    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it.each([
    ['the button', (checkout: Checkout) => checkout.press('Not now')],
    [
      'the Escape key',
      (checkout: Checkout) => dialogOf(checkout)?.dispatchEvent(new Event('cancel', { cancelable: true })),
    ],
  ])(
    'can be left by %s: nothing is sent, the focus is back, and the shopper may pay again',
    async (_, leave) => {
      const checkout = await askedFor()

      leave(checkout)
      await checkout.reads(NEEDED)

      expect(dialogOf(checkout)).toBe(null)
      expect(checkout.edge.payments).toHaveLength(1)
      expect(checkout.root.activeElement?.textContent).toContain('Continue')
      expect(checkout.isLocked('Continue to payment')).toBe(false)
      expect(checkout.event('pay-failed').error).toMatchObject({ code: 'check-needed', recoverable: true })
    },
  )

  it('leaves the other ways to pay open', async () => {
    const tab = new FakeTab()
    const methods = ['hosted', 'payment-page'] as const
    tab.edge.template = { methods }
    const checkout = await askedFor(await tagOf(tab, { offer: offerOf({ methods: [...methods] }) }))
    checkout.press('Not now')
    await checkout.reads(NEEDED)

    checkout.control('Other ways to pay').click()
    await checkout.drawn()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments.at(-1)?.body.method).toBe('payment-page')
  })

  it('that the edge does not accept is asked for once more, and not a third time', async () => {
    const checkout = await askedFor()
    checkout.edge.failNext('checkout', { code: 'check-needed' })
    checkout.edge.failNext('checkout', { code: 'check-needed' })

    post(frameOf(checkout), { check: 'token-1' })
    await expect.poll(() => checkout.edge.payments).toHaveLength(2)
    await expect.poll(() => dialogOf(checkout)?.matches(':modal')).toBe(true)
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Check')
    post(frameOf(checkout), { check: 'token-2' })
    await checkout.reads(NEEDED)

    expect(checkout.edge.payments.map(({ body }) => body.check)).toEqual([undefined, 'token-1', 'token-2'])
    expect(dialogOf(checkout)).toBe(null)
  })

  it('takes no token from another frame, and no other word for one', async () => {
    const checkout = await askedFor()
    const other = document.body.appendChild(document.createElement('iframe'))
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))

    post(other, { check: 'a-strangers' })
    for (const word of [null, 'token', { token: 'token' }, { check: '' }]) post(frameOf(checkout), word)
    await expect.poll(() => heard).toHaveLength(5)

    expect(dialogOf(checkout)).not.toBe(null)
    expect(checkout.edge.payments).toHaveLength(1)
  })

  it('whose frame fails points to the full page', async () => {
    const checkout = await askedFor()

    post(frameOf(checkout), 'pay-checkout:done')

    await expect.poll(() => dialogOf(checkout)?.innerText).toContain('Open the full page.')
    expect(dialogOf(checkout)?.querySelector('a')?.getAttribute('part')).toContain('primary')
  })

  it('is over once the tag sees that another tab has begun to pay, and nothing is said of it', async () => {
    const offer = offerOf()
    const checkout = await askedFor(await tagOf(new FakeTab(), { offer }))
    const other = await tagOf(new FakeTab(checkout.edge), { offer })
    other.press('Continue to payment')
    await other.reads('Preparing')

    await checkout.element.refresh()
    await checkout.reads('Preparing')

    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.text).not.toContain(NEEDED)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('ends with the offer that it was for', async () => {
    const checkout = await askedFor()

    checkout.element.offer = offerOf({ amount: '14.00' })

    await checkout.reads('€14.00 Continue to payment')
    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.edge.payments).toHaveLength(1)
  })

  it('closes the window that waited for a payment page, which then comes in this one', async () => {
    const tab = new FakeTab()
    const opened = new FakeWindow()
    tab.openPopUp = () => opened as unknown as Window
    const checkout = await askedFor(await tagOf(tab, { presentation: 'popup' }))

    expect(opened.closed).toBe(true)
    post(frameOf(checkout), { check: 'token-1' })
    await checkout.reads('Preparing')

    expect(checkout.edge.payments.map(({ body }) => body.presentation)).toEqual(['popup', 'redirect'])
  })
})

describe('a pause that the edge asks for', () => {
  it('is made before the same request, while the button says so', async () => {
    const checkout = await tagOf()
    checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 12 })

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.tab.pauses).toContain(12_000)
    expect(checkout.buttons).toEqual(['Processing…'])
    checkout.tab.endPauses(12_000)
    await checkout.reads('Preparing')

    const [first, second, ...others] = checkout.edge.payments
    expect(others).toEqual([])
    expect(second).toEqual(first)
  })

  it.each([
    ['is long', { retryAfterSeconds: 3600 }, 3_600_000],
    ['has no length', {}, 60_000],
  ])('that %s keeps the button, locked until then, with the time and the reason', async (_, pause, ms) => {
    const checkout = await tagOf()
    checkout.edge.failNext('checkout', { code: 'too-many-requests', ...pause })
    const at = new Date(checkout.tab.now + ms).toLocaleString('en-IE', { timeStyle: 'short' })

    checkout.press('Continue to payment')
    await checkout.reads(`There were too many tries. Nothing was charged. Please try again after ${at}.`)

    expect(checkout.isLocked('Continue to payment')).toBe(true)
    expect(checkout.event('pay-failed').error.recoverable).toBe(true)
    await checkout.tab.passes(ms)
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.text).not.toContain('too many')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
  })

  it('until another day says which', async () => {
    const checkout = await tagOf()
    checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 86_400 })

    checkout.press('Continue to payment')

    await checkout.reads('Please try again after 23 Nov 2026,')
  })

  it('before there is an order locks the way that it refused', async () => {
    const methods = ['hosted', 'payment-page'] as const
    const checkout = await tagOf(new FakeTab(), { offer: offerOf({ methods }) })
    checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 3600 })

    checkout.press('Continue to payment')
    await checkout.reads('Nothing was charged.')

    expect(checkout.isLocked('Continue to payment')).toBe(true)
    checkout.control('Other ways to pay').click()
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
  })

  it('of anything but paying locks no way to pay, and says nothing of money', async () => {
    const checkout = await tagOf()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({
      status: 'redirect',
      action: { type: 'redirect', url: 'https://gateway.example.com/form' },
    })
    await expect.poll(() => checkout.tab.visited).toHaveLength(1)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await checkout.reads('Your payment is not finished yet')
    checkout.edge.failNext('cancel', { code: 'too-many-requests', retryAfterSeconds: 3600 })

    checkout.press('Cancel payment')

    await checkout.reads('That did not work. Please try again.')
    expect(checkout.text).not.toContain('Nothing was charged')
    expect(checkout.tab.pauses).not.toContain(3_600_000)
  })

  it('is no longer told of once another tab has paid', async () => {
    const checkout = await tagOf()
    await checkout.opens()
    checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 3600 })
    checkout.press('Continue to payment')
    await checkout.reads('Nothing was charged.')

    await checkout.told({ status: 'approved' })
    await checkout.element.refresh()
    await checkout.drawn()

    expect(checkout.element.order?.status).toBe('approved')
    expect(checkout.text).not.toContain('Nothing was charged')
  })

  it.each([
    ['approved', 'Buy again'],
    ['cancelled', 'Start again'],
  ] as const)('of an order that was %s is not one of the next', async (status, again) => {
    const checkout = await tagOf()
    await checkout.opens()
    checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 3600 })
    checkout.press('Continue to payment')
    await checkout.reads('Nothing was charged.')
    await checkout.told({ status })
    await checkout.element.refresh()
    await checkout.drawn()

    checkout.press(again)
    await checkout.drawn()

    expect(checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.text).not.toContain('Nothing was charged')
  })

  it('is not made for ever', async () => {
    const checkout = await tagOf()
    for (let times = 0; times < 3; times++)
      checkout.edge.failNext('checkout', { code: 'too-many-requests', retryAfterSeconds: 1 })

    checkout.press('Continue to payment')
    await checkout.tab.passes(1000)
    await checkout.tab.passes(1000)
    await checkout.reads('There were too many tries.')

    expect(checkout.edge.payments).toHaveLength(3)
  })
})

describe('a bot check for an isolated page, in which no frame of another site runs', () => {
  it('is a page of its own, with the way back', async () => {
    const tab = new FakeTab()
    tab.isIsolated = true
    tab.href = `${PAGE}#/cart`
    const checkout = await tagOf(tab, { 'return-join': '?' })
    checkout.edge.failNext('checkout', { code: 'check-needed' })

    checkout.press('Continue to payment')
    await expect.poll(() => tab.visited).toHaveLength(1)

    const { origin, pathname, search, hash } = new URL(tab.visited[0] ?? '')
    expect(origin + pathname + search).toBe(`${location.origin}/frames/check?lang=en`)
    expect(new URLSearchParams(hash.slice(1)).get('return')).toBe(`${PAGE}#/cart?`)
    expect(dialogOf(checkout)).toBe(null)
    await checkout.reads(NEEDED)
  })

  it.each([
    ['', '#pay-check=', PAGE],
    ['#reviews', '&pay-check=', `${PAGE}#reviews`],
  ])('comes back with a token, which the next click alone uses: %s', async (fragment, joined, rest) => {
    const tab = new FakeTab()
    const offer = offerOf()
    tab.isIsolated = true
    const before = await tagOf(tab, { offer })
    tab.edge.failNext('checkout', { code: 'check-needed' })
    before.press('Continue to payment')
    await expect.poll(() => tab.visited).toHaveLength(1)
    const id = new URLSearchParams(new URL(tab.visited[0] ?? '').hash.slice(1)).get('order')
    before.element.remove()
    tab.href = `${PAGE}${fragment}${joined}${id}.0.a-token%2B_`

    const checkout = await tagOf(tab, { offer })
    await checkout.reads('Continue to payment')
    expect(checkout.edge.payments).toHaveLength(1)
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments.map(({ body }) => body.check)).toEqual([undefined, '0.a-token+_'])
    expect(checkout.edge.order.id).toBe(id)
    expect(tab.href).toBe(rest)
  })

  it('comes back with a token for another order, which the edge alone can tell', async () => {
    const tab = new FakeTab()
    tab.href = `${PAGE}#pay-check=another-order.0.a-token`
    const checkout = await tagOf(tab)

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.check).toBe('0.a-token')
    expect(checkout.edge.called('checkout')[0]?.body.returnUrl).toBe(PAGE)
    expect(tab.href).toBe(PAGE)
  })
})

it('a check that is passed pays no order that another tag has put in the place of the one it was for', async () => {
  const offer = offerOf({ min: '5.00', max: '50.00' })
  const checkout = await askedFor(await tagOf(new FakeTab(), { offer, amount: '12.50' }))
  const other = await tagOf(new FakeTab(checkout.edge), { offer, amount: '40.00' })
  other.press('Continue to payment')
  await other.reads('Preparing')

  post(frameOf(checkout), { check: 'token-1' })

  await checkout.reads('Preparing')
  expect(dialogOf(checkout)).toBe(null)
  expect(checkout.edge.payments.filter(({ body }) => body.check)).toEqual([])
  expect(checkout.edge.order).toMatchObject({ amount: '40.00', attempts: [{ number: 1 }] })
})
