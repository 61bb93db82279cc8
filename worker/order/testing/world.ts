/** An order beside a gateway whose true account is known, for searches of every history. Pure. */
import { without } from '../../../shared/without.ts'
import { TIMES } from '../../config/durations.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { OrderEvent } from '../model/events.ts'
import type { Policy } from '../model/policy.ts'
import type { DueJob, Job } from '../model/schedule.ts'
import type { Attempt, OrderState } from '../model/state.ts'
import { opened } from '../model/transition.ts'
import { NOW, terms } from './examples.ts'
import { type Account, withDeed } from './gateway-account.ts'

/** The order, the account, and all else that the next moves depend on. */
export interface World {
  readonly order: OrderState
  readonly account: Account
  /** The account before its last change: a replica that lags answers by it. */
  readonly replica: Account
  readonly now: number
  /** What the object remembers of its questions. */
  readonly askedAt: ReadonlyMap<string, number>
  /** So many things may still go wrong: lost replies, doubled requests, answers that are wrong. */
  readonly faults: number
  readonly isBare: boolean
}

/** What a search begins with. */
export interface Beginning {
  readonly intent: OrderTerms['intent']
  readonly method: Attempt['method']
  readonly faults: number
  /** Another shop of the account has a transaction of the same reference. */
  readonly isShared?: boolean
  /** The merchant keeps bare names. */
  readonly isBare?: boolean
  /** The search begins after the payment. */
  readonly isPaid?: boolean
}

/** A new order, before anybody pays. */
export function worldOf({ intent, method, faults, isShared = false, isBare = false }: Beginning): World {
  const account: Account = isShared ? withDeed([], { name: terms.reference, status: 'approved' }) : []
  const amountMinor = intent === 'verify' ? 0 : terms.amountMinor
  const order = opened({ ...terms, intent, methods: [method], amountMinor })
  return { order, account, replica: account, now: NOW, askedAt: new Map(), faults, isBare }
}

/** Times count from now, so that two histories are one if they differ only in when they happened. */
export function keyOf({ order, account, replica, now, askedAt, faults }: World): string {
  // The terms never change.
  const kept = without(order, 'seq', 'updatedAt', 'terms')
  const text = JSON.stringify([kept, account, replica, [...askedAt].sort(), faults])
  return text.replace(TIME, (time) => String(Number(time) - now))
}

/** Milliseconds since the epoch, of some years around {@link NOW}. */
const TIME = /1[789]\d{11}/g

/** The world after an event of the order. */
export const applied = (policy: Policy, world: World, event: OrderEvent): World => ({
  ...world,
  order: policy.transition(world.order, event, world.now),
})

/** The world after something went wrong. */
export const faulty = (world: World): World => ({ ...world, faults: world.faults - 1 })

/** The world after the gateway acted. Its replicas lag behind. */
export const withAccount = (world: World, account: Account): World => ({
  ...world,
  account,
  replica: world.account,
})

/** A job that asks, or that ends the asking. */
export type AskingJob = Job & {
  readonly type: 'poll' | 'look' | 'give-up' | 'end-polling' | 'refund-duplicate'
}

const ASKING: readonly string[] = ['poll', 'look', 'give-up', 'end-polling', 'refund-duplicate']

const isAsking = (due: DueJob): due is DueJob & { readonly job: AskingJob } => ASKING.includes(due.job.type)

/** The order's next question, if it has any. */
export const nextQuestion = (policy: Policy, { order, askedAt }: World) =>
  policy.dueJobs(order, { askedAt, indexed: undefined, queue: [], triedAt: new Map() }, TIMES).find(isAsking)
