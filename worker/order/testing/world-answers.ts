/** Every way in which the gateway can answer the order's next question, and what the order makes of it. Pure. */
import { TIMES } from '../../config/durations.ts'
import { isTooSoon, mayProve } from '../model/doubt.ts'
import { laterLookAfter, lookKey } from '../model/duplicate-look.ts'
import type { OrderEvent, Report } from '../model/events.ts'
import type { Policy } from '../model/policy.ts'
import { type FollowedRequest, requestOf } from '../model/request-purposes.ts'
import { type RequestRef, refTo, requestKey } from '../model/request-ref.ts'
import type { Attempt, OrderState } from '../model/state.ts'
import { report } from './examples.ts'
import type { Move } from './exploration.ts'
import { type Account, askedFor, reportOf } from './gateway-account.ts'
import { type AskingJob, applied, faulty, nextQuestion, type World } from './world.ts'

/** Time goes on to the next question. The first answer is the true one. */
export function* questions(policy: Policy, world: World): Iterable<Move<World>> {
  const next = nextQuestion(policy, world)
  if (next) yield* outcomesOf(policy, { ...world, now: Math.max(world.now, next.at) }, next.job)
}

function* outcomesOf(policy: Policy, world: World, job: AskingJob): Iterable<Move<World>> {
  switch (job.type) {
    case 'give-up':
      if (job.purpose === 'unmatched') return
      yield {
        letter: `${job.purpose}: given up for lost`,
        state: applied(policy, world, { type: 'lost', ...refTo(job.purpose, job.number) }),
      }
      return
    case 'end-polling':
      yield {
        letter: `${job.purpose}: polling ends`,
        state: applied(policy, world, { type: 'polling-ended', ...refTo(job.purpose, job.number) }),
      }
      return
    case 'poll':
      yield* polled(policy, world, refTo(job.purpose, job.number))
      return
    case 'look':
      yield* looked(policy, world, job.attempt)
      return
    case 'refund-duplicate':
      yield* refunded(policy, world, job.number)
      return
  }
}

/** What came back: a report, that there is no such order, an error that may mean anything, or nothing. */
type Heard = Report | 'not found' | 'error' | undefined

/** An answer, and the world in which it was given. */
interface Answer {
  readonly letter: string
  readonly heard: Heard
  readonly world: World
}

/** Every answer to a question about a request, the true one first. */
function answers(world: World, request: FollowedRequest | undefined): Answer[] {
  if (!request?.ids) return []
  const { attempt, ids } = request
  const { clientOrderId: name } = attempt
  const { intent } = world.order.terms
  const find = (account: Account): Heard => {
    const deed = askedFor(account, name, ids)
    return deed ? reportOf(deed, intent, ids) : 'not found'
  }
  const honest = find(world.account)
  const stale = find(world.replica)
  const second = ids.gatewayId && world.account.findLast((deed) => deed.name === name)
  const other = { gatewayId: '99', clientOrderId: 'other-9', type: intent }
  const wrong: readonly (readonly [letter: string, heard: Heard])[] = [
    ['no answer', undefined],
    ['an error', 'error'],
    ['answered about another order', report('approved', other)],
    ['answered about another order, declined', report('declined', other)],
    [
      'answered about nobody',
      report('approved', { gatewayId: undefined, clientOrderId: undefined, type: intent }),
    ],
    ...(isSame(stale, honest) ? [] : [['answered by a lagging replica', stale] as const]),
    ...(second && second.id !== ids.gatewayId
      ? [['answered about the second transaction', reportOf(second, intent)] as const]
      : []),
    ...(typeof honest === 'object'
      ? [['answered with another sum', { ...honest, amountMinor: 999 }] as const]
      : []),
  ]
  const after = faulty(world)
  const lies = wrong.map(([letter, heard]) => ({ letter, heard, world: after }))
  return [{ letter: 'answered truly', heard: honest, world }, ...(world.faults > 0 ? lies : [])]
}

const isSame = (one: Heard, other: Heard) => JSON.stringify(one) === JSON.stringify(other)

function polled(policy: Policy, world: World, ref: RequestRef): Move<World>[] {
  return answers(world, requestOf(world.order, ref)).map(({ letter, heard, world: at }) => ({
    letter: `${ref.purpose}: ${letter}`,
    state: told(policy, at, { ref, heard }),
  }))
}

/** The order after an answer to a question about one of its requests. */
function told(
  policy: Policy,
  world: World,
  { ref, heard }: { readonly ref: RequestRef; readonly heard: Heard },
): World {
  const { order, now } = world
  const request = requestOf(order, ref)
  const asked = { ...world, askedAt: new Map(world.askedAt).set(requestKey(ref), now) }
  if (!request?.ids || request.status === 'sending' || heard === undefined) return asked
  if (typeof heard === 'object')
    return applied(policy, asked, { type: 'reported', ...ref, report: heard, spanMs: SPAN_MS })
  const event = ref.purpose === 'attempt' ? unheard(order, request.attempt, { heard, now }) : undefined
  return event ? applied(policy, asked, event) : asked
}

const SPAN_MS = laterLookAfter(TIMES)

function unheard(
  { terms }: OrderState,
  attempt: Attempt,
  { heard, now }: { readonly heard: 'not found' | 'error'; readonly now: number },
): OrderEvent | undefined {
  const { number, refusal, asking } = attempt
  const isDenial = heard === 'not found' || terms.intent !== 'payout'
  if (refusal && isDenial)
    return { type: 'refusal-confirmed', attempt: number, spanMs: TIMES.activeEvery / 2 }
  if (asking?.isUntilAnswered && isDenial)
    return { type: 'refusal-confirmed', attempt: number, spanMs: SPAN_MS }
  return heard === 'not found' && mayProve(terms, attempt) && !isTooSoon(attempt, now, TIMES)
    ? { type: 'unheard-of', attempt: number, spanMs: TIMES.notAcceptedSpan }
    : undefined
}

/** A look for a second transaction under an attempt's name. */
function looked(policy: Policy, world: World, number: number): Move<World>[] {
  const request = requestOf(world.order, refTo('attempt', number))
  if (!request) return []
  const { attempt } = request
  return answers(world, { ...request, ids: {} }).map(({ letter, heard, world: at }) => {
    const asked = { ...at, askedAt: new Map(at.askedAt).set(lookKey(attempt), at.now) }
    const event =
      typeof heard === 'object' &&
      ({ type: 'looked', attempt: number, report: heard, spanMs: SPAN_MS } as const)
    return { letter: `look: ${letter}`, state: event ? applied(policy, asked, event) : asked }
  })
}

/** A duplicate is refunded once the gateway was asked, and says that this is still necessary. */
function refunded(policy: Policy, world: World, number: number): Move<World>[] {
  const ref = refTo('duplicate-refund', number)
  return answers(world, requestOf(world.order, ref)).map(({ letter, heard, world: at }) => {
    const asked = told(policy, at, { ref, heard })
    const isSent = isOnDuplicate(asked.order, number, heard)
    const event = { type: 'duplicate-refund-sent', number } as const
    return { letter: `before the refund: ${letter}`, state: isSent ? applied(policy, asked, event) : asked }
  })
}

function isOnDuplicate({ reversals, attempts }: OrderState, number: number, heard: Heard): boolean {
  const reversal = reversals[number - 1]
  const attempt = reversal && attempts[reversal.attempt - 1]
  if (typeof heard !== 'object' || reversal?.status !== 'due') return false
  return heard.gatewayId === reversal.gatewayId && heard.clientOrderId === attempt?.clientOrderId
}
