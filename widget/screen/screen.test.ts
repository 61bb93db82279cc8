/** What no screen may say or offer, for every view that an edge can send. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONEY, moneyOf } from '../../shared/order-outcome.ts'
import {
  isMoving,
  isPayable,
  isSettled,
  isUncertain,
  ORDER_PHASES,
  type OrderStatus,
} from '../../shared/order-status.ts'
import type { Intent, OrderView } from '../../shared/order-view.ts'
import { type LabelKey, TEXTS } from './english-texts.ts'
import { type Screen, screenOf } from './screen.ts'
import type { Situation } from './situation.ts'
import { BEFORE_ORDER, exampleOf, statusOf } from './testing/examples.ts'
import { MISTAKES, ROWS, whyImpossible } from './testing/impossible-screens.ts'

const INTENTS: readonly Intent[] = ['sale', 'preauth', 'verify', 'payout']
const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]
const CODES = [
  ...[
    'declined',
    'declined-funds',
    'declined-expired-card',
    'declined-security-code',
    'cancelled-at-gateway',
  ],
  ...['network', 'terms-changed', 'too-many-requests', 'offer-limit', 'line-unfit', 'payout', 'text', 'long'],
]

const attempt = fc.record({
  number: fc.constant(1),
  method: fc.constantFrom('card' as const, 'hosted' as const, 'payment-page' as const),
  status: fc.constantFrom(...STATUSES, 'lost' as const, 'superseded' as const),
  startedAt: fc.constant('2026-11-21T10:00:00Z'),
})

const transaction = fc.record(
  {
    id: fc.constant('20027'),
    type: fc.constantFrom('sale', 'preauth', 'payout', 'reversal'),
    status: fc.constantFrom(...STATUSES),
    amount: fc.constant('7.00'),
    surplus: fc.constant(true as const),
    reversed: fc.constant(true as const),
  },
  { requiredKeys: ['id', 'type', 'status', 'amount'] },
)

const failure = fc.record({
  code: fc.constantFrom(...CODES),
  recoverable: fc.boolean(),
  supportId: fc.constantFrom('', 'S-1'),
})

/** Any order that an edge can tell, also one that no gateway leads to. */
const view: fc.Arbitrary<OrderView> = fc
  .record({
    intent: fc.constantFrom(...INTENTS),
    status: fc.constantFrom(...STATUSES),
    attempts: fc.array(attempt, { maxLength: 3 }),
    transactions: fc.array(transaction, { maxLength: 2 }),
    methods: fc.constantFrom([], ['card'] as const),
    captured: fc.constantFrom('0.00', '5.00', '12.50'),
    cancelledBy: fc.constantFrom('shop' as const, undefined),
    error: fc.option(failure, { nil: undefined }),
    hasAction: fc.boolean(),
  })
  .map(({ hasAction, cancelledBy, error, ...order }) => ({
    ...{
      id: 'id-of-the-order',
      reference: 'order-4711',
      amount: '12.50',
      currency: 'EUR',
      description: 'A mug',
    },
    ...order,
    ...(cancelledBy && { cancelledBy }),
    ...(error && { error }),
    ...(hasAction && { action: { type: 'page' as const, url: 'https://gateway.example.com/step' } }),
    ...{ returned: '2.50', seq: 1, updatedAt: '2026-11-21T10:00:00Z' },
  }))

/** A payout has no other method. */
const ONE_PAGE = { hasAnotherMethod: false }

/** Any tag that shows such an order: with a token that may pay or only look, in any place. */
const situation: fc.Arbitrary<Situation> = fc
  .record({
    view,
    error: fc.option(failure, { nil: undefined }),
    sum: fc.constantFrom('12.50', undefined),
    notice: fc.constantFrom('', 'offline', 'error.network', 'checked'),
    pausedUntil: fc.constantFrom('', '14:00'),
    ...Object.fromEntries(
      Object.entries(BEFORE_ORDER)
        .filter(([, value]) => typeof value === 'boolean')
        .map(([name]) => [name, fc.boolean()]),
    ),
  })
  .map((one) => ({
    ...{ ...BEFORE_ORDER, ...one, intent: one.view.intent },
    ...(one.view.intent === 'payout' && ONE_PAGE),
  }))

/** Keys of everything that the screen says. */
function keysOf({ status, pay, problem, actions }: Screen): LabelKey[] {
  const texts = [...(status?.texts ?? []), ...(status?.charges ?? []), ...(pay ? [pay] : [])]
  return [
    ...(status ? [status.heading] : []),
    ...texts.map(({ key }) => key),
    ...(problem ? [problem.text.key] : []),
    ...actions.map(({ label }) => label),
  ]
}

const wordsOf = (screen: Screen) => keysOf(screen).map((key) => TEXTS[key])

/** Holds for any situation. */
const always = (holds: (situation: Situation & { view: OrderView }, screen: Screen) => void) =>
  fc.assert(
    fc.property(situation, (one) => {
      if (one.view) holds({ ...one, view: one.view }, screenOf(one))
    }),
    { numRuns: 2000 },
  )

const CHARGED = /nothing was charged|not be charged|not yet charged/i

describe('no screen', () => {
  it('offers to pay while money may have moved, or is owed', () => {
    always(({ view }, { pay, status, panel }) => {
      if (!pay) return
      expect(isPayable(view.status), view.status).toBe(true)
      expect(isUncertain(view.status) || isSettled(view.status)).toBe(false)
      expect(panel !== 'open' && status?.charges.some(({ isOwed }) => isOwed)).toBeFalsy()
    })
  })

  it('says that nothing was charged beside a charge by mistake', () => {
    always(({ view }, screen) => {
      if (!screen.status?.charges.length || view.intent === 'preauth') return
      expect(wordsOf(screen).filter((words) => CHARGED.test(words))).toEqual([])
    })
  })

  it('says that nothing was charged while an earlier try may still go through', () => {
    always(({ view, mayPay }, { status }) => {
      if (!mayPay || !/sale|preauth/.test(view.intent) || moneyOf(view) !== 'may-move') return
      expect(status?.texts.filter(({ key }) => CHARGED.test(TEXTS[key]))).toEqual(status && [])
    })
  })

  it.each([
    ['payout', /your card|another card|you paid|you pay|pay again|charged|reserved|refund|payment(?! page)/i],
    ['verify', /you paid|you pay|pay again|reserved|refund|sent back|payment(?! page)/i],
    ['preauth', /you were charged/i],
  ] as const)('says of a %s what only another kind of order is', (intent, wrong) => {
    always((one, screen) => {
      if (one.intent !== intent || screen.panel === 'broken' || screen.problem) return
      expect(wordsOf(screen).filter((words) => wrong.test(words))).toEqual([])
    })
  })

  it('is without words', () => {
    always((_, { status, pay }) => {
      expect(Boolean(status?.heading) || Boolean(pay)).toBe(true)
    })
  })

  it('has a button that names a sum while the field has none, or another sum', () => {
    always(({ sum, intent }, { pay }) => {
      if (!pay) return
      expect(pay.amount).toBe(sum)
      expect(TEXTS[pay.key].includes('{amount}')).toBe(intent !== 'verify' && sum !== undefined)
    })
  })
})

describe('every outcome', () => {
  const CELLS = INTENTS.flatMap((intent) =>
    ROWS.flatMap((row) =>
      MONEY.flatMap((money) => MISTAKES.map((mistake) => ({ intent, row, money, mistake }))),
    ),
  ).filter((known) => !whyImpossible(known))

  it('leads on, for a shopper who may pay and one who may only look', () => {
    for (const known of CELLS)
      for (const mayPay of [true, false]) {
        const one = { ...exampleOf(known), mayPay, isLong: true }
        const { actions, pay } = screenOf(one)
        expect(actions.length > 0 || pay !== undefined, JSON.stringify(known)).toBe(true)
      }
  })

  it('says what became of the money where that is certain', () => {
    const silent = CELLS.filter(({ row, money, mistake }) => {
      const isEnd = !isMoving(statusOf(row)) && money !== 'may-move'
      return isEnd && row !== 'open' && mistake === MISTAKES[0]
    }).filter((known) => screenOf(exampleOf(known)).status?.texts.length === 0)

    expect(silent).toEqual([])
  })

  it('shows each charge by mistake', () => {
    always(({ view, intent }, { status }) => {
      const charged = view.transactions.filter(({ surplus }) => surplus)
      if (status && /sale|preauth/.test(intent)) expect(status.charges).toHaveLength(charged.length)
    })
  })
})
