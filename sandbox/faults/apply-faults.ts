import type { Call } from '../api/call.ts'
import type { Reply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { WRITING_FAULTS, write } from './encoding-faults.ts'
import type { AppliedRule } from './fault-rules.ts'
import { type CarryOut, FAULT_LAYERS, REQUEST_FAULTS } from './request-faults.ts'

/** A request that was carried out, or kept from it, under fault rules. */
export interface FaultedReply {
  readonly reply: Reply
  /** The rules that made a difference. */
  readonly fired: readonly AppliedRule[]
}

/** Carries a request out under the rules that apply to it, all of them together. */
export function carryOutUnder(
  rules: readonly AppliedRule[],
  call: Call,
  carryOut: CarryOut,
  backend: Backend,
): FaultedReply {
  const fired = new Set<AppliedRule>()
  const wrapped = inner(rules).reduce<CarryOut>(
    (next, applied) => wrap(applied, next, fired, backend),
    carryOut,
  )
  const reply = wrapped(call)
  if (reply.status !== 504) for (const applied of ofWriting(rules)) fired.add(applied)
  for (const applied of rules) if (applied.rule.fault === 'delay') fired.add(applied)
  return { reply, fired: rules.filter((applied) => fired.has(applied)) }
}

const layerOf = ({ rule }: AppliedRule) => FAULT_LAYERS.findIndex((layer) => rule.fault in layer)

/** Rules that change what is done or told, the innermost first. */
const inner = (rules: readonly AppliedRule[]) =>
  rules
    .filter((applied) => layerOf(applied) >= 0)
    .reverse()
    .sort((one, other) => layerOf(one) - layerOf(other))

/** Wraps a fault around what is further in, and keeps whether it made a difference. */
function wrap(applied: AppliedRule, next: CarryOut, fired: Set<AppliedRule>, backend: Backend): CarryOut {
  const { rule } = applied
  return (call) => {
    const carriedOut: { asked: Call; reply: Reply }[] = []
    const keep: CarryOut = (asked) => {
      const reply = next(asked)
      carriedOut.push({ asked, reply })
      return reply
    }
    const reply = REQUEST_FAULTS[rule.fault]?.(call, keep, { rule, backend }) ?? keep(call)
    const isAskedOtherwise = carriedOut.some((one) => one.asked !== call && one.reply.outcome === 'accepted')
    if (isAskedOtherwise || !isSame(reply, carriedOut[0]?.reply)) fired.add(applied)
    return reply
  }
}

const isSame = (one: Reply, other: Reply | undefined) => JSON.stringify(one) === JSON.stringify(other)

const isSlow = ({ rule }: AppliedRule) => rule.fault === 'slow-body'

/** Of several that spoil the writing only the first has a chance. */
function ofWriting(rules: readonly AppliedRule[]): AppliedRule[] {
  const spoilt = rules.find(({ rule }) => rule.fault in WRITING_FAULTS)
  const slow = rules.find(isSlow)
  return [spoilt, slow].flatMap((applied) => applied ?? [])
}

/** Sends a reply the way in which the rules spoil it: late, slowly, garbled. */
export async function send({ reply, fired }: FaultedReply): Promise<Response> {
  for (const { rule } of fired) if (rule.fault === 'delay') await scheduler.wait(rule.delayMs ?? 0)
  const [spoilt, slow] = [fired.find(({ rule }) => rule.fault in WRITING_FAULTS), fired.find(isSlow)]
  return write(reply, spoilt?.rule.fault, slow && (slow.rule.delayMs ?? 0))
}
