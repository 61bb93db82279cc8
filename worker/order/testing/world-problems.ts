/** What must hold in every world: no success without proof, nothing given back twice, no charge that nobody knows. Pure. */
import { isFailed, isUncertain } from '../../../shared/order-status.ts'
import { needsAttention } from '../model/needs-attention.ts'
import type { Policy } from '../model/policy.ts'
import type { FollowUp, OrderState } from '../model/state.ts'
import type { Move } from './exploration.ts'
import { type Account, backMinor, type Deed, isStanding } from './gateway-account.ts'
import { keyOf, type World } from './world.ts'
import { questions } from './world-answers.ts'
import { callbacks, fates, MADE_BY } from './world-moves.ts'

/** A history that goes well for so long and has no end is none that goes well. */
const MOST_STEPS = 1000

/**
 * Finds what is wrong with a world, or with the one that it becomes if from here on everything goes right: replies and
 * answers arrive and are true, until the order asks no more.
 *
 * @param isKnown Whether a world of this name was followed to its end before.
 * @returns `undefined` if nothing is.
 */
export function problemOf(
  policy: Policy,
  world: World,
  isKnown: (name: string) => boolean,
): string | undefined {
  const path: string[] = []
  let at = world
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const problem = unproven(at) ?? tooMuchBack(at)
    if (problem) return withPath(problem, path)
    const next = trueMove(policy, at)
    if (!next) return withPath(needsAttention(at.order) ? unnamed(at) : unknownMoney(at), path)
    path.push(next.letter)
    at = { ...next.state, faults: 0 }
    if (isKnown(keyOf(at))) return undefined
  }
  return withPath('the order asks without end', path.slice(0, 20))
}

const withPath = (problem: string | undefined, path: readonly string[]) =>
  problem && (path.length > 0 ? `${problem}; after: ${path.join(' · ')}` : problem)

/** The world once the order asks no more, if everything goes right. */
export function atRest(policy: Policy, world: World): World {
  const next = trueMove(policy, world)
  return next ? atRest(policy, next.state) : world
}

function trueMove(policy: Policy, world: World): Move<World> | undefined {
  const [fate] = fates(policy, world)
  if (fate) return fate
  const [answer] = questions(policy, world)
  return answer ?? hiddenCallback(policy, world)
}

/**
 * `status` tells of the newest transaction under a name. Of an older one that no reply named, nothing tells but its
 * callback, so where everything goes right that comes.
 */
function hiddenCallback(policy: Policy, world: World): Move<World> | undefined {
  const isHidden = ({ name, id }: Deed) => world.account.findLast((deed) => deed.name === name)?.id !== id
  const account = world.account.map((deed) => (isHidden(deed) ? deed : { ...deed, isCalled: true as const }))
  const [called] = callbacks(policy, { ...world, account })
  return called
}

/** A success needs a transaction of ours that was approved, and what is given back was ours. */
function unproven({ order, account }: World): string | undefined {
  const isOurs = (id: string | undefined, number: number) =>
    account.some((deed) => deed.id === id && deed.attempt === number && deed.status === 'approved')
  const wrong = order.attempts.find((one) => one.status === 'approved' && !isOurs(one.gatewayId, one.number))
  if (wrong) return `attempt ${wrong.number} is approved, and no transaction of ours is`
  const strange = order.duplicateRefunds.find((one) => !isOurs(one.gatewayId, one.attempt))
  return strange && `the order gives back ${strange.gatewayId}, which is not its own`
}

/** No more comes back than was asked for, and no follow-up counts as done that was not. */
function tooMuchBack({ order, account }: World): string | undefined {
  const paid = account.find((deed) => deed.id === order.attempts[(order.payment ?? 0) - 1]?.gatewayId)
  if (paid && order.returnedMinor > backMinor(paid)) return 'the order counts more as returned than came back'
  const wrong = order.followUps.find((one) => one.status === 'approved' && !isCarriedOut(account, order, one))
  return wrong && `follow-up ${wrong.number} counts as done, and was not`
}

function isCarriedOut(account: Account, { attempts }: OrderState, followUp: FollowUp): boolean {
  const { attempt, kind, amountMinor } = followUp
  const deed = account.find(({ id }) => id === attempts[attempt - 1]?.gatewayId)
  const isIts = (made: string) => made === MADE_BY[kind] || (kind === 'return' && made === 'void')
  const done = deed?.movements.filter(({ status }) => status === 'approved') ?? []
  return done.some((one) => isIts(one.kind) && one.amountMinor === amountMinor)
}

/** Where a person decides, they can see every charge that stands. Under a bare name nothing proves whose one is. */
function unnamed({ order, account, isBare }: World): string | undefined {
  if (isBare) return undefined
  const { attempts, unmatched, transactions } = order
  const named = [
    ...attempts.map(({ gatewayId }) => gatewayId),
    ...[...unmatched, ...transactions].map(({ id }) => id),
  ]
  const charge = account.find((deed) => deed.attempt && isStanding(deed) && !named.includes(deed.id))
  return charge && order.terms.intent !== 'verify'
    ? `the charge ${charge.id} stands, and a person is not shown it`
    : undefined
}

/** Where the order asks no more, and no person is called, it knows all of the money, but for what a person declared. */
function unknownMoney({ order, account }: World): string | undefined {
  const given = order.transactions.filter(({ surplus, reversed }) => surplus && reversed).map(({ id }) => id)
  const known = [...given, order.attempts[(order.payment ?? 0) - 1]?.gatewayId]
  const charge = account.find((deed) => deed.attempt && isStanding(deed) && !known.includes(deed.id))
  // A verification takes nothing.
  if (charge && order.terms.intent !== 'verify')
    return `the charge ${charge.id} stands, and the order does not know it`
  const undone = order.followUps.find(
    (one) => isFailed(one.status) && !one.error?.declaredBy && isCarriedOut(account, order, one),
  )
  if (undone) return `follow-up ${undone.number} counts as ${undone.status}, and was carried out`
  const open = [...order.attempts, ...order.followUps].find(({ status }) => isUncertain(status))
  return open && `${open.number} is ${open.status}, and the order does not ask`
}
