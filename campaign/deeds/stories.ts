/**
 * What a merchant's server does under faults: each story is a few deeds on orders of its own, and what must be at the gateway
 * afterwards. A story keeps nothing: told from its beginning again, by another process, it is the same requests.
 */
import type {
  MerchantClient,
  OpenedSession,
  OrderRef,
  PaymentRequest,
  SessionRequest,
} from '../../packages/server/src/server.ts'
import { isMoving } from '../../packages/server/src/server.ts'
import type { RefundLimits } from '../../shared/merchant-key.ts'
import { BROWSER, CUSTOMER, cardIn } from '../cards.ts'

/** One merchant's server in one story. */
export interface Teller {
  readonly pay: MerchantClient
  /** The same server with a key that may give back little: {@link LIMITS}. */
  readonly limited: MerchantClient
  /** All references of the story begin with it. */
  readonly reference: string
  /** ISO 8601: a later end for a request to pay. Every process of a run has the same. */
  readonly laterExpiry: string
  /** Does a deed until its answer is certain. @returns The answer; `undefined` where the edge refused it. */
  readonly deed: <Answer>(name: string, act: () => Promise<Answer>) => Promise<Answer | undefined>
  /** Pays as the shopper's page would. */
  readonly shopper: (opened: OpenedSession) => {
    readonly pay: (request: PaymentRequest & { readonly id: string }) => Promise<unknown>
  }
}

/** One kind of story. */
export interface Story {
  readonly tell: (teller: Teller) => Promise<void>
  /** Suffix of a reference → the money that moves under it, in order. */
  readonly moved: Readonly<Record<string, readonly string[]>>
  /** Suffix of a reference → the requests that reach the gateway and may act, each once. */
  readonly sent: Readonly<Record<string, readonly string[]>>
  /**
   * Deeds that the edge refuses or may refuse, with the codes: it remembers no refusal, so a repeat is refused for what is true
   * then. `accepted` is one of them where a repeat finds more done than the deed itself.
   */
  readonly refused?: Readonly<Record<string, readonly string[]>>
}

/** Limits of the key whose larger refunds wait for another key. No run reaches that of a day. */
export const LIMITS: RefundLimits = { refundUpTo: { EUR: '5.00' }, refundPerDay: { EUR: '100000.00' } }

const SUM = { amount: '12.50', currency: 'EUR', description: 'Tea' } as const
const PART = { amount: '2.50', currency: 'EUR' } as const
const ABOVE = { amount: '10.00', currency: 'EUR' } as const
const PHONE = { phone: { number: '+4915123456789' } } as const

const { cvv: CVV, ...KNOWN_CARD } = cardIn('approved')

/** Waits as long as it takes. */
async function settled({ pay }: Teller, order: OrderRef): Promise<void> {
  while (isMoving(await pay.settled(order, { withinMs: 10_000, patienceMs: 60_000 })));
}

/** Opens a session, and pays it by card. */
async function sold(teller: Teller, changes: Partial<SessionRequest> = {}): Promise<OrderRef | undefined> {
  const { pay, reference, deed, shopper } = teller
  const session = {
    reference,
    intent: 'sale',
    ...SUM,
    methods: ['card'],
    customer: CUSTOMER,
    ...changes,
  } as const
  const opened = await deed('open', () => pay.createOrder(session))
  if (!opened) return undefined
  const card = { method: 'card', card: cardIn('approved'), browser: BROWSER } as const
  await deed('pay', () => shopper(opened).pay({ id: 'only', ...card }))
  await settled(teller, opened.order)
  return opened.order
}

/** A follow-up, and the wait for its outcome. */
async function followUp(
  teller: Teller,
  order: OrderRef,
  name: string,
  act: () => Promise<unknown>,
): Promise<void> {
  await teller.deed(name, act)
  await settled(teller, order)
}

/** A refund by the limited key within its limit, and one above it, about which the other key decides. */
const refundsDecidedBy =
  (decision: 'approveFollowUp' | 'refuseFollowUp') =>
  async (teller: Teller): Promise<void> => {
    const { pay, limited, deed } = teller
    const order = await sold(teller)
    if (!order) return
    await followUp(teller, order, 'within', () => limited.refund(order, { id: 'within', ...PART }))
    const waiting = await deed('above', () => limited.refund(order, { id: 'above', ...ABOVE }))
    if (!waiting) return
    await followUp(teller, order, 'decide', () => pay[decision](order, { followUp: waiting.followUp.number }))
  }

const withoutShopper =
  (act: (teller: Teller) => Promise<OrderRef>) =>
  async (teller: Teller): Promise<void> => {
    const order = await teller.deed('only', () => act(teller))
    if (order) await settled(teller, order)
  }

/** Every kind of request that a merchant's server sends. */
export const STORIES = {
  'a sale, refunded twice': {
    async tell(teller) {
      const order = await sold(teller)
      if (!order) return
      for (const id of ['first', 'second'])
        await followUp(teller, order, id, () => teller.pay.refund(order, { id, ...PART }))
    },
    moved: { '': ['charge 12.50', 'reversal 2.50', 'reversal 2.50'] },
    sent: { '': ['sale', 'return', 'return'] },
  },
  'a sale, refunded as a whole, and what is refused then': {
    async tell(teller) {
      const order = await sold(teller)
      if (!order) return
      const tooMuch = { amount: '99.00', currency: 'EUR' }
      await teller.deed('too much', () => teller.pay.refund(order, { id: 'too much', ...tooMuch }))
      await followUp(teller, order, 'whole', () => teller.pay.refund(order, { id: 'whole' }))
      await teller.deed('again', () => teller.pay.void(order, { id: 'again' }))
    },
    moved: { '': ['charge 12.50', 'reversal 12.50'] },
    sent: { '': ['sale', 'return'] },
    refused: {
      // Asked once more by a server that died while the whole refund was under way, or after it.
      'too much': ['amount-invalid', 'follow-up-in-flight', 'follow-up-impossible'],
      again: ['follow-up-impossible'],
    },
  },
  'a reservation, captured in part': {
    async tell(teller) {
      const order = await sold(teller, { intent: 'preauth' })
      if (!order) return
      const part = { amount: '10.00', currency: 'EUR' }
      await followUp(teller, order, 'capture', () => teller.pay.capture(order, { id: 'capture', ...part }))
      await followUp(teller, order, 'refund', () =>
        teller.pay.refund(order, { id: 'Erstattung Nr. 1', ...PART }),
      )
      await teller.deed('sent', () =>
        teller.pay.sendOrder(order, { id: 'parcel', carrier: 'DHL', parcel: '1' }),
      )
      await teller.deed('note', () => teller.pay.noteOrder(order, { text: 'Chipped' }))
    },
    moved: { '': ['hold 12.50', 'capture 10.00', 'release 2.50', 'reversal 2.50'] },
    sent: { '': ['preauth', 'capture', 'return'] },
  },
  'a reservation, voided': {
    async tell(teller) {
      const order = await sold(teller, { intent: 'preauth' })
      if (order) await followUp(teller, order, 'void', () => teller.pay.void(order, { id: 'undo' }))
    },
    moved: { '': ['hold 12.50', 'release 12.50'] },
    sent: { '': ['preauth', 'void'] },
  },
  'a refund that another key approves': {
    tell: refundsDecidedBy('approveFollowUp'),
    moved: { '': ['charge 12.50', 'reversal 2.50', 'reversal 10.00'] },
    sent: { '': ['sale', 'return', 'return'] },
  },
  'a refund that another key refuses': {
    tell: refundsDecidedBy('refuseFollowUp'),
    moved: { '': ['charge 12.50', 'reversal 2.50'] },
    sent: { '': ['sale', 'return'] },
  },
  'a sale, looked after and erased': {
    async tell(teller) {
      const { pay, deed } = teller
      const order = await sold(teller)
      if (!order) return
      await deed('refresh', () => pay.refreshOrder(order))
      await deed('revoke', () => pay.revokeTokens(order))
      await deed('erase', () => pay.eraseOrder(order))
    },
    moved: { '': ['charge 12.50'] },
    sent: { '': ['sale'] },
  },
  'a request to pay, prolonged and cancelled': {
    async tell({ pay, reference, laterExpiry, deed }) {
      const request = { reference, intent: 'sale', ...SUM, request: true } as const
      const opened = await deed('open', () => pay.createOrder(request))
      if (!opened) return
      await deed('expiry', () => pay.changeExpiry(opened.order, { id: 'later', expiresAt: laterExpiry }))
      await deed('link', () => pay.renewLink(opened.order))
      await deed('cancel', () => pay.cancelOrder(opened.order))
    },
    moved: { '': [] },
    sent: { '': [] },
  },
  'a payout': {
    tell: withoutShopper(({ pay, reference }) => pay.createPayout({ reference, ...SUM, to: PHONE })),
    moved: { '': ['payout 12.50'] },
    sent: { '': ['payout'] },
  },
  'a payout in two steps': {
    async tell(teller) {
      const { pay, reference, deed } = teller
      const order = await deed('check', () => pay.checkPayout({ reference, ...SUM, to: PHONE }))
      if (!order) return
      await settled(teller, order)
      await followUp(teller, order, 'pay', () => pay.payCheckedPayout(order, { id: 'release' }))
    },
    moved: { '': ['payout 12.50'] },
    sent: { '': ['payout-check', 'payout-pay'] },
  },
  'a saved card, charged twice': {
    async tell(teller) {
      const { pay, reference, deed } = teller
      const check = { reference, description: 'Check', card: { ...KNOWN_CARD, cvv: CVV }, customer: CUSTOMER }
      const verified = await deed('verify', () => pay.verifyCard(check))
      if (!verified) return
      await settled(teller, verified)
      const kept = await deed('keep', () => pay.createCardReference(verified))
      if (!kept) return
      for (const name of ['a', 'b']) {
        const charge = { reference: `${reference}-${name}`, cardRef: kept.cardRef, cvv: CVV, ...SUM }
        const charged = await deed(name, () => pay.createRebill(charge))
        if (charged) await settled(teller, charged)
      }
    },
    moved: { '': ['verification 0'], '-a': ['charge 12.50'], '-b': ['charge 12.50'] },
    sent: { '': ['account-verification', 'create-card-ref'], '-a': ['make-rebill'], '-b': ['make-rebill'] },
  },
  'whether a card can be paid': {
    tell: withoutShopper(({ pay, reference }) => pay.checkPanEligibility({ reference, card: KNOWN_CARD })),
    moved: { '': [] },
    sent: { '': ['pan-eligibility/send'] },
  },
  'a transfer': {
    tell: withoutShopper(({ pay, reference }) =>
      pay.createTransfer({
        reference,
        amount: '12.50',
        currency: 'EUR',
        from: 'deposit',
        to: { cardNumber: KNOWN_CARD.number },
      }),
    ),
    moved: { '': ['transfer 12.50'] },
    sent: { '': ['transfer'] },
  },
  'a recurring payment': {
    tell: withoutShopper(({ pay, reference }) =>
      pay.createRecurringPayment({
        reference,
        ...SUM,
        customer: CUSTOMER,
        period: 'month',
        interval: 1,
        card: KNOWN_CARD,
      }),
    ),
    moved: { '': [] },
    sent: { '': ['create-recurring-payment'] },
  },
  'units of a product': {
    async tell({ pay, reference, deed }) {
      const product = {
        name: 'Mug',
        currency: 'EUR',
        intent: 'sale',
        amount: '4.00',
        shown: true,
        units: 10,
      } as const
      await deed('make', () => pay.createProduct({ id: reference, ...product }))
      await deed('more', () => pay.changeUnits(reference, { id: 'delivery', change: 5 }))
      await deed('fewer', () => pay.changeUnits(reference, { id: 'broken', change: -2 }))
    },
    moved: { '': [] },
    sent: { '': [] },
    refused: { make: ['accepted', 'product-exists'] },
  },
} as const satisfies Readonly<Record<string, Story>>

/** How many kinds of stories there are. */
export const KINDS = Object.keys(STORIES).length

/** The stories by their numbers: each kind as often as the others. */
export function storyOf(number: number): { readonly kind: keyof typeof STORIES; readonly story: Story } {
  const kinds = Object.keys(STORIES) as (keyof typeof STORIES)[]
  const kind = kinds[number % kinds.length] ?? 'a payout'
  return { kind, story: STORIES[kind] }
}

/** The reference of a story's orders, before their suffix. */
export const referenceOf = (number: number): string => `deeds-${number}`
