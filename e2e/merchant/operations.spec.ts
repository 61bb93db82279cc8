/** Every operation of the gateway, from the merchant's call to the ledger; one story each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MerchantOrder } from '../../packages/server/src/server.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { readLedger, resetSandbox, setFaults, settle } from '../support/ledger.ts'
import {
  BROWSER,
  CARD,
  CHALLENGE_CARD,
  CUSTOMER,
  KNOWN_CARD,
  METHOD_CARD,
  PARES_CARD,
  TYPED_CARD,
  UNCERTAIN_CARD,
} from '../support/merchant/cards.ts'
import { callbacksFor, movedFor, requestsFor, requestsTo, stagesOf } from '../support/merchant/money.ts'
import { open, submit } from '../support/merchant/pages.ts'
import { nextStep, paidByCard, session } from '../support/merchant/selling.ts'
import {
  becomes,
  followUpEnds,
  merchant,
  newReference,
  REFERENCES,
  read,
} from '../support/merchant/server.ts'
import { addresses } from '../support/stack/stack.ts'

beforeAll(() => resetSandbox())

/** The word that the sandbox's bank accepts. */
const WORD = { word: 'hint', action: 'approve' }

/** Has an order made without a shopper, and waits until it has this status. */
async function made(
  make: (reference: string) => Promise<MerchantOrder>,
  status: MerchantOrderView['status'] = 'approved',
) {
  const reference = newReference()
  const { id } = await make(reference)
  return { id, reference, order: await becomes(id, status) }
}

/** The claims of an order's receipt. */
async function receiptOf(id: string): Promise<object> {
  const { receipt } = await merchant().getReceipt(id)
  const [, said = ''] = receipt.split('.')
  return JSON.parse(Buffer.from(said, 'base64url').toString())
}

const PAYOUT = { amount: '30.00', currency: 'EUR', description: 'Winnings' }

const TEA_CLUB = {
  ...{ amount: '9.99', currency: 'EUR', description: 'Tea club', customer: CUSTOMER },
  ...{ period: 'month' as const, interval: 1, card: KNOWN_CARD },
}

/** The id of a schedule at the gateway. */
const scheduled = async () =>
  (await made((reference) => merchant().createRecurringPayment({ reference, ...TEA_CLUB }))).order
    .recurringPaymentId

describe('hosted pages', () => {
  it.each([
    ['sale-form', 'hosted', 'sale', ['charge 12.50 EUR']],
    ['preauth-form', 'hosted', 'preauth', ['hold 12.50 EUR']],
    ['account-verification-form', 'hosted', 'verify', ['verification 0 null']],
    ['payment-form', 'payment-page', 'sale', ['charge 12.50 EUR']],
  ] as const)(
    '%s takes the shopper to a page that is paid once',
    async (operation, method, intent, moved) => {
      const sold = await session({ intent, ...(intent === 'verify' && { amount: undefined }) })

      await sold.pay({ method })
      await submit(await open(await nextStep(sold, 'redirect')), TYPED_CARD)

      await becomes(sold.id, 'approved')
      expect(await movedFor(sold.reference)).toEqual(moved)
      expect(await requestsFor(sold.reference)).toEqual([`${operation} accepted`])
    },
  )

  it('payout-form takes the receiver to a page that asks for the destination', async () => {
    const sold = await session({ intent: 'payout', amount: '30.00' })

    await sold.pay({ method: 'payout-page' })
    await submit(await open(await nextStep(sold, 'redirect')), { kind: 'phone', phone: '+4915123456789' })

    await becomes(sold.id, 'approved')
    expect(await movedFor(sold.reference)).toEqual(['payout 30.00 EUR'])
    expect(await requestsFor(sold.reference)).toEqual(['payout-form accepted'])
  })
})

describe('a card in the request', () => {
  it.each([
    ['sale', ['charge 12.50 EUR']],
    ['preauth', ['hold 12.50 EUR']],
  ] as const)('%s moves money once', async (intent, moved) => {
    const sold = await paidByCard({ intent })

    expect(await movedFor(sold.reference)).toEqual(moved)
    expect((await read(sold.id)).card).toMatchObject({ masked: '•••• 1111', expires: '12/39' })
  })

  it('account-verification charges nothing', async () => {
    const body = { description: 'Check', card: CARD, customer: CUSTOMER }

    const { reference } = await made((name) => merchant().verifyCard({ reference: name, ...body }))

    expect(await movedFor(reference)).toEqual(['verification 0 null'])
  })

  it('upload-method-url-result and upload-cres-result answer the bank’s two steps', async () => {
    const sold = await session({ methods: ['card'] })
    await sold.pay({ method: 'card', card: METHOD_CARD, browser: BROWSER })

    await submit(await submit(await open(await nextStep(sold, 'method'))))
    await submit(await submit(await submit(await open(await nextStep(sold, 'challenge'))), WORD))

    await becomes(sold.id, 'approved')
    expect(await movedFor(sold.reference)).toEqual(['charge 12.50 EUR'])
    expect(await requestsFor(sold.reference)).toEqual([
      'sale accepted',
      'upload-method-url-result accepted',
      'upload-cres-result accepted',
    ])
  })

  it('a challenge alone is answered too', async () => {
    const sold = await session({ methods: ['card'] })
    await sold.pay({ method: 'card', card: CHALLENGE_CARD, browser: BROWSER })

    await submit(await submit(await submit(await open(await nextStep(sold, 'challenge'))), WORD))

    await becomes(sold.id, 'approved')
    expect(await movedFor(sold.reference)).toEqual(['charge 12.50 EUR'])
  })

  it('account-verification of a shopper’s card goes through 3-D Secure too, and charges nothing', async () => {
    const checked = await session({ intent: 'verify', amount: undefined, methods: ['card'] })
    await checked.pay({ method: 'card', card: CHALLENGE_CARD, browser: BROWSER })

    await submit(await submit(await submit(await open(await nextStep(checked, 'challenge'))), WORD))

    await becomes(checked.id, 'approved')
    expect(await movedFor(checked.reference)).toEqual(['verification 0 null'])
    expect(await requestsFor(checked.reference)).toEqual([
      'account-verification accepted',
      'upload-cres-result accepted',
    ])
  })

  it('upload-pares-result answers 3-D Secure 1.0.2', async () => {
    const sold = await session({ methods: ['card'] })
    await sold.pay({ method: 'card', card: PARES_CARD, browser: BROWSER })

    await submit(await submit(await submit(await open(await nextStep(sold, 'challenge'))), WORD))

    await becomes(sold.id, 'approved')
    expect(await movedFor(sold.reference)).toEqual(['charge 12.50 EUR'])
    expect(await requestsFor(sold.reference)).toContain('upload-pares-result accepted')
  })
})

describe('after the payment', () => {
  it('capture takes a part of the hold, once', async () => {
    const held = await paidByCard({ intent: 'preauth' })

    await merchant().capture(held, { id: 'part', amount: '10.00', currency: 'EUR' })

    expect(await followUpEnds(held.id)).toBe('approved')
    expect(await read(held.id)).toMatchObject({ status: 'captured', captured: '10.00' })
    expect(await movedFor(held.reference)).toContain('capture 10.00 EUR')
    expect((await read(held.id)).history).toContainEqual(
      expect.objectContaining({ kind: 'follow-up-sent', operation: 'capture', by: 'this machine' }),
    )
  })

  it('void releases the hold', async () => {
    const held = await paidByCard({ intent: 'preauth' })

    await merchant().void(held, { id: 'undo' })

    await becomes(held.id, 'voided')
    expect(await movedFor(held.reference)).toEqual(['hold 12.50 EUR', 'release 12.50 EUR'])
  })

  it('a sale that is not settled is captured in every view, and can still be voided', async () => {
    const sold = await paidByCard()

    const views = [await read(sold.id), await sold.look(), await receiptOf(sold.id)]
    await merchant().void(sold, { id: 'undo' })
    const voided = await becomes(sold.id, 'voided')

    for (const view of views)
      expect(view).toMatchObject({ status: 'approved', captured: '12.50', returned: '0.00' })
    expect(voided).toMatchObject({ captured: '0.00', returned: '0.00' })
  })

  it('return refunds a part twice, and never more than is left', async () => {
    const sold = await paidByCard()
    const part = { amount: '5.00', currency: 'EUR' }

    for (const id of ['first', 'second']) {
      await merchant().refund(sold, { id, ...part })
      expect(await followUpEnds(sold.id)).toBe('approved')
    }

    const sums = { status: 'partially-returned', captured: '12.50', returned: '10.00' }
    for (const view of [await read(sold.id), await sold.look(), await receiptOf(sold.id)])
      expect(view).toMatchObject(sums)
    expect(await movedFor(sold.reference)).toEqual([
      'charge 12.50 EUR',
      'reversal 5.00 EUR',
      'reversal 5.00 EUR',
    ])
  })

  it('status reports what happened without the merchant', async () => {
    const sold = await session({ methods: ['card'] })
    await setFaults({ operation: 'callback', fault: 'missing', clientOrderId: sold.reference })
    await sold.pay({ method: 'card', card: UNCERTAIN_CARD, browser: BROWSER })
    await becomes(sold.id, 'unknown')
    expect(await movedFor(sold.reference)).toEqual([])
    await settle(sold.reference, 'approved')
    const askedBefore = await requestsTo('status', sold.reference)

    const order = await merchant().refreshOrder(sold)

    expect(order.status).toBe('approved')
    expect(await movedFor(sold.reference)).toEqual(['charge 12.50 EUR'])
    expect(await stagesOf(sold.reference)).toEqual(['sale approved'])
    expect((await requestsTo('status', sold.reference)).length).toBeGreaterThan(askedBefore.length)
    expect(await requestsFor(sold.reference)).toEqual(['sale accepted'])
  })
})

describe('kept cards', () => {
  it.each([
    ['v2', 'create-card-ref'],
    ['v4', 'create-card-ref-v4'],
  ] as const)(
    '%s keeps the card of a payment, once however often it is asked',
    async (version, operation) => {
      const sold = await paidByCard()

      const [one, other] = [await cardRefOf(sold.id, version), await cardRefOf(sold.id, version)]

      expect(one).toEqual(other)
      expect(await requestsFor(sold.reference)).toEqual(['sale accepted', `${operation} accepted`])
    },
  )

  it('get-card-info returns what may be shown of a saved card, and does nothing else', async () => {
    const { id, reference } = await paidByCard()
    const { cardRef } = await cardRefOf(id)
    const askedBefore = await requestsTo('get-card-info')

    const card = await merchant().getCardInfo(cardRef)

    expect(card).toMatchObject({ cardRef, bin: '444455', brand: 'VISA', expires: '12/39' })
    expect(JSON.stringify(card)).not.toContain(CARD.number)
    expect(await requestsTo('get-card-info')).toEqual([...askedBefore, 'accepted'])
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR'])
  })

  it('make-rebill charges a saved card', async () => {
    const { cardRef } = await cardRefOf((await paidByCard()).id)
    const body = { cardRef, amount: '7.00', currency: 'EUR', description: 'Tea' }

    const { reference } = await made((name) => merchant().createRebill({ reference: name, ...body }))

    expect(await movedFor(reference)).toEqual(['charge 7.00 EUR'])
  })

  it('sale takes a saved card instead of a number', async () => {
    const { cardRef } = await cardRefOf((await paidByCard()).id)
    const sold = await session({ methods: ['saved-card'], cardRefs: [cardRef] })

    await sold.pay({ method: 'saved-card', savedCard: '1', cvv: '123', browser: BROWSER })

    await becomes(sold.id, 'approved')
    expect(await movedFor(sold.reference)).toEqual(['charge 12.50 EUR'])
    expect(await requestsFor(sold.reference)).toEqual(['sale accepted'])
  })

  it('create-recurring-payment charges as time passes, and the order records it without alarm', async () => {
    const { id, reference, order } = await made((name) =>
      merchant().createRecurringPayment({ reference: name, ...TEA_CLUB }),
    )
    expect(order.recurringPaymentId).toBeDefined()
    expect(await movedFor(reference)).toEqual([])
    await advance(62 * 24 * 3_600_000)

    expect(await movedFor(reference)).toEqual(['charge 9.99 EUR', 'charge 9.99 EUR'])
    await expect.poll(() => callbacksFor(reference)).toEqual(['sale answered', 'sale answered'])
    expect((await read(id)).needsAttention).toBe(false)
    expect((await read(id)).status).toBe('approved')
  })
})

describe('money out', () => {
  it.each([
    ['a card', { card: { number: CARD.number } }],
    ['a bank account', { bank: { accountNumber: 'DE02120300000000202051', bankName: 'Example Bank' } }],
    ['a wallet', { ewallet: { account: 'wallet-4711' } }],
    ['a telephone', { phone: { number: '+4915123456789' } }],
  ])('payout sends money to %s, once', async (_, to) => {
    const { reference } = await made((name) => merchant().createPayout({ reference: name, ...PAYOUT, to }))

    expect(await movedFor(reference)).toEqual(['payout 30.00 EUR'])
    expect(await requestsFor(reference)).toEqual(['payout accepted'])
  })

  it('payout-check releases nothing, and payout-pay pays once', async () => {
    const { id, reference } = await made((name) =>
      merchant().checkPayout({ reference: name, ...PAYOUT, to: { card: { number: CARD.number } } }),
    )
    expect(await movedFor(reference)).toEqual([])

    await Promise.all([1, 2].map(() => merchant().payCheckedPayout(id, { id: 'release' })))

    await becomes(id, 'captured')
    expect(await movedFor(reference)).toEqual(['payout 30.00 EUR'])
    expect(await requestsFor(reference)).toEqual(['payout-check accepted', 'payout-pay accepted'])
  })

  it.each([
    ['the merchant’s deposit', 'deposit'],
    ['a card', { card: CARD }],
  ] as const)('transfer moves money from %s to a card, once', async (_, from) => {
    const body = { amount: '15.00', currency: 'EUR', from, to: { cardNumber: CARD.number } }

    const { reference } = await made((name) => merchant().createTransfer({ reference: name, ...body }))

    expect(await movedFor(reference)).toEqual(['transfer 15.00 EUR'])
  })

  it.each([
    ['a recurring payment', scheduled],
    ['a kept card', async () => (await cardRefOf((await paidByCard()).id, 'v4')).recurringPaymentId],
  ])('transfer takes the card of %s as its source and as its target', async (_, known) => {
    const money = { amount: '15.00', currency: 'EUR' }
    const recurringPaymentId = (await known()) ?? ''
    expect(recurringPaymentId).not.toBe('')

    const fromIt = await made((reference) =>
      merchant().createTransfer({
        ...{ reference, ...money, from: { recurringPaymentId }, to: { cardNumber: CARD.number } },
      }),
    )
    const toIt = await made((reference) =>
      merchant().createTransfer({ reference, ...money, from: 'deposit', to: { recurringPaymentId } }),
    )

    for (const { reference } of [fromIt, toIt]) {
      expect(await movedFor(reference)).toEqual(['transfer 15.00 EUR'])
      expect(await requestsFor(reference)).toEqual(['transfer accepted'])
    }
  })

  it('pan-eligibility/send says whether a card may send money, and moves none', async () => {
    const { cvv: _, ...card } = CARD

    const { reference } = await made((name) => merchant().checkPanEligibility({ reference: name, card }))

    expect(await stagesOf(reference)).toEqual(['pan-eligibility approved'])
    expect(await movedFor(reference)).toEqual([])
  })
})

/** Names of all 25 operations, as the sandbox counts them. */
const OPERATIONS = [
  'account-verification',
  'account-verification-form',
  'capture',
  'create-card-ref',
  'create-card-ref-v4',
  'create-recurring-payment',
  'get-card-info',
  'make-rebill',
  'pan-eligibility/send',
  'payment-form',
  'payout',
  'payout-check',
  'payout-form',
  'payout-pay',
  'preauth',
  'preauth-form',
  'return',
  'sale',
  'sale-form',
  'status',
  'transfer',
  'upload-cres-result',
  'upload-method-url-result',
  'upload-pares-result',
  'void',
]

describe('all stories together', () => {
  it('reach every operation, and no request is refused', async () => {
    const { requests } = await readLedger()

    expect([...new Set(requests.map(({ operation }) => operation))].sort()).toEqual(OPERATIONS)
    // The edge keeps polling for orders of other files, which the sandbox has forgotten.
    const own = requests.filter((one) => !one.clientOrderId || one.clientOrderId.startsWith(REFERENCES))
    expect(own.length).toBeGreaterThan(OPERATIONS.length)
    expect(own.filter(({ outcome }) => outcome !== 'accepted')).toEqual([])
  })
})

afterAll(() => resetSandbox())

const cardRefOf = (id: string, version: 'v2' | 'v4' = 'v2') => merchant().createCardReference(id, { version })

async function advance(advanceMs: number): Promise<void> {
  const address = `${addresses().local.gateway}/__sandbox/clock`
  const reply = await fetch(address, { method: 'POST', body: JSON.stringify({ advanceMs }) })
  expect(reply.status).toBe(200)
}
