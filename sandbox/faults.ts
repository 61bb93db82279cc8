import type { Call } from './call.ts'
import { refusal } from './refusals.ts'
import { type Body, failed, type Reply, refused } from './reply.ts'

/** When and how something goes wrong. */
export interface FaultRule {
  /** An operation, `*` for all of them, `callback` or `return`. */
  readonly operation: string
  readonly fault: string
  /** How often; without it, always. */
  readonly times?: number
  /** Only where the merchant's order id begins with this. */
  readonly clientOrderId?: string
  readonly delayMs?: number
  readonly amount?: string
}

/** What may go wrong with a request. */
export interface RequestFault {
  /** Answers in place of the operation, which is then not carried out. */
  readonly instead?: (call: Call) => Reply
  readonly change?: (body: Body, rule: FaultRule) => Body
  readonly write?: (reply: Reply) => Response
}

/** Faults of requests, by name. */
export const REQUEST_FAULTS: Readonly<Record<string, RequestFault>> = {
  /** The connection breaks before anything is done; a Worker cannot break it, so another machine seems to answer. */
  'drop-request': { instead: failed, write: timedOut },
  /** The connection breaks after everything is done. */
  'drop-reply': { write: timedOut },
  /** Done at once, answered late. */
  delay: {},
  '500': { instead: failed },
  '400': {
    instead: (call) => refused(call, refusal('REFUSED_BY_FAULT', 'a fault rule refuses this request')),
  },
  garbled: { write: cutInHalf },
  'form-encoded': { write: formEncoded },
  underscores: { change: (body) => rename(body, (name) => name.replaceAll('-', '_')) },
  'numeric-ids': { change: withNumbers },
  amount: { change: (body, rule) => ('amount' in body ? { ...body, amount: rule.amount ?? '0.01' } : body) },
  'other-order': {
    change: (body) => ({ ...body, 'merchant-order-id': `${body['merchant-order-id'] ?? ''}-other` }),
  },
  lagging: { change: stillProcessing },
}

function timedOut(): Response {
  return new Response('Gateway Time-out\n', { status: 504, headers: { 'Content-Type': 'text/plain' } })
}

function cutInHalf({ status, body }: Reply): Response {
  const text = JSON.stringify(body)
  const headers = { 'Content-Type': 'application/vnd.pay+json' }
  return new Response(text.slice(0, text.length / 2), { status, headers })
}

/** The dress of older clients: always 200, and a line feed at the end of every value. */
function formEncoded({ body }: Reply): Response {
  const pairs = Object.entries(body).map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`)
  return new Response(pairs.join('&'), { headers: { 'Content-Type': 'text/html;charset=utf-8' } })
}

const rename = (body: Body, to: (name: string) => string): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [to(name), value]))

/** Identifiers and error codes as numbers, wherever a number tells them exactly. */
function withNumbers(body: Body): Body {
  const entries = Object.entries(body).map(([name, value]) => {
    const isExact = String(Number(value)) === value && Number.isSafeInteger(Number(value))
    return [name, /[-_](id|code)$/.test(name) && isExact ? Number(value) : value] as const
  })
  return Object.fromEntries(entries)
}

function stillProcessing(body: Body): Body {
  if (body.type !== 'status-response') return body
  const { 'error-code': _code, 'error-message': _message, 'approval-code': _approval, ...rest } = body
  return { ...rest, status: 'processing', 'order-stage': `${body['transaction-type']}_processing` }
}

/** What a rule can name besides an operation. */
export const MESSAGES: readonly string[] = ['callback', 'return']

/** A callback or a browser return about to be made. */
export interface Message {
  readonly fields: Readonly<Record<string, string>>
  readonly delayMs: number
}

/** Faults of callbacks and returns, by name: what is sent instead of the one message. */
export const MESSAGE_FAULTS: Readonly<
  Record<string, (messages: readonly Message[], rule: FaultRule) => readonly Message[]>
> = {
  missing: () => [],
  duplicate: (messages) => [...messages, ...messages],
  late: (messages, { delayMs = 0 }) => messages.map((message) => ({ ...message, delayMs })),
  'forged-control': (messages) =>
    messages.map((message) => ({ ...message, fields: { ...message.fields, control: '0'.repeat(40) } })),
}
