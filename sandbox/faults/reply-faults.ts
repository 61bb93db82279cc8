import type { Body } from '../api/reply.ts'
import type { FaultScene, RequestFault } from './request-faults.ts'

/** Makes a fault that carries everything out and then tells something else. */
function told(change: (body: Body, scene: FaultScene) => Body): RequestFault {
  return (call, carryOut, scene) => {
    const reply = carryOut(call)
    return { ...reply, body: change(reply.body, scene) }
  }
}

/** Tells of another amount than was asked for. */
export const otherAmount = told((body, { rule }) =>
  'amount' in body ? { ...body, amount: rule.amount ?? '0.01' } : body,
)

/** Tells of another merchant order. */
export const otherOrder = told((body) => {
  const name = 'merchant-order-id'
  return name in body ? { ...body, [name]: `${body[name]}-other` } : body
})

/** Fields in which a careless gateway may repeat what it was told of a card. */
const REPEATING = [
  ...['error-code', 'card-type', 'card-ref-id', 'last-four-digits', 'card-exp-month', 'card-exp-year'],
  ...['masked-pan', 'card-printed-name', 'comment', 'credit-card-number'],
]

/** Repeats the rule's text in every field that an order can go on without, and where it sends the shopper. */
export const echo = told((body, { rule: { text = '' } }) => ({
  ...body,
  ...Object.fromEntries(REPEATING.map((name) => [name, text])),
  'error-message': `The card ${text} of ${text.toUpperCase()} … ${encodeURIComponent(text)} ${btoa(text)}`,
  'redirect-url': `http://gateway.localhost/step/${btoa(text)}?c=${encodeURIComponent(text)}`,
  html: `<p title="${text}">${text}</p>`,
}))

/** Names as older clients wrote them. */
export const withUnderscores = told((body) => {
  const entries = Object.entries(body).map(([name, value]) => [name.replaceAll('-', '_'), value] as const)
  return Object.fromEntries(entries)
})

/** Identifiers and error codes as numbers, wherever a number tells them exactly. */
export const withNumbers = told((body) => {
  const entries = Object.entries(body).map(([name, value]) => {
    const isExact = String(Number(value)) === value && Number.isSafeInteger(Number(value))
    return [name, /[-_](id|code)$/.test(name) && isExact ? Number(value) : value] as const
  })
  return Object.fromEntries(entries)
})

/** Says processing after the outcome is there: for `delayMs`, or without it for as long as the rule lasts. */
export const lagging = told((body, { rule, backend }) => {
  const { 'error-code': _code, 'error-message': _message, 'approval-code': _approval, ...rest } = body
  if (body.type !== 'status-response' || body.status === 'processing') return body
  const stage = backend.store.newest('serialNumber', String(body['by-request-sn']))
  const isOver = rule.delayMs !== undefined && (stage?.settledAt ?? 0) + rule.delayMs <= backend.now()
  if (isOver) return body
  return { ...rest, status: 'processing', 'order-stage': `${body['transaction-type']}_processing` }
})
