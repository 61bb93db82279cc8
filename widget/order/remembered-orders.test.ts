import { afterEach, describe, expect, it } from 'vitest'
import { FakeTab } from '../testing/harness.ts'
import { Memory } from './remembered-orders.ts'

afterEach(() => localStorage.clear())

describe('memory', () => {
  it('gives all tabs that ask at once the same key', async () => {
    const tabs = [1, 2, 3].map(() => new Memory(new FakeTab().surroundings))

    const keys = await Promise.all(tabs.map(async (memory) => (await memory.obtain('digest')).key))

    expect(new Set(keys).size).toBe(1)
  })

  it('waits for the tab that is just making the key', async () => {
    const memory = new Memory(new FakeTab().surroundings)
    let release = () => {}
    const other = navigator.locks.request(
      'pay-checkout:digest',
      () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    )
    await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(1)
    const obtained = memory.obtain('digest')

    memory.write('digest', { key: 'made by the other tab' })
    release()
    await other

    expect((await obtained).key).toBe('made by the other tab')
  })

  it('replaces what is of no use once, however many tabs find out', async () => {
    const [one, two] = [new Memory(new FakeTab().surroundings), new Memory(new FakeTab().surroundings)]
    const old = await one.obtain('digest')

    const [first, second] = await Promise.all([one, two].map((memory) => memory.obtain('digest', old.key)))

    expect(first?.key).not.toBe(old.key)
    expect(second).toEqual(first)
  })

  it('keeps apart what other offers are remembered by', () => {
    const memory = new Memory(new FakeTab().surroundings)

    memory.write('mug', { key: 'one', id: 'order-1' })
    memory.write('plate', { key: 'two', id: 'order-2' })
    memory.forget('mug', 'order-1')

    expect(memory.read('mug')).toBeUndefined()
    expect(memory.read('plate')?.id).toBe('order-2')
  })

  it('does not forget the order that took another one’s place', () => {
    const memory = new Memory(new FakeTab().surroundings)
    memory.write('mug', { key: 'two', id: 'order-2' })

    memory.forget('mug', 'order-1')

    expect(memory.read('mug')?.id).toBe('order-2')
  })

  it('falls back to the history entry where storage is refused, and leaves the page’s own state there', () => {
    const tab = new FakeTab()
    tab.refusesStorage = true
    tab.state = { scroll: 7 }
    const memory = new Memory(tab.surroundings)

    memory.write('mug', { key: 'one' })

    expect(tab.state).toEqual({ scroll: 7, payCheckout: { mug: { key: 'one' } } })
    expect(memory.read('mug')).toEqual({ key: 'one' })
  })

  it.each([
    ['a day later', 24, true],
    ['more than a day later', 24.1, false],
    ['by a clock that was set back by more than a day', -24.1, false],
  ])('knows of what was paid %s: %s', (_, hours, isKept) => {
    const tab = new FakeTab()
    const memory = new Memory(tab.surroundings)
    memory.write('mug', { key: 'one', id: 'order-1', token: 'pay.1' })
    memory.keepPaid('mug', 'order-1', 7)

    tab.now += hours * 3_600_000
    memory.keepPaid('mug', 'order-1', 8)

    expect(memory.read('mug')?.seq).toBe(isKept ? 8 : undefined)
    expect(!!memory.find('order-1')).toBe(isKept)
  })

  it('keeps no paid order that another one took the place of', () => {
    const memory = new Memory(new FakeTab().surroundings)
    memory.write('mug', { key: 'two', id: 'order-2' })

    memory.keepPaid('mug', 'order-1', 7)

    expect(memory.read('mug')).toEqual({ key: 'two', id: 'order-2' })
  })

  it('ignores what it cannot read', () => {
    localStorage.setItem('pay-checkout:mug', '{')

    expect(new Memory(new FakeTab().surroundings).read('mug')).toBeUndefined()
  })

  it('tells other tags of the page until they stop listening', () => {
    const memory = new Memory(new FakeTab().surroundings)
    const listening = new AbortController()
    let heard = 0
    memory.watch(listening.signal, (digest) => {
      heard += Number(digest === 'mug')
    })

    memory.write('mug', { key: 'one' })
    memory.write('mug', { key: 'one' })
    memory.write('plate', { key: 'one' })
    listening.abort()
    memory.write('mug', { key: 'two' })

    expect(heard).toBe(1)
  })
})
