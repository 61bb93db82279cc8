import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, EDGE, FakeTab, viewToken } from '../testing/harness.ts'

const LINK = viewToken('link')

/** A tab on the edge's own page of an order that a merchant's server opened. */
function tabOf(order: Partial<OrderView> = {}) {
  const tab = new FakeTab()
  const { id } = tab.edge.add({ byLink: true, ...order })
  tab.href = `${EDGE}/pay#order=${id}.${LINK}`
  return { id, tab }
}

const open = (id: string, tab: FakeTab) => Checkout.open({ session: `${id}.${LINK}`, locale: 'en-IE' }, tab)

const routes = ({ edge }: Checkout) => edge.calls.map(({ route }) => route)

/** Another page of this browser with the same link. */
function again(tab: FakeTab) {
  const other = new FakeTab(tab.edge)
  other.href = tab.href
  return other
}

describe('the page of a link', () => {
  it('shows what is to be paid by a look alone: no exchange, no socket, nothing stored', async () => {
    const { id, tab } = tabOf()
    const checkout = await open(id, tab)
    await expect.poll(() => checkout.buttons).toContain('Continue to payment')
    checkout.touch()
    checkout.touch('keydown')
    await checkout.drawn()

    expect(routes(checkout)).toEqual(['read'])
    expect(checkout.edge.called('read')[0]?.token).toBe(LINK)
    expect(checkout.edge.sockets).toEqual([])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  it('exchanges the link at the click, and pays with what it gets', async () => {
    const { id, tab } = tabOf()
    const checkout = await open(id, tab)
    await expect.poll(() => checkout.buttons).toContain('Continue to payment')

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.payments).toHaveLength(1)

    expect(routes(checkout).slice(0, 3)).toEqual(['read', 'link', 'pay'])
    const [exchange] = checkout.edge.called('link')
    const [payment] = checkout.edge.payments
    expect(exchange?.token).toBe(LINK)
    expect(exchange?.key).toMatch(/^[\w-]{36}$/)
    expect(payment?.token).not.toBe(LINK)
    expect(payment?.key).toBe(`${exchange?.key}.1`)
  })

  it.each(['answer-lost', 'unreachable'] as const)(
    'makes the same exchange again where the first is %s, also after a reload',
    async (failure) => {
      const { id, tab } = tabOf()
      const first = await open(id, tab)
      first.edge.failNext('link', failure)
      await expect.poll(() => first.buttons).toContain('Continue to payment')
      first.press('Continue to payment')
      await expect.poll(() => first.edge.called('link')).toHaveLength(1)
      await expect.poll(() => first.isLocked('Continue to payment')).toBe(false)
      expect(first.edge.payments).toEqual([])
      first.element.remove()

      const second = await open(id, again(tab))
      await expect.poll(() => second.buttons).toContain('Continue to payment')
      second.press('Continue to payment')
      await expect.poll(() => second.edge.payments).toHaveLength(1)

      const keys = second.edge.called('link').map(({ key }) => key)
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
    },
  )

  it('asks before the click for what the payment still needs, and sends it', async () => {
    const { id, tab } = tabOf({ collect: ['email', 'name'] })
    const checkout = await open(id, tab)
    await expect.poll(() => checkout.buttons).toContain('Continue to payment')

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.control('Email').getAttribute('aria-invalid')).toBe('true')
    expect(routes(checkout)).toEqual(['read'])
    await checkout.type('Email', 'ada@example.com')
    await checkout.type('Full name', 'Ada')
    checkout.press('Continue to payment')

    await expect.poll(() => checkout.edge.payments).toHaveLength(1)
    expect(checkout.edge.payments[0]?.body).toMatchObject({
      customer: { email: 'ada@example.com', name: 'Ada' },
    })
  })

  it('shows its own payment again after a reload, and exchanges nothing', async () => {
    const { id, tab } = tabOf()
    const first = await open(id, tab)
    await expect.poll(() => first.buttons).toContain('Continue to payment')
    first.press('Continue to payment')
    await expect.poll(() => first.edge.payments).toHaveLength(1)
    const own = first.edge.payments[0]?.token
    first.element.remove()

    const second = await open(id, again(tab))
    await second.reads('Preparing')

    expect(second.edge.called('link')).toHaveLength(1)
    expect(second.edge.called('read').at(-1)?.token).toBe(own)
  })

  it('says that it is paid to somebody who did not pay, and neither thanks nor prints', async () => {
    const { id, tab } = tabOf({ status: 'approved', captured: '12.50' })
    const checkout = await open(id, tab)

    await checkout.reads('Payment approved')
    expect(checkout.text).not.toMatch(/You paid|Thank you/)
    expect(checkout.buttons).toEqual([])
    expect(routes(checkout)).toEqual(['read'])
  })

  it.each([
    ['expired', {}, 'The time for this has run out.'],
    ['cancelled', { cancelledBy: 'shop' as const }, 'The shop cancelled this.'],
  ] as const)('says that it is %s', async (status, change, words) => {
    const { id, tab } = tabOf({ status, methods: [], ...change })
    const checkout = await open(id, tab)

    await checkout.reads(words)
    expect(checkout.buttons).toEqual([])
  })

  it('shows that somebody else paid meanwhile, where the click comes too late', async () => {
    const { id, tab } = tabOf()
    const checkout = await open(id, tab)
    await expect.poll(() => checkout.buttons).toContain('Continue to payment')
    checkout.edge.tell(id, { status: 'approved', captured: '12.50' })

    checkout.press('Continue to payment')

    await checkout.reads('Payment approved')
    expect(checkout.edge.payments).toEqual([])
  })
})

describe('a page of a shop', () => {
  it('takes no link as its session: it would ask its shopper to pay for a stranger', async () => {
    const { id, tab } = tabOf()
    tab.href = 'https://shop.example.com/mug'
    const checkout = await open(id, tab)
    await checkout.drawn()

    expect(checkout.edge.calls).toEqual([])
    expect(checkout.buttons.join()).not.toContain('Pay')
  })

  it('takes no link in its address', async () => {
    const { id, tab } = tabOf()
    for (const name of ['order', 'pay-order']) {
      tab.href = `https://shop.example.com/mug#${name}=${id}.${LINK}`
      const checkout = await Checkout.open({ locale: 'en-IE' }, tab)
      await checkout.drawn()
    }

    expect(tab.edge.calls).toEqual([])
  })
})
