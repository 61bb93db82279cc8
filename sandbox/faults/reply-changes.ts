import type { Call } from '../api/call.ts'
import type { Body, Reply } from '../api/reply.ts'
import type { SettlementStores } from '../money/settlement.ts'
import type { Deadlines } from '../store/deadlines.ts'
import type { FaultRule } from './fault-rule.ts'

/** The stores that faults read or change. */
export interface FaultStores extends SettlementStores {
  readonly deadlines: Deadlines
}

/** The rule that a fault applies, and the stores it works on. */
export interface FaultContext {
  readonly rule: FaultRule
  readonly stores: FaultStores
  /** Says that the rule made a difference which neither call nor reply shows. */
  readonly fires: () => void
}

/** Executes a request, with the faults that are further in. */
export type Execute = (call: Call) => Reply

/** A fault wraps the operation: it may execute it with changes, twice or not at all. */
export type RequestFault = (call: Call, execute: Execute, context: FaultContext) => Reply

/** Makes a fault that executes the request and then changes the body of the reply. */
function changedReply(change: (body: Body, context: FaultContext) => Body): RequestFault {
  return (call, execute, context) => {
    const reply = execute(call)
    return { ...reply, body: change(reply.body, context) }
  }
}

/** Reports another amount than the merchant asked for. */
export const otherAmount = changedReply((body, { rule }) =>
  'amount' in body ? { ...body, amount: rule.amount ?? '0.01' } : body,
)

/** Reports another merchant order. */
export const otherOrder = changedReply((body) => {
  const name = 'merchant-order-id'
  return name in body ? { ...body, [name]: `${body[name]}-other` } : body
})

/** Says of no order which one it is: neither the merchant's id nor the gateway's. */
export const nameless = changedReply((body) => {
  const { 'merchant-order-id': _name, 'paynet-order-id': _id, ...rest } = body
  return rest
})

/** Fields in which a careless gateway may repeat card data. */
const ECHOED = [
  ...['error-code', 'card-type', 'card-ref-id', 'last-four-digits', 'card-exp-month', 'card-exp-year'],
  ...['masked-pan', 'card-printed-name', 'comment', 'credit-card-number'],
]

/** Repeats the rule's text in every field that an order can do without, and in addresses and `html`. */
export const echo = changedReply((body, { rule: { text = '' } }) => ({
  ...body,
  ...Object.fromEntries(ECHOED.map((name) => [name, text])),
  'error-message': `The card ${text} of ${text.toUpperCase()} … ${encodeURIComponent(text)} ${btoa(text)}`,
  'redirect-url': `http://gateway.localhost/step/${btoa(text)}?c=${encodeURIComponent(text)}`,
  html: `<p title="${text}">${text}</p>`,
}))

/** Spells names with underscores, as older clients did. */
export const withUnderscores = changedReply((body) => {
  const entries = Object.entries(body).map(([name, value]) => [name.replaceAll('-', '_'), value] as const)
  return Object.fromEntries(entries)
})

/** Sends ids and error codes as numbers, wherever a number is exact. */
export const withNumbers = changedReply((body) => {
  const entries = Object.entries(body).map(([name, value]) => {
    const isExact = String(Number(value)) === value && Number.isSafeInteger(Number(value))
    return [name, /[-_](id|code)$/.test(name) && isExact ? Number(value) : value] as const
  })
  return Object.fromEntries(entries)
})

/** Reports `processing` for `delayMs` after the outcome, or without `delayMs` for as long as the rule lasts. */
export const lagging = changedReply((body, { rule, stores }) => {
  const { 'error-code': _code, 'error-message': _message, 'approval-code': _approval, ...rest } = body
  if (body.type !== 'status-response' || body.status === 'processing') return body
  const stage = stores.store.newest('serialNumber', String(body['by-request-sn']))
  const isOver = rule.delayMs !== undefined && (stage?.settledAt ?? 0) + rule.delayMs <= stores.now()
  if (isOver) return body
  return { ...rest, status: 'processing', 'order-stage': `${body['transaction-type']}_processing` }
})
