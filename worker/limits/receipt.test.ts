import { describe, expect, it } from 'vitest'
import { hearing, withoutCard } from './receipt.ts'

const RECEIPT = [
  { name: 'network n', ticket: '1' },
  { name: 'network f', ticket: '2', hearsNoApproval: true },
  { name: 'email e', ticket: '3' },
  { name: 'email f', ticket: '4', hearsNoApproval: true },
  { name: 'card c', ticket: '5' },
  { name: 'card f', ticket: '6', hearsNoApproval: true },
] as const

const names = (receipt: typeof RECEIPT | ReturnType<typeof hearing>) => receipt.map(({ name }) => name)

describe('the budgets that have to hear', () => {
  it.each([
    ['of a failure are those of e-mail address and card', 'bad', ['email e', 'email f', 'card c', 'card f']],
    ['of an approval are those whose row has the try', 'good', ['network n', 'email e', 'card c']],
    ['of a try that never began are all', 'unused', names(RECEIPT)],
  ] as const)('%s', (_, outcome, expected) => {
    expect(names(hearing(RECEIPT, outcome))).toEqual(expected)
  })
})

it('leaves the budget of a card out of what is stored', () => {
  expect(names(withoutCard(RECEIPT))).toEqual(['network n', 'network f', 'email e', 'email f'])
})
