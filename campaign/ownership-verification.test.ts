import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { type LedgerTransaction, type Movement, ownPart } from './ledger.ts'
import { compareOwners } from './ownership-verification.ts'

const HOST = '127.0.0.1'

const own: LedgerTransaction = {
  ...{ orderId: '42', clientOrderId: 'o-1', type: 'sale', status: 'approved', owner: 'shop', host: HOST },
}
const ofOtherShop: LedgerTransaction = { ...own, orderId: '7', owner: 'other', host: null }
/** Another edge at the account, which calls the gateway by another name. */
const ofOtherEdge: LedgerTransaction = { ...own, orderId: '8', host: 'localhost' }

const moved = (orderId: string, kind: string, host: string | null = HOST): Movement => ({
  ...{ orderId, clientOrderId: 'o-1', kind, amountMinor: 500, host },
})

interface Case {
  readonly transactions: readonly LedgerTransaction[]
  readonly movements?: readonly Movement[]
  readonly status?: string
  readonly shows?: readonly string[]
  readonly reported?: readonly string[]
}

function wordsOf({ transactions, movements = [], status = 'approved', shows = [], reported = [] }: Case) {
  const attempts = shows.map((gatewayId) => ({ gatewayId }))
  const view = { status, attempts, transactions: [] } as unknown as MerchantOrderView
  const ledger = ownPart({ transactions, movements, requests: [], callbacks: [] }, HOST)
  return compareOwners({ view, ledger, reported: new Set(reported) }).map(
    ({ damage, words }) => `${damage}: ${words}`,
  )
}

it.each<[string, Case, string[]]>([
  ['its own payment alone', { transactions: [own], shows: ['42'], reported: ['42'] }, []],
  ["its own payment beside another shop's", { transactions: [ofOtherShop, own], shows: ['42'] }, []],
  ['no payment, as another shop has', { transactions: [ofOtherShop], status: 'error' }, []],
  [
    "another shop's payment",
    { transactions: [ofOtherShop], shows: ['7'], reported: ['7'] },
    [
      'approved, and only others paid: 7',
      'shows 7, which is of somebody else',
      'a webhook reported 7, which is of somebody else',
    ],
  ],
  [
    "another edge's payment",
    { transactions: [ofOtherEdge], shows: ['8'] },
    ['approved, and only others paid: 8', 'shows 8, which is of somebody else'],
  ],
  [
    "a webhook of another shop's payment, though it never shows it",
    { transactions: [ofOtherShop], status: 'error', reported: ['7'] },
    ['a webhook reported 7, which is of somebody else'],
  ],
  [
    "a refund of another shop's money",
    {
      transactions: [ofOtherShop, own],
      movements: [moved('42', 'charge'), moved('7', 'charge', null), moved('7', 'reversal')],
    },
    ['reversal of 500 of 7'],
  ],
  [
    "a refund of another edge's money",
    {
      transactions: [ofOtherEdge, own],
      movements: [moved('8', 'charge', 'localhost'), moved('8', 'reversal')],
    },
    ['reversal of 500 of 8'],
  ],
])('an order that shows, tells or moves: %s', (_, given, words) => {
  expect(wordsOf(given)).toEqual(words.length === 0 ? [] : [`stranger's outcome: ${words.join('; ')}`])
})

it("money of an edge that another one moved is in the edge's own ledger", () => {
  const movements = [moved('42', 'charge'), moved('42', 'reversal', 'localhost')]
  const ledger = ownPart({ transactions: [own], movements, requests: [], callbacks: [] }, HOST)

  expect(ledger.movements).toEqual(movements)
  expect(ledger.movedOfOthers).toEqual([])
})
