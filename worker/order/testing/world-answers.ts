/** Every way in which the gateway can answer the order's next question, and what the order makes of it. Pure. */
import { TIMES } from '../../config/durations.ts'
import { lookKey } from '../model/duplicate-look.ts'
import { isContradicted } from '../model/follow-up-outcome.ts'
import type { Policy } from '../model/policy.ts'
import { isAbout } from '../model/report-subject.ts'
import { type FollowedRequest, requestOf } from '../model/request-purposes.ts'
import { type RequestRef, refTo, requestKey } from '../model/request-ref.ts'
import type { OrderState } from '../model/state.ts'
import { answerEvent, lookEvent, type StatusAnswer, totalsEvent, totalsIds } from '../model/status-answers.ts'
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
type Heard = StatusAnswer | undefined

const NOT_FOUND: StatusAnswer = { isNotFound: true }

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
    return deed ? { report: reportOf(deed, intent, ids) } : NOT_FOUND
  }
  const honest = find(world.account)
  const stale = find(world.replica)
  const second = ids.gatewayId && world.account.findLast((deed) => deed.name === name)
  const other = { gatewayId: '99', clientOrderId: 'other-9', type: intent }
  const wrong: readonly (readonly [letter: string, heard: Heard])[] = [
    ['no answer', undefined],
    ['an error', { isRefused: true }],
    ['answered about another order', { report: report('approved', other) }],
    ['answered about another order, declined', { report: report('declined', other) }],
    [
      'answered about nobody',
      { report: report('approved', { gatewayId: undefined, clientOrderId: undefined, type: intent }) },
    ],
    ...(isSame(stale, honest) ? [] : [['answered by a lagging replica', stale] as const]),
    ...(second && second.id !== ids.gatewayId
      ? [['answered about the second transaction', { report: reportOf(second, intent) }] as const]
      : []),
    ...(honest?.report
      ? [['answered with another sum', { report: { ...honest.report, amountMinor: 999 } }] as const]
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
  if (!request?.ids || request.status === 'sending') return asked
  const event = answerEvent(request, heard, { terms: order.terms, now, times: TIMES })
  if (!event) return asked
  const after = applied(policy, asked, event)
  return ref.purpose === 'follow-up' ? withTotals(policy, after, ref.number) : after
}

/** Where the gateway contradicts itself about a follow-up, the order asks for the totals, and is answered truly. */
function withTotals(policy: Policy, world: World, number: number): World {
  const { order, account } = world
  const followUp = order.followUps[number - 1]
  const attempt = followUp && order.attempts[followUp.attempt - 1]
  if (!attempt || !isContradicted(followUp)) return world
  const ids = totalsIds(attempt)
  const deed = askedFor(account, attempt.clientOrderId, ids)
  const event = deed && totalsEvent(attempt, { report: reportOf(deed, order.terms.intent, ids) })
  return event ? applied(policy, world, event) : world
}

/** A look for a second transaction under an attempt's name. */
function looked(policy: Policy, world: World, number: number): Move<World>[] {
  const request = requestOf(world.order, refTo('attempt', number))
  if (!request) return []
  const { attempt } = request
  return answers(world, { ...request, ids: {} }).map(({ letter, heard, world: at }) => {
    const asked = { ...at, askedAt: new Map(at.askedAt).set(lookKey(attempt), at.now) }
    const event = lookEvent(attempt, heard, TIMES)
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

function isOnDuplicate({ duplicateRefunds, attempts }: OrderState, number: number, heard: Heard): boolean {
  const refund = duplicateRefunds[number - 1]
  const attempt = refund && attempts[refund.attempt - 1]
  if (!heard?.report || !attempt || refund?.status !== 'due') return false
  const { clientOrderId } = attempt
  return isAbout({ clientOrderId, gatewayId: refund.gatewayId }, heard.report)
}
