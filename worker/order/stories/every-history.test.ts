/** Every history of an order, beside a gateway that acts, answers, lies and falls silent in every order. */
import { describe, expect, inject, it } from 'vitest'
import { policyWithout } from '../../testing/edge.ts'
import type { Policy } from '../model/policy.ts'
import { type Explored, explore } from '../testing/exploration.ts'
import { type Beginning, keyOf, type World, worldOf } from '../testing/world.ts'
import { allMoves, moneyMoves } from '../testing/world-moves.ts'
import { atRest, problemOf } from '../testing/world-problems.ts'

type Moves = typeof moneyMoves

const CARD = { intent: 'sale', method: 'card' } as const

const SEARCHES: readonly (readonly [title: string, moves: Moves, beginning: Beginning])[] = [
  ['a sale by card', moneyMoves, { ...CARD, faults: 3 }],
  ['a sale that was paid', moneyMoves, { ...CARD, faults: 3, isPaid: true }],
  ['a sale at a form', moneyMoves, { intent: 'sale', method: 'hosted', faults: 2 }],
  ['a hold that was taken', moneyMoves, { intent: 'preauth', method: 'card', faults: 2, isPaid: true }],
  ['a verification', moneyMoves, { intent: 'verify', method: 'card', faults: 2 }],
  ['a payout', moneyMoves, { intent: 'payout', method: 'payout-card', faults: 3 }],
  ['a sale whose reference another shop has', moneyMoves, { ...CARD, faults: 2, isShared: true }],
  ['the same under bare names', moneyMoves, { ...CARD, faults: 2, isShared: true, isBare: true }],
  ['a sale beside every other event', allMoves, { ...CARD, faults: 1 }],
]

interface Search {
  readonly policy: Policy
  readonly moves: Moves
  readonly mostStates: number
}

function searched(beginning: Beginning, { policy, moves, mostStates }: Search): Explored {
  const followed = new Set<string>()
  const isKnown = (name: string) => followed.has(name) || !followed.add(name)
  return explore<World>(
    {
      start: startOf(policy, beginning),
      moves: (world) => moves(policy, world),
      nameOf: keyOf,
      depth: 60,
      mostStates,
    },
    (_, after) => problemOf(policy, after, isKnown),
  )
}

function startOf(policy: Policy, beginning: Beginning): World {
  const opened = worldOf(beginning)
  const [payment] = moneyMoves(policy, opened)
  return payment && beginning.isPaid ? atRest(policy, payment.state) : opened
}

const summaryOf = ({ letters, moves, states, depth }: Explored) =>
  `${letters.size} letters, ${states} states, ${moves} moves, all of ${depth} moves and some longer`

describe('whatever happens, in whatever order, the money is known in the end', () => {
  it.for(SEARCHES)('of %s', async ([title, moves, beginning], { annotate }) => {
    const mostStates = inject('searchedStates')

    const found = searched(beginning, { policy: policyWithout(undefined), moves, mostStates })

    console.log([...found.letters].join(' · '))
    await annotate(`every history of ${title}: ${summaryOf(found)}`)
    expect(found.finding).toBeUndefined()
  })
})

describe('the search notices', () => {
  it.each<[safeguard: string, beginning: Beginning, problem: RegExp]>([
    ['marked-names', { ...CARD, faults: 1, isShared: true }, /no transaction of ours is/],
    ['look-names-order', { ...CARD, faults: 3 }, /the charge 42 stands/],
    ['look-in-doubt', { ...CARD, faults: 1 }, /the charge 42 stands, and a person is not shown it/],
    ['refusal-told-twice', { ...CARD, faults: 3, isPaid: true }, /counts as error, and was carried out/],
    ['ask-before-resend', { ...CARD, faults: 1 }, /the charge 41 stands/],
    ['ask-after-refusal', { ...CARD, faults: 1 }, /the charge 41 stands/],
  ])('that %s is missing', (safeguard, beginning, problem) => {
    const policy = policyWithout(safeguard)

    const found = searched(beginning, { policy, moves: moneyMoves, mostStates: 30_000 })

    expect(found.finding?.problem).toMatch(problem)
  })
})
