/**
 * Runs the faults that a call meets. To add one, name it in `request-faults.ts`, `callback-faults.ts` or
 * `encoding-faults.ts`.
 */
import type { Call } from '../api/call.ts'
import { isFromProxy, type Reply } from '../api/reply.ts'
import { ENCODING_FAULTS, encodeReply } from './encoding-faults.ts'
import type { MatchingRule } from './fault-rule-store.ts'
import type { Execute, FaultStores } from './reply-changes.ts'
import { FAULT_LAYERS, REQUEST_FAULTS } from './request-faults.ts'

/** A reply, and the rules that made a difference to it. */
interface FaultedReply {
  readonly reply: Reply
  readonly fired: readonly MatchingRule[]
}

/** Executes a request with all matching rules applied. */
export function executeWithFaults(
  rules: readonly MatchingRule[],
  call: Call,
  execute: Execute,
  stores: FaultStores,
): FaultedReply {
  const fired = new Set<MatchingRule>()
  const wrapped = layered(rules).reduce<Execute>(
    (next, matching) => wrap(matching, next, fired, stores),
    execute,
  )
  const reply = wrapped(call)
  if (!isFromProxy(reply)) for (const matching of encodingRules(rules)) fired.add(matching)
  for (const matching of rules) if (matching.rule.fault === 'delay') fired.add(matching)
  return { reply, fired: rules.filter((matching) => fired.has(matching)) }
}

const layerOf = ({ rule }: MatchingRule) => FAULT_LAYERS.findIndex((layer) => rule.fault in layer)

/** Rules that change what the gateway does or answers, the innermost first. */
const layered = (rules: readonly MatchingRule[]) =>
  rules
    .filter((matching) => layerOf(matching) >= 0)
    .reverse()
    .sort((one, other) => layerOf(one) - layerOf(other))

/** Wraps a fault around the layers further in, and notes whether it made a difference. */
function wrap(matching: MatchingRule, next: Execute, fired: Set<MatchingRule>, stores: FaultStores): Execute {
  const { rule } = matching
  return (call) => {
    const executed: { call: Call; reply: Reply }[] = []
    const execute: Execute = (changed) => {
      const reply = next(changed)
      executed.push({ call: changed, reply })
      return reply
    }
    const fires = () => void fired.add(matching)
    const reply = REQUEST_FAULTS[rule.fault]?.(call, execute, { rule, stores, fires }) ?? execute(call)
    const isChanged = executed.some((one) => one.call !== call && one.reply.outcome === 'accepted')
    if (isChanged || !isSame(reply, executed[0]?.reply)) fired.add(matching)
    return reply
  }
}

const isSame = (one: Reply, other: Reply | undefined) => JSON.stringify(one) === JSON.stringify(other)

const isSlow = ({ rule }: MatchingRule) => rule.fault === 'slow-body'

const spoilsEncoding = ({ rule }: MatchingRule) => rule.fault in ENCODING_FAULTS

/** Of several rules that spoil the encoding, only the first applies. */
function encodingRules(rules: readonly MatchingRule[]): MatchingRule[] {
  return [rules.find(spoilsEncoding), rules.find(isSlow)].flatMap((matching) => matching ?? [])
}

/** Sends a reply as the rules spoil it: late, slowly or badly encoded. */
export async function send({ reply, fired }: FaultedReply): Promise<Response> {
  for (const { rule } of fired) if (rule.fault === 'delay') await scheduler.wait(rule.delayMs ?? 0)
  const [spoilt, slow] = [fired.find(spoilsEncoding), fired.find(isSlow)]
  return encodeReply(reply, spoilt?.rule.fault, slow && (slow.rule.delayMs ?? 0))
}
