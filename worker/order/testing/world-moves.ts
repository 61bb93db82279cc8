/** Everything that can happen next in a world: the letters of which every history is made. Pure. */
import type { Attempted, OrderEvent } from '../model/events.ts'
import { bareName } from '../model/order-names.ts'
import type { Policy } from '../model/policy.ts'
import { type RequestRef, refTo } from '../model/request-ref.ts'
import type { Attempt, DuplicateRefund, FollowUp } from '../model/state.ts'
import { attempted, STEPS } from './examples.ts'
import type { Move } from './exploration.ts'
import {
  type Account,
  type Movement,
  serialOf,
  withChange,
  withDeed,
  withMovement,
} from './gateway-account.ts'
import { applied, faulty, type World, withAccount } from './world.ts'
import { questions } from './world-answers.ts'

const MOST_ATTEMPTS = 2
const MOST_FOLLOW_UPS = 1

/** Every move that touches the money. */
export function* moneyMoves(policy: Policy, world: World): Iterable<Move<World>> {
  yield* wishes(policy, world)
  yield* fates(policy, world)
  yield* callbacks(policy, world)
  yield* atTheForm(world)
  yield* questions(policy, world)
}

/** These, and every other event there is. */
export function* allMoves(policy: Policy, world: World): Iterable<Move<World>> {
  yield* moneyMoves(policy, world)
  for (const [letter, event] of ASIDES) yield { letter, state: applied(policy, world, event) }
}

/** What may become of every request that is on its way. */
export function* fates(policy: Policy, world: World): Iterable<Move<World>> {
  const { attempts, followUps, duplicateRefunds } = world.order
  for (const one of attempts.filter(isSending)) yield* fatesOfAttempt(policy, world, one)
  for (const one of followUps.filter(isSending)) yield* fatesOfFollowUp(policy, world, one)
  for (const one of duplicateRefunds.filter(isSending)) yield* fatesOfDuplicateRefund(policy, world, one)
}

const isSending = ({ status }: { readonly status: string }) => status === 'sending'

/** What shopper and merchant may want, as far as the order admits it. */
function* wishes(policy: Policy, world: World): Iterable<Move<World>> {
  const { order, now } = world
  const [method = 'card'] = order.terms.methods
  const key = `key-${order.attempts.length + 1}`
  const isAdmitted = policy.admitPayment(order, { key, method }, now) === 'starts'
  if (order.attempts.length < MOST_ATTEMPTS && isAdmitted)
    yield { letter: `pay by ${method}`, state: applied(policy, world, named(world, attempted(key, method))) }
  if (order.followUps.length < MOST_FOLLOW_UPS) yield* wishesForMore(policy, world)
  if (!order.cancelled && order.payment === undefined && order.attempts.length > 0)
    yield { letter: 'cancel', state: applied(policy, world, { type: 'cancelled' }) }
}

function named({ order: { terms, attempts }, isBare }: World, event: Attempted): Attempted {
  const { reference } = terms
  return isBare ? { ...event, clientOrderId: bareName({ reference, number: attempts.length + 1 }) } : event
}

const FOLLOW_UPS = [
  ['refund the whole', { kind: 'return' }],
  ['refund a part', { kind: 'return', amountMinor: 500 }],
  ['void', { kind: 'void' }],
  ['capture', { kind: 'capture' }],
  ['pay the checked payout', { kind: 'payout-pay' }],
] as const

function* wishesForMore(policy: Policy, world: World): Iterable<Move<World>> {
  const { followUps, payment: attempt = 0 } = world.order
  for (const [letter, wish] of FOLLOW_UPS) {
    const wanted = { ...wish, key: `follow-${followUps.length + 1}` }
    const admitted = policy.admitFollowUp(world.order, wanted)
    if (!admitted.ok || admitted.value === 'joins') continue
    const event = { type: 'follow-up-wanted', attempt, ...wanted, ...admitted.value } as const
    yield { letter, state: applied(policy, world, event) }
  }
}

/** The reply to a request, in a world where the gateway has acted on it or not. */
type Replying = (letter: string, at: World, event: OrderEvent) => Move<World>

const replying =
  (policy: Policy, prefix: string): Replying =>
  (letter, at, event) => ({ letter: `${prefix}: ${letter}`, state: applied(policy, at, event) })

function* fatesOfAttempt(policy: Policy, world: World, attempt: Attempt): Iterable<Move<World>> {
  const { number, clientOrderId: name, method } = attempt
  const ref = refTo('attempt', number)
  const isForm = method === 'hosted'
  const reply = replying(policy, 'request')
  for (const status of isForm ? (['open'] as const) : (['approved', 'declined'] as const)) {
    const once = withAccount(world, withDeed(world.account, { name, attempt: number, status }))
    yield reply(`taken, ${status}`, once, acceptedAs(newest(once), attempt))
    if (world.faults < 1) continue
    yield reply(`acted, ${status}, reply lost`, faulty(once), { type: 'lost', ...ref })
    yield reply(`acted, ${status}, answered as refused`, faulty(once), refusal(ref))
    if (status === 'approved') yield* doubled(reply, faulty(once), attempt)
  }
  if (world.faults > 0 && !isForm) yield* ofAnotherSum(reply, faulty(world), attempt)
  yield reply('refused', world, refusal(ref))
  if (world.faults > 0) yield reply('lost on the way', faulty(world), { type: 'lost', ...ref })
  // An edge with bare names asks first whether the name is free, and sends nothing where it is not.
  const older = world.account.find((deed) => deed.name === name && deed.attempt === undefined)
  if (older && !world.isBare) yield reply('answered with the older id', world, acceptedAs(older.id, attempt))
}

/** A proxy sends a charge twice, and both act. */
function* doubled(reply: Replying, once: World, attempt: Attempt): Iterable<Move<World>> {
  const { number, clientOrderId: name } = attempt
  const ref = refTo('attempt', number)
  const account = withDeed(once.account, { name, attempt: number, status: 'approved' })
  const twice = { ...once, account }
  yield reply('acted twice, the first answered', twice, acceptedAs(newest(once), attempt))
  yield reply('acted twice, the second answered', twice, acceptedAs(newest(twice), attempt))
  yield reply('acted twice, reply lost', twice, { type: 'lost', ...ref })
  yield reply('acted twice, the second refused', twice, refusal(ref))
}

/** The gateway charges another sum than it was asked for, perhaps twice. */
function* ofAnotherSum(reply: Replying, world: World, attempt: Attempt): Iterable<Move<World>> {
  const { number, clientOrderId: name } = attempt
  const deed = { name, attempt: number, status: 'approved', amountMinor: 700 } as const
  const once = withAccount(world, withDeed(world.account, deed))
  yield reply('taken, approved of another sum', once, acceptedAs(newest(once), attempt))
  const twice = withAccount(world, withDeed(once.account, deed))
  yield reply('acted twice, of another sum', twice, acceptedAs(newest(once), attempt))
}

const newest = ({ account }: World) => account.at(-1)?.id ?? ''

const acceptedAs = (id: string, { number, method }: Attempt): OrderEvent => ({
  type: 'accepted',
  ...refTo('attempt', number),
  gatewayId: id,
  serialNumber: serialOf(id),
  redirectUrl: method === 'hosted' ? 'https://gate.example.com/form' : undefined,
})

const refusal = (ref: RequestRef<'attempt' | 'follow-up' | 'duplicate-refund'>): OrderEvent => ({
  type: 'refused',
  ...ref,
  failure: { code: 'refused' },
})

/** The movement that each kind of follow-up makes. */
export const MADE_BY = {
  capture: 'capture',
  void: 'void',
  return: 'reversal',
  'payout-pay': 'capture',
} as const satisfies Record<FollowUp['kind'], Movement['kind']>

function fatesOfFollowUp(policy: Policy, world: World, followUp: FollowUp): Iterable<Move<World>> {
  const { number, kind, amountMinor, attempt } = followUp
  const id = world.order.attempts[attempt - 1]?.gatewayId
  return fatesOfMovement(policy, world, {
    ref: refTo('follow-up', number),
    id,
    kind: MADE_BY[kind],
    amountMinor,
  })
}

const fatesOfDuplicateRefund = (
  policy: Policy,
  world: World,
  { number, kind, gatewayId: id, amountMinor }: DuplicateRefund,
): Iterable<Move<World>> =>
  fatesOfMovement(policy, world, {
    ref: refTo('duplicate-refund', number),
    id,
    kind: MADE_BY[kind],
    amountMinor,
  })

interface MovementRequest {
  readonly ref: RequestRef<'follow-up' | 'duplicate-refund'>
  /** The transaction whose money it moves. */
  readonly id: string | undefined
  readonly kind: Movement['kind']
  readonly amountMinor: number
}

function* fatesOfMovement(
  policy: Policy,
  world: World,
  { ref, id, kind, amountMinor }: MovementRequest,
): Iterable<Move<World>> {
  const reply = replying(policy, ref.purpose)
  for (const status of ['approved', 'declined'] as const) {
    const account = withMovement(world.account, id, { kind, amountMinor, status })
    if (!account) continue
    const moved = withAccount(world, account)
    yield reply(`taken, ${status}`, moved, takenOf(ref, account, id))
    if (world.faults < 1 || status !== 'approved') continue
    yield reply('acted, reply lost', faulty(moved), { type: 'lost', ...ref })
    yield reply('acted, answered as refused', faulty(moved), refusal(ref))
    const again = withMovement(account, id, { kind, amountMinor, status: 'declined' })
    if (again && ref.purpose === 'follow-up')
      yield reply(
        'acted, and its repeat was taken and declined',
        faulty({ ...moved, account: again }),
        takenOf(ref, again, id),
      )
  }
  yield reply('refused', world, refusal(ref))
  if (world.faults > 0) yield reply('lost on the way', faulty(world), { type: 'lost', ...ref })
}

/** The reply that names the newest movement. */
const takenOf = (
  ref: RequestRef<'follow-up' | 'duplicate-refund'>,
  account: Account,
  id: string | undefined,
): OrderEvent => ({
  ...{ type: 'accepted', ...ref },
  serialNumber: account.find((deed) => deed.id === id)?.movements.at(-1)?.serialNumber,
})

/** The gateway's callback for each of our transactions, once at most: it may never come. */
export function* callbacks(policy: Policy, world: World): Iterable<Move<World>> {
  for (const { id, attempt, status, isCalled } of world.account) {
    if (attempt === undefined || isCalled || status === 'open') continue
    const called = { ...world, account: withChange(world.account, id, { isCalled: true }) }
    const event = { type: 'woken', attempt, by: 'callback', gatewayId: id } as const
    yield { letter: 'callback', state: applied(policy, called, event) }
  }
}

/** A person pays at a form whose address the page has. */
function* atTheForm(world: World): Iterable<Move<World>> {
  for (const { id, status, attempt = 0 } of world.account)
    if (status === 'open' && world.order.attempts[attempt - 1]?.redirectUrl)
      for (const then of ['approved', 'declined'] as const) {
        const account: Account = withChange(world.account, id, { status: then })
        yield { letter: `at the form: ${then}`, state: withAccount(world, account) }
      }
}

type OtherType = Exclude<OrderEvent['type'], Attempted['type'] | OfMoney>

/** Types of events that {@link moneyMoves} makes. */
type OfMoney =
  | 'accepted'
  | 'refused'
  | 'lost'
  | 'reported'
  | 'refusal-confirmed'
  | 'unheard-of'
  | 'looked'
  | 'woken'
  | 'follow-up-wanted'
  | 'duplicate-refund-sent'
  | 'cancelled'
  | 'polling-ended'
  // These end an order: it hears of nothing else afterwards.
  | 'erased'
  | 'core-erased'
  | 'named-late'

const ASKED = { kind: 'return', amountMinor: 500, isWhole: false, askedBy: 'agent', expiresAt: 1 } as const

const CHALLENGE = { type: 'challenge', url: 'https://bank.example.com', creq: 'e30', address: STEPS } as const

/** One event or more of every other type: a type without a row does not compile. */
const OTHERS: { readonly [Type in OtherType]: readonly (OrderEvent & { readonly type: Type })[] } = {
  'unmatched-found': [{ type: 'unmatched-found', attempt: 1, gatewayId: '42' }],
  registered: [{ type: 'registered', attempt: 1, gatewayId: '41', recurringPaymentId: '5' }],
  'step-opened': [{ type: 'step-opened', attempt: 1, step: 'challenge' }],
  'step-brought': [{ type: 'step-brought', attempt: 1, step: 'challenge', fields: { cres: 'e30' } }],
  'step-answered': [
    { type: 'step-answered', attempt: 1, step: 'challenge' },
    { type: 'step-answered', attempt: 1, step: 'method', next: CHALLENGE },
  ],
  'step-refused': [{ type: 'step-refused', attempt: 1, step: 'challenge' }],
  'step-overdue': [{ type: 'step-overdue', attempt: 1, step: 'challenge' }],
  'declared-not-accepted': [{ type: 'declared-not-accepted', by: 'shop' }],
  'follow-up-asked': [
    { type: 'follow-up-asked', ...ASKED, key: 'asked-key' },
    { type: 'follow-up-asked', ...ASKED, key: 'waiting-key', limit: 'refundUpTo' },
  ],
  'limit-exceeded': [{ type: 'limit-exceeded', number: 1, limit: 'refundPerDay' }],
  'follow-up-dropped': [{ type: 'follow-up-dropped', number: 1, code: 'follow-up-impossible' }],
  'approval-refused': [{ type: 'approval-refused', number: 1, by: 'shop' }],
  'approval-lapsed': [{ type: 'approval-lapsed', number: 1 }],
  'count-settled': [{ type: 'count-settled', number: 1, counted: 'released' }],
  'saved-cards-told': [{ type: 'saved-cards-told', cards: [{ place: 1 }] }],
  'card-removed': [{ type: 'card-removed', place: 1 }],
  'card-not-kept': [{ type: 'card-not-kept', attempt: 1, failure: { code: 'refused' } }],
  'card-referred': [{ type: 'card-referred', reference: { version: 'v2', cardRef: '7' } }],
  'given-up': [{ type: 'given-up' }],
  resent: [{ type: 'resent' }],
  sent: [{ type: 'sent', key: 'parcel-key', by: 'shop' }],
  noted: [{ type: 'noted', by: 'shop' }],
  'tokens-revoked': [{ type: 'tokens-revoked', by: 'shop' }],
  expired: [{ type: 'expired' }],
  'expiry-changed': [{ type: 'expiry-changed', expiresAt: 1, key: 'later-end', by: 'shop' }],
  followed: [{ type: 'followed', order: { id: 'another', reference: 'bill-7-2' }, by: 'shop' }],
  seen: [{ type: 'seen' }],
  'link-renewed': [{ type: 'link-renewed', key: 'abcd' }],
  'attempt-cancelled': [{ type: 'attempt-cancelled', attempt: 1 }],
  'restoration-checked': [{ type: 'restoration-checked' }],
  'limit-wanted': [{ type: 'limit-wanted' }],
  'limit-held': [{ type: 'limit-held' }],
  'limit-refused': [{ type: 'limit-refused' }],
  'limit-unanswered': [{ type: 'limit-unanswered' }],
  'limit-renewed': [{ type: 'limit-renewed' }],
  'limit-given-up': [{ type: 'limit-given-up' }],
  'limit-released': [{ type: 'limit-released' }],
}

const ASIDES: readonly (readonly [letter: string, event: OrderEvent])[] = Object.entries(OTHERS).flatMap(
  ([letter, events]) => events.map((event) => [letter, event] as const),
)
