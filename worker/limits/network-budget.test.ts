import { describe, expect, it } from 'vitest'
import { NETWORK_WINDOW_MS, NetworkBudget, type NetworkTry } from './network-budget.ts'
import { Tries } from './tries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const NOW = 1_800_000_000_000

const card: NetworkTry = { kind: 'card', order: 'order-1', isChecked: false, limit: 1 }
const form: NetworkTry = { ...card, kind: 'form' }
const checked: NetworkTry = { ...card, isChecked: true }

/** A network with a test's tries. */
function network() {
  const tries = new Tries([], NETWORK_WINDOW_MS)
  const budget = new NetworkBudget(tries)
  const enter = (at: number, { isChecked, kind }: NetworkTry = card, order = 'order-1') => {
    const ticket = crypto.randomUUID()
    const isForm = kind === 'form' && ({ isForm: true } as const)
    const mark = isChecked && ({ isChecked: true } as const)
    budget.enter({ ticket, at, state: 'open', ...isForm, ...mark }, order)
    return ticket
  }
  return { tries, budget, enter }
}

describe('a network', () => {
  it('has one try that asks nothing, by card or by form', () => {
    const { budget, enter } = network()

    expect(budget.verdict(form, NOW)).toEqual({ type: 'in' })
    expect(budget.verdict(card, NOW)).toEqual({ type: 'in' })
    enter(NOW)
    expect(budget.verdict(card, NOW)).toEqual({ type: 'early', waitMs: 8 * SECOND })
    expect(budget.verdict(form, NOW)).toEqual({ type: 'early', waitMs: 8 * SECOND })
  })

  it('asks the edge about a further try, once that is not too early', () => {
    const { budget, enter } = network()
    enter(NOW)

    expect(budget.verdict(card, NOW + 8 * SECOND)).toEqual({ type: 'ask' })
    expect(budget.verdict(form, NOW + 8 * SECOND)).toEqual({ type: 'ask' })
  })

  it.each([
    ['an hour after a card', card, 60],
    ['ten minutes after a form', form, 10],
  ])('has its try again %s', (_, one, minutes) => {
    const { budget, enter } = network()
    enter(NOW, one)

    expect(budget.verdict(card, NOW + minutes * MINUTE - 1)).toEqual({ type: 'ask' })
    expect(budget.verdict(card, NOW + minutes * MINUTE)).toEqual({ type: 'in' })
  })

  it.each([
    ['an approved try gives one more', 'good', 'in'],
    ['a failed one does not', 'bad', 'early'],
    ['one that never began does not count', 'unused', 'in'],
  ] as const)('%s', (_, outcome, type) => {
    const { budget, enter, tries } = network()
    tries.settle(enter(NOW), outcome)

    expect(budget.verdict(card, NOW + SECOND).type).toBe(type)
  })

  it('does not ask the edge again about cards before the edge may give one', () => {
    const { budget, enter } = network()
    enter(NOW)
    budget.denied(card, 10 * SECOND, NOW + 8 * SECOND)

    expect(budget.verdict(card, NOW + 17 * SECOND)).toEqual({ type: 'beyond', waitMs: SECOND })
    expect(budget.verdict(form, NOW + 17 * SECOND)).toEqual({ type: 'ask' })
    expect(budget.verdict(card, NOW + 18 * SECOND)).toEqual({ type: 'ask' })
  })

  it('waits no longer for the edge than until its own tries have grown old, and is let in then', () => {
    const { budget, enter } = network()
    enter(NOW)
    enter(NOW + MINUTE)

    const { waitMs } = budget.denied(card, 24 * 60 * MINUTE, NOW + 2 * MINUTE)

    expect(waitMs).toBe(59 * MINUTE)
    expect(budget.verdict(card, NOW + 2 * MINUTE + waitMs - 1).type).toBe('beyond')
    expect(budget.verdict(card, NOW + 2 * MINUTE + waitMs)).toEqual({ type: 'in' })
  })

  it('has five tries with a bot check besides', () => {
    const { budget, enter } = network()
    enter(NOW)
    for (let number = 0; number < 5; number += 1) {
      expect(budget.verdict(checked, NOW)).toEqual({ type: 'in' })
      enter(NOW, checked)
    }

    expect(budget.verdict(checked, NOW)).toEqual({ type: 'beyond', waitMs: 60 * MINUTE })
  })
})

describe('a form that waits for its turn', () => {
  const waiting = () => {
    const one = network()
    one.enter(NOW)
    one.budget.queue('order-1', NOW + MINUTE)
    return one
  }

  it('is let in when it comes, though others came before', () => {
    const { budget, enter } = waiting()
    enter(NOW + 59 * SECOND, form, 'order-2')

    expect(budget.verdict(form, NOW + 58 * SECOND)).toEqual({ type: 'early', waitMs: 2 * SECOND })
    expect(budget.verdict(form, NOW + MINUTE)).toEqual({ type: 'in' })
  })

  it('uses its turn up', () => {
    const { budget, enter } = waiting()
    enter(NOW + MINUTE, form)

    expect(budget.verdict(form, NOW + MINUTE + 10 * SECOND)).toEqual({ type: 'ask' })
  })

  it('loses its turn a minute later', () => {
    expect(waiting().budget.verdict(form, NOW + 2 * MINUTE + 1)).toEqual({ type: 'ask' })
  })

  it('waits behind three others of its network', () => {
    const { budget } = waiting()
    budget.queue('order-2', NOW + 2 * MINUTE)
    budget.queue('order-3', NOW + 3 * MINUTE)

    expect(budget.verdict({ ...form, order: 'order-4' }, NOW + 30 * SECOND)).toEqual({
      type: 'early',
      waitMs: 158 * SECOND,
    })
  })
})
