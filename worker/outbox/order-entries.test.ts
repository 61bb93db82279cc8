import { beforeEach, describe, expect, it } from 'vitest'
import { without } from '../../shared/without.ts'
import { entryWith, idOf, kept, removalOf } from './testing/listed-order.ts'
import { TEST_INDEXES } from './testing/order-indexes.ts'

describe.each(TEST_INDEXES)('the index $name', ({ index, run, clear }) => {
  beforeEach(clear)

  async function listed() {
    const page = await index.page({})
    return page.ok ? page.value.orders : []
  }

  describe('putting an entry', () => {
    it('keeps an entry as it was given', async () => {
      const entry = entryWith(7, {
        needsAttention: true,
        test: false,
        description: "Robert'); DROP TABLE x;--",
      })

      await index.put(entry)

      expect(await listed()).toEqual([kept(entry)])
    })

    it('keeps the way that it was paid, without a row more', async () => {
      const entry = entryWith(7, { method: 'hosted' })

      expect(await index.put(entry)).toBe(2)
      expect(await index.put({ ...entry, seq: 2, status: 'approved', method: 'card' })).toBe(1)

      expect((await listed()).map(({ method }) => method)).toEqual(['card'])
    })

    it('writes two rows for a new order, one for a change and none for a repeat', async () => {
      const declined = entryWith(1, { seq: 2, status: 'declined', updatedAt: 9 })

      const written = [
        await index.put(entryWith(1)),
        await index.put(declined),
        await index.put(declined),
        await index.put(entryWith(1)),
      ]

      expect(written).toEqual([2, 1, 0, 0])
      expect(await listed()).toEqual([kept(declined)])
    })

    it('writes nothing for a change that no list shows', async () => {
      await index.put(entryWith(1))

      expect(await index.put(entryWith(1, { seq: 2, updatedAt: 9 }))).toBe(0)
      expect(await index.put(entryWith(1, { seq: 3, status: 'approved', updatedAt: 10 }))).toBe(1)
    })

    it('writes another row only for what is rare', async () => {
      await index.put(entryWith(1))

      const strange = entryWith(1, { seq: 2, status: 'unknown', needsAttention: true })
      expect(await index.put(strange)).toBe(3)
      expect(await index.put(entryWith(2, { status: 'declined' }))).toBe(2)
    })

    it('writes one row more for an order that is paid, so that its shopper finds it, and none to forget them', async () => {
      const paid = { seq: 2, status: 'approved', shopper: 'digest', lastFour: '1111' } as const
      const erased = entryWith(1, { seq: 3, status: 'approved', description: '' })
      await index.put(entryWith(1))

      expect(await index.put(entryWith(1, paid))).toBe(2)
      expect(await index.put(entryWith(1, paid))).toBe(0)
      expect(await index.put(erased)).toBe(1)
      expect(await index.put(entryWith(2, { ...paid, seq: 1 }))).toBe(3)
    })

    it('writes one row more for a reference that a server gave, once', async () => {
      const entry = entryWith(1, { reference: 'INV-7' })

      expect(await index.put(entry)).toBe(3)
      expect(await index.put({ ...entry, seq: 2, status: 'declined' })).toBe(1)
    })

    it('shows no list what an order is found by', async () => {
      await index.put(entryWith(1, { shopper: 'digest', lastFour: '4711' }))

      const pages = [await index.page({}), await index.page({ shopper: 'digest', currency: 'EUR' })]

      expect(pages.map((page) => page.ok && page.value.orders)).toEqual([
        [kept(entryWith(1))],
        [kept(entryWith(1))],
      ])
      expect(JSON.stringify(pages)).not.toMatch(/digest|4711/)
    })

    it('gives a row of ids that an older version wrote the time that it lacks', async () => {
      await index.put(entryWith(1))
      await run('DELETE FROM order_index')
      await run('UPDATE order_ids SET started_at = NULL')

      await index.put(entryWith(1))

      const page = await index.page({ names: { ids: [idOf(1)] } })
      expect(page.ok && page.value.orders).toEqual([kept(entryWith(1))])
    })

    it('keeps since when an entry has had its status', async () => {
      await index.put(entryWith(1, { status: 'approved', updatedAt: 5 }))
      await index.put(entryWith(1, { status: 'charged-back', updatedAt: 7, seq: 2 }))
      await index.put(entryWith(1, { status: 'charged-back', updatedAt: 9, seq: 3, needsAttention: true }))

      expect(await listed()).toMatchObject([{ status: 'charged-back', statusSince: 7, updatedAt: 9 }])
    })

    it('reads an entry that an older version wrote', async () => {
      const entry = entryWith(1, { updatedAt: 4, needsAttention: true })
      await index.put(entry)
      const added = ['captured', 'returned', 'charged_back', 'status_since', 'attention']
      await run(`UPDATE order_index SET ${added.map((name) => `${name} = NULL`).join(', ')}`)

      const known = without(kept(entry), 'captured', 'returned', 'chargedBack', 'attention')
      expect(await listed()).toEqual([known])
    })

    it('tells why an order needs a person, also where only that changes', async () => {
      const doubtful = entryWith(1, { needsAttention: true })
      const charged = { ...doubtful, seq: 2, attention: ['outcome-unknown', 'duplicate-charge'] as const }
      await index.put(doubtful)

      await index.put(charged)

      expect(await listed()).toEqual([kept(charged)])
    })

    it('tells no reason that an older version left in an entry, nor one of a newer version', async () => {
      await index.put(entryWith(1))
      await run("UPDATE order_index SET attention = 'outcome-unknown'")
      const settled = await listed()
      await run("UPDATE order_index SET attention = 'new outcome-unknown', needs_attention = 1")

      expect(settled).toEqual([kept(entryWith(1))])
      expect(await listed()).toMatchObject([{ attention: ['outcome-unknown'] }])
    })

    it('writes one row more for a preauth while its money is held, and one when it is captured', async () => {
      const held = entryWith(1, { intent: 'preauth', status: 'approved' })

      expect(await index.put(held)).toBe(3)
    })

    it('keeps the newest of several that arrive out of order at once', async () => {
      const changes = [3, 1, 5, 2, 4].map((seq) => entryWith(1, { seq, reference: `as of ${seq}` }))

      await Promise.all(changes.map((entry) => index.put(entry)))

      expect(await listed()).toEqual([kept(entryWith(1, { seq: 5, reference: 'as of 5' }))])
    })

    it('enters nothing if it cannot enter all', async () => {
      const nameless = { ...entryWith(1), reference: null as unknown as string }

      await expect(index.put(nameless)).rejects.toThrow('NOT NULL')

      expect([await listed(), await index.ids('', 10)]).toEqual([[], []])
    })
  })

  describe('its ids', () => {
    it('names every order once, from page to page', async () => {
      for (const number of [3, 1, 5, 2, 4]) await index.put(entryWith(number))
      await index.put(entryWith(3, { seq: 2 }))

      const pages = [
        await index.ids('', 2),
        await index.ids(idOf(2), 2),
        await index.ids(idOf(4), 2),
        await index.ids(idOf(5), 2),
      ]

      expect(pages).toEqual([[idOf(1), idOf(2)], [idOf(3), idOf(4)], [idOf(5)], []])
    })
  })

  describe('putting an entry of an order that is listed', () => {
    it('mends a row that was spoilt without a change of the order', async () => {
      const entry = entryWith(1, { seq: 2, status: 'approved' })
      await index.put(entryWith(1, { seq: 2, status: 'declined', reference: 'spoilt' }))

      const written = [await index.put(entry), await index.put(entry)]

      // The reference has a statement of its own.
      expect(written).toEqual([2, 0])
      expect(await listed()).toEqual([kept(entry)])
    })

    it('completes what an older version wrote of the same change', async () => {
      await index.put(entryWith(1, { status: 'approved', updatedAt: 5 }))
      await run('UPDATE order_index SET captured = NULL, status_since = NULL')

      await index.put(entryWith(1, { status: 'approved', captured: '12.50', updatedAt: 9 }))

      expect(await listed()).toMatchObject([{ captured: '12.50', statusSince: 5 }])
    })

    it('enters an order whose row is lost', async () => {
      await index.put(entryWith(1))
      await run('DELETE FROM order_index')

      await index.put(entryWith(1))

      expect(await listed()).toEqual([kept(entryWith(1))])
      expect(await index.ids('', 10)).toEqual([idOf(1)])
    })

    it('keeps what is newer', async () => {
      await index.put(entryWith(1, { seq: 3 }))

      expect(await index.put(entryWith(1, { seq: 2 }))).toBe(0)

      expect(await listed()).toEqual([kept(entryWith(1, { seq: 3 }))])
    })
  })

  describe('removing an order', () => {
    it('takes out one order, and its id', async () => {
      await index.put(entryWith(1))
      await index.put(entryWith(2))

      await index.remove(...removalOf(entryWith(1)))
      await index.remove(...removalOf(entryWith(1)))

      expect(await listed()).toEqual([kept(entryWith(2))])
      expect(await index.ids('', 10)).toEqual([idOf(2)])
    })
  })
})
