import { describe, expect, it } from 'vitest'
import { FakeTab } from '../testing/harness.ts'
import { RememberedOrders } from './remembered-orders.ts'

describe('memory', () => {
  it('gives all tabs that ask at once the same key', async () => {
    const tabs = [1, 2, 3].map(() => new RememberedOrders(new FakeTab().browserEnv))

    const keys = await Promise.all(tabs.map(async (orders) => (await orders.obtain('digest')).key))

    expect(new Set(keys).size).toBe(1)
  })

  it('waits for the tab that is just making the key', async () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    let release = () => {}
    const other = navigator.locks.request(
      'pay-checkout:awaited',
      () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    )
    const held = async () => (await navigator.locks.query()).held?.map(({ name }) => name)
    await expect.poll(held).toContain('pay-checkout:awaited')
    const obtained = orders.obtain('awaited')

    orders.write('awaited', { key: 'made by the other tab' })
    release()
    await other

    expect((await obtained).key).toBe('made by the other tab')
  })

  it('replaces what is of no use once, however many tabs find out', async () => {
    const [one, two] = [
      new RememberedOrders(new FakeTab().browserEnv),
      new RememberedOrders(new FakeTab().browserEnv),
    ]
    const old = await one.obtain('plate')

    const [first, second] = await Promise.all([one, two].map((orders) => orders.obtain('plate', old.key)))

    expect(first?.key).not.toBe(old.key)
    expect(second).toEqual(first)
  })

  it.each([
    ['a first key', 'first', undefined],
    ['the key after one that is of no use', 'second', 'old'],
  ])('gives a tab that the storage did not reach yet the same key: %s', async (_, digest, stale) => {
    // Each has its own, as two processes of a browser have for a moment.
    const [one, two] = [localStorage, sessionStorage].map((storage) => {
      if (stale) storage.setItem(`pay-checkout:${digest}`, JSON.stringify({ key: stale }))
      return new RememberedOrders({ ...new FakeTab().browserEnv, storage: () => storage })
    })

    const [first, second] = await Promise.all([one, two].map((orders) => orders?.obtain(digest, stale)))

    expect(first?.key).not.toBe(stale)
    expect(second?.key).toBe(first?.key)
  })

  it('makes another key where the one that a tab has just made is of no use', async () => {
    const [one, two] = [localStorage, sessionStorage].map(
      (storage) => new RememberedOrders({ ...new FakeTab().browserEnv, storage: () => storage }),
    )
    const first = await one?.obtain('again')
    const second = await one?.obtain('again', first?.key)

    const announced = await two?.obtain('again')
    const joined = await two?.obtain('again', announced?.key)

    expect(announced).toEqual(first)
    expect(second?.key).not.toBe(first?.key)
    expect(joined?.key).toBe(second?.key)
  })

  it.each([
    ['ten seconds', (tab: FakeTab) => tab.passes(10_000)],
    ['until the shopper leaves the page', () => dispatchEvent(new Event('pagehide'))],
  ])('announces a key for %s', async (title, passes) => {
    const held = async () => (await navigator.locks.query()).held?.map(({ name }) => name)
    const tab = new FakeTab()
    const { key } = await new RememberedOrders(tab.browserEnv).obtain(title)
    expect(await held()).toContain(`pay-checkout:${title}  ${key}`)

    await passes(tab)

    await expect.poll(held).not.toContain(`pay-checkout:${title}  ${key}`)
  })

  it('keeps apart what other offers are remembered by', () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)

    orders.write('mug', { key: 'one', id: 'order-1' })
    orders.write('plate', { key: 'two', id: 'order-2' })
    orders.forget('mug', 'order-1')

    expect(orders.read('mug')).toBeUndefined()
    expect(orders.read('plate')?.id).toBe('order-2')
  })

  it('does not forget the order that took another one’s place', () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    orders.write('mug', { key: 'two', id: 'order-2' })

    orders.forget('mug', 'order-1')

    expect(orders.read('mug')?.id).toBe('order-2')
  })

  it('falls back to the history entry where storage is refused, and leaves the page’s own state there', () => {
    const tab = new FakeTab()
    tab.refusesStorage = true
    tab.state = { scroll: 7 }
    const orders = new RememberedOrders(tab.browserEnv)

    orders.write('mug', { key: 'one' })

    expect(tab.state).toEqual({ scroll: 7, payCheckout: { mug: { key: 'one' } } })
    expect(orders.read('mug')).toEqual({ key: 'one' })
  })

  it.each([new Map([['scroll', 7]]), [7], 'seven', 7, new Date(7)])(
    'leaves a state of the page that is no plain object as it is: %s',
    (state) => {
      const tab = new FakeTab()
      tab.refusesStorage = true
      tab.state = state

      new RememberedOrders(tab.browserEnv).write('mug', { key: 'one' })

      expect(tab.state).toBe(state)
    },
  )

  it.each([
    ['a day later', 24, true],
    ['more than a day later', 24.1, false],
    ['by a clock that was set back by more than a day', -24.1, false],
  ])('knows of what was paid %s: %s', (_, hours, isKept) => {
    const tab = new FakeTab()
    const orders = new RememberedOrders(tab.browserEnv)
    orders.write('mug', { key: 'one', id: 'order-1', token: 'pay.1' })
    orders.keepPaid('mug', 'order-1', 7)

    tab.now += hours * 3_600_000
    orders.keepPaid('mug', 'order-1', 8)

    expect(orders.read('mug')?.seq).toBe(isKept ? 8 : undefined)
    expect(!!orders.find('order-1')).toBe(isKept)
  })

  it('keeps what a visit saw paid for a reload of it too, and for no other visit', () => {
    const tab = new FakeTab()
    const orders = new RememberedOrders(tab.browserEnv)
    const order = { key: 'one', id: 'order-seen', token: 'pay.1' }
    orders.write('seen', order)
    expect(orders.isOfVisit('seen', order)).toBe(true)

    orders.keepPaid('seen', 'order-seen', 7)

    const paid = { ...order, paidAt: tab.now }
    expect(orders.isOfVisit('seen', paid)).toBe(true)
    expect(new RememberedOrders(new FakeTab().browserEnv).isOfVisit('seen', paid)).toBe(false)
  })

  it('leads to a paid order that made room, and gives the next one another key', async () => {
    const visit = new RememberedOrders(new FakeTab().browserEnv)
    visit.write('aside', { key: 'one', id: 'order-aside', token: 'pay.1' })
    visit.keepPaid('aside', 'order-aside', 7)
    const later = new RememberedOrders(new FakeTab().browserEnv)

    later.setAside('aside', 'order-aside')

    expect(later.earlier('aside')).toMatchObject({ key: 'one', id: 'order-aside' })
    expect(later.read('aside')).toBe(undefined)
    expect((await later.obtain('aside')).key).not.toBe('one')
  })

  it('sets no order aside that another one took the place of', () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    orders.write('next', { key: 'two', id: 'order-2', token: 'pay.2' })

    orders.setAside('next', 'order-1')

    expect(orders.earlier('next')).toBe(undefined)
    expect(orders.read('next')?.key).toBe('two')
  })

  it('brings no order that was set aside back to all tabs, whatever the visit that paid it hears', () => {
    const visit = new RememberedOrders(new FakeTab().browserEnv)
    visit.write('back', { key: 'one', id: 'order-back', token: 'pay.1' })
    visit.keepPaid('back', 'order-back', 7)
    const later = new RememberedOrders(new FakeTab().browserEnv)
    later.setAside('back', 'order-back')

    visit.keepPaid('back', 'order-back', 8)

    expect(visit.read('back')?.seq).toBe(8)
    expect(later.read('back')).toBe(undefined)
  })

  it('keeps no paid order that another one took the place of', () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    orders.write('mug', { key: 'two', id: 'order-2' })

    orders.keepPaid('mug', 'order-1', 7)

    expect(orders.read('mug')).toEqual({ key: 'two', id: 'order-2' })
  })

  it('ignores what it cannot read', () => {
    localStorage.setItem('pay-checkout:mug', '{')

    expect(new RememberedOrders(new FakeTab().browserEnv).read('mug')).toBeUndefined()
  })

  it('tells other tags of the page until they stop listening', () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    const listening = new AbortController()
    let heard = 0
    orders.watch(listening.signal, (digest) => {
      heard += Number(digest === 'mug')
    })

    orders.write('mug', { key: 'one' })
    orders.write('mug', { key: 'one' })
    orders.write('plate', { key: 'one' })
    listening.abort()
    orders.write('mug', { key: 'two' })

    expect(heard).toBe(1)
  })
})
