import { describe, expect, it } from 'vitest'
import { RefundLedger, type Rows } from './refund-ledger.ts'

const DAY = 86_400_000
const NOON = 20_000.5 * DAY

/** A ledger with a clock of its own, and rows that outlive its object. */
function ledgerAt(start = NOON) {
  const disk = new Map<string, unknown>()
  const rows: Rows = {
    put: (name: string, value: unknown) => void disk.set(name, structuredClone(value)),
    delete: (name: string) => disk.delete(name),
    list: ({ prefix = '' } = {}) => [...disk].filter(([name]) => name.startsWith(prefix)) as never,
  }
  let now = start
  let ledger = new RefundLedger(rows, () => now)
  return {
    disk,
    reserve: (ticket: string, amountMinor: number, currency = 'EUR', exponent = 2) =>
      ledger.reserve({ ticket, amountMinor, currency, exponent }, 10 ** exponent),
    count: (ticket: string, amountMinor: number) =>
      ledger.count({ ticket, amountMinor, currency: 'EUR', exponent: 2 }),
    release: (ticket: string) => ledger.release(ticket),
    forget: () => ledger.forget(),
    passes: (ms: number) => {
      now += ms
    },
    dies: () => {
      ledger = new RefundLedger(rows, () => now)
    },
  }
}

describe('the refunds of a day', () => {
  it('fit up to the limit, and not a cent more', () => {
    const { reserve } = ledgerAt()

    expect([reserve('a', 60), reserve('b', 41), reserve('c', 40), reserve('d', 1)]).toEqual([
      ...[true, false, true, false],
    ])
  })

  it('count each ticket once', () => {
    const { reserve } = ledgerAt()

    expect([reserve('a', 60), reserve('a', 60), reserve('b', 40), reserve('b', 40)]).toEqual([
      ...[true, true, true, true],
    ])
  })

  it('count a ticket by its largest sum', () => {
    const { reserve } = ledgerAt()

    expect([reserve('a', 60), reserve('a', 110), reserve('a', 80), reserve('b', 30)]).toEqual([
      ...[true, false, true, false],
    ])
  })

  it('have a sum of their own for each currency', () => {
    const { reserve } = ledgerAt()

    expect([reserve('a', 100), reserve('b', 100, 'USD'), reserve('c', 1, 'USD')]).toEqual([true, true, false])
  })

  it('are one sum of their currency, in whatever decimals the orders are', () => {
    const { reserve, release } = ledgerAt()

    expect([reserve('a', 1, 'KWD', 0), reserve('b', 1, 'KWD', 3)]).toEqual([true, false])
    release('a')
    expect([reserve('c', 999, 'KWD', 3), reserve('d', 1, 'KWD', 0), reserve('e', 1, 'KWD', 3)]).toEqual([
      ...[true, false, true],
    ])
  })

  it('have room again for what was given back to them', () => {
    const { reserve, release } = ledgerAt()
    reserve('a', 100)

    release('a')
    release('a')

    expect([reserve('b', 100), reserve('c', 1)]).toEqual([true, false])
  })

  it('also have what moved after all, though it is too much', () => {
    const { reserve, count } = ledgerAt()
    reserve('b', 100)

    count('a', 50)

    expect(reserve('c', 1)).toBe(false)
  })

  it('outlive the object', () => {
    const { reserve, dies } = ledgerAt()
    reserve('a', 60)

    dies()

    expect([reserve('a', 60), reserve('b', 41), reserve('b', 40)]).toEqual([true, false, true])
  })
})

describe('the next day of UTC', () => {
  it('begins at midnight', () => {
    const { reserve, passes } = ledgerAt()
    reserve('a', 100)

    passes(DAY / 2 - 1)
    const before = reserve('b', 1)
    passes(1)

    expect([before, reserve('b', 100), reserve('c', 1)]).toEqual([false, true, false])
  })

  it('counts a refund again that is asked about again', () => {
    const { reserve, passes } = ledgerAt()
    reserve('a', 100)

    passes(DAY)

    expect([reserve('a', 100), reserve('b', 1)]).toEqual([true, false])
  })

  it('keeps nothing of the one before', () => {
    const { reserve, passes, forget, disk } = ledgerAt()
    reserve('a', 100)

    const due = forget()
    passes(DAY / 2)

    expect(due).toBe(20_001 * DAY)
    expect([forget(), disk.size]).toEqual([undefined, 0])
  })
})
