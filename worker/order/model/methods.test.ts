import { describe, expect, it } from 'vitest'
import type { Intent, Way } from '../../../shared/order-view.ts'
import { operations } from '../../gateway/operations.ts'
import {
  descriptionRoom,
  isForm,
  isPossible,
  isSingle,
  kindFor,
  kindOf,
  operationFor,
  type StartName,
} from './methods.ts'

const INTENTS = ['sale', 'preauth', 'verify', 'payout'] as const satisfies Intent[]
const PROFILE = { savedCard: 'sale' } as const

/** Way → the operation and kind of endpoint for a sale, a reservation, a verification and a payout. */
const ROWS: readonly (readonly [Way, ...(readonly [string, string, string, string])])[] = [
  ['hosted', 'sale-form sale', 'preauth-form preauth', 'account-verification-form verify', '-'],
  ['payment-page', 'payment-form sale', '-', '-', '-'],
  ['card', 'sale sale', 'preauth preauth', 'account-verification verify', '-'],
  ['saved-card', 'sale sale', 'preauth preauth', '-', '-'],
  ['payout-card', '-', '-', '-', 'payout payout'],
  ['payout-bank', '-', '-', '-', 'payout payout'],
  ['payout-ewallet', '-', '-', '-', 'payout payout'],
  ['payout-phone', '-', '-', '-', 'payout payout'],
  ['payout-page', '-', '-', '-', 'payout-form payout'],
  ['rebill', 'make-rebill rebill', '-', '-', '-'],
  ['payout-check', '-', '-', '-', 'payout-check payout'],
  ['transfer', '-', '-', '-', 'transfer transfer'],
  ['pan-eligibility', '-', '-', 'pan-eligibility-send transfer', '-'],
  ['recurring-payment', '-', '-', 'create-recurring-payment rebill', '-'],
]

describe('operationFor', () => {
  it.each(ROWS)('%s meets each intent by its operation or not at all', (way, ...cells) => {
    const found = INTENTS.map((intent) => {
      if (!isPossible(way, intent)) return '-'
      const operation = operationFor(way, intent, PROFILE)
      expect(kindOf(way, intent, PROFILE)).toBe(kindFor(operation, intent))
      return `${operation} ${kindFor(operation, intent)}`
    })

    expect(found).toEqual(cells)
  })

  it('covers every operation that starts something', () => {
    const starting = Object.entries(operations).filter(([, { starts }]) => starts)
    const covered = ROWS.flatMap(([, ...cells]) => cells.map((cell) => cell.split(' ')[0] as StartName))

    expect(starting.map(([name]) => name).filter((name) => !covered.includes(name as StartName))).toEqual([])
  })

  it('charges a saved card as the profile says, and reserves it in one way only', () => {
    expect(operationFor('saved-card', 'sale', { savedCard: 'rebill' })).toBe('make-rebill')
    expect(operationFor('saved-card', 'preauth', { savedCard: 'rebill' })).toBe('preauth')
  })

  it('throws for what cannot be met', () => {
    expect(() => operationFor('hosted', 'payout', PROFILE)).toThrow(TypeError)
  })
})

describe('descriptionRoom', () => {
  it.each<[readonly Way[], Intent, number]>([
    [['hosted', 'card'], 'sale', 255],
    [['payout-page'], 'payout', 255],
    [['payout-page', 'payout-card'], 'payout', 64],
    [['payout-check'], 'payout', 64],
    [['pan-eligibility'], 'verify', 255],
  ])('of %j to make a %s is %i characters', (ways, intent, room) => {
    expect(descriptionRoom(ways, intent)).toBe(room)
  })
})

describe('a way', () => {
  it('is a form where the gateway’s own page asks', () => {
    expect(ROWS.map(([way]) => way).filter(isForm)).toEqual(['hosted', 'payment-page', 'payout-page'])
  })

  it('is tried once where money goes out, and where no shopper starts it', () => {
    for (const [way] of ROWS) expect(isSingle(way, 'payout')).toBe(true)
    const single = ROWS.map(([way]) => way).filter((way) => isSingle(way, 'sale'))
    expect(single).toEqual(['rebill', 'payout-check', 'transfer', 'pan-eligibility', 'recurring-payment'])
  })
})
