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
function keysOf({ status, pay, promise, problem, actions }: Screen): LabelKey[] {
  const said = [pay, promise].filter((text) => text !== undefined)
  const texts = [...(status?.texts ?? []), ...(status?.charges ?? []), ...said]
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
    always(({ sum, intent, isHosted, isOrdered, hasOrderWords }, { pay, panel }) => {
      if (!pay) return
      // The page behind asks once more, and the sum stands above the button.
      if (isHosted && intent === 'sale' && !(isOrdered && hasOrderWords))
        return expect(pay.key).toBe(sum && panel !== 'open' ? 'retry' : 'continue')
      expect(pay.amount).toBe(sum)
      expect(TEXTS[pay.key].includes('{amount}')).toBe(intent !== 'verify' && sum !== undefined)
    })
  })
})

describe('a decline that the card form says at a field', () => {
  it.each([
    ['declined', ['verify.text']],
    ['filtered', ['verify.text']],
    // The bank did not decline it.
    ['given-up', ['failed.cancelled-at-gateway']],
  ] as const)('leaves to a payment that is %s what became of the money: %j', (row, keys) => {
    const known = { row, intent: 'sale', money: 'unmoved', mistake: MISTAKES[0] } as const
    const one = { ...exampleOf(known), isSaidAtField: true }
    const { view } = one
    const error = { code: 'declined-security-code', recoverable: true, supportId: 'S-1' }

    const { status, leadsToSupport } = screenOf({ ...one, ...(view && { view: { error, ...view } }) })

    expect(status?.texts.map(({ key }) => key)).toEqual(keys)
    expect([status?.supportId, leadsToSupport]).toEqual(['', false])
  })
})

describe('before the click', () => {
  it.each([
    ['sale', undefined],
    ['preauth', { key: 'note.preauth', amount: '12.50' }],
    ['verify', { key: 'note.verify' }],
    ['payout', undefined],
  ] as const)('the screen of a %s says where nothing is charged: %s', (intent, promise) => {
    expect(screenOf({ ...BEFORE_ORDER, intent }).promise).toEqual(promise)
  })

  it('the screen of a sum to reserve names none while the field has none', () => {
    expect(screenOf({ ...BEFORE_ORDER, intent: 'preauth', sum: undefined }).promise).toBe(undefined)
  })

  it('is said only beside the button that pays', () => {
    always((_, { pay, promise }) => expect(!!promise && !pay).toBe(false))
  })
})

describe('a payout that waits for the shop', () => {
  const one = exampleOf({ row: 'checked', intent: 'payout', money: 'unmoved', mistake: MISTAKES[0] })

  it.each([
    ['leads back first, and looks quietly', one, ['back primary', 'check quiet']],
    ['only looks where there is no way back', { ...one, wayBack: '' }, ['check quiet']],
  ])('%s', (_, situation, actions) => {
    expect(screenOf(situation).actions.map(({ action, rank }) => `${action} ${rank}`)).toEqual(actions)
  })
})

describe('what did not load', () => {
  const error = { code: 'network', recoverable: true, supportId: '' }
  const { status, actions } = screenOf({ ...BEFORE_ORDER, isUnread: true, error })

  it('is said in one story, and asked for again', () => {
    expect([status?.heading, status?.texts[0]?.key]).toEqual(['broken.again', 'error.network'])
    expect(actions[0]).toMatchObject({ action: 'restart', label: 'retry', rank: 'primary' })
  })

  it('is told apart from what is not available', () => {
    const closed = screenOf({ ...BEFORE_ORDER, error: { ...error, code: 'offer-limit', recoverable: false } })

    expect(closed.status?.heading).toBe('broken')
  })
})

describe('a purchase', () => {
  const paid = exampleOf({ row: 'approved', intent: 'sale', money: 'moved', mistake: MISTAKES[0] })

  it.each([
    ['is made again', true, 'again.order'],
    ['is not what a donation or an invoice is', false, 'again'],
  ] as const)('%s', (_, isOrdered, label) => {
    const again = screenOf({ ...paid, isOrdered }).actions.find(({ action }) => action === 'again')

    expect(again?.label).toBe(label)
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
