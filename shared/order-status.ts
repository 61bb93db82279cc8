/** Where an order stands: the one table of statuses, and the rules that read it. */

/**
 * A part of an order's life. Rules ask for the phase, never for a list of statuses:
 *
 * | phase | money |
 * | --- | --- |
 * | `open` | has not moved: nobody has tried to pay |
 * | `sending` | may have moved: the request is on its way to the gateway |
 * | `at-form` | has not moved: the shopper has yet to pay at the gateway's form |
 * | `at-bank` | may have moved: the gateway waits for the shopper's bank |
 * | `at-gateway` | may have moved: the gateway works on it |
 * | `in-doubt` | may have moved: the gateway does not know, or nobody can tell |
 * | `failed` | has not moved, for certain: the shopper may try again |
 * | `settled` | has moved, whatever was done with it afterwards |
 * | `closed` | does not move any more: the order was cancelled, or expired |
 */
export type Phase =
  | 'open'
  | 'sending'
  | 'at-form'
  | 'at-bank'
  | 'at-gateway'
  | 'in-doubt'
  | 'failed'
  | 'settled'
  | 'closed'

/** The statuses of an order, one row each, in the order of the interface's document. */
export const ORDER_PHASES = {
  open: 'open',
  sending: 'sending',
  redirect: 'at-form',
  method: 'at-bank',
  challenge: 'at-bank',
  processing: 'at-gateway',
  approved: 'settled',
  declined: 'failed',
  filtered: 'failed',
  error: 'failed',
  unknown: 'in-doubt',
  cancelled: 'closed',
  expired: 'closed',
  captured: 'settled',
  voided: 'settled',
  returned: 'settled',
  'partially-returned': 'settled',
  'charged-back': 'settled',
} as const satisfies Readonly<Record<string, Phase>>

/** Where an order stands. */
export type OrderStatus = keyof typeof ORDER_PHASES

/**
 * The statuses of an attempt: those of an order, and two of its own. `lost`: the reply with the form's address never
 * came, so nobody can pay there. `superseded`: the shopper left the form to pay another way. A follow-up has one of its own:
 * `waiting`, above the limits of the key that asked for it, so that nobody has tried yet.
 */
const PHASES = { ...ORDER_PHASES, lost: 'at-form', superseded: 'at-form', waiting: 'open' } as const

/** Where an attempt, a follow-up or an order stands. */
export type Status = keyof typeof PHASES

/** The statuses of some phases. */
export type StatusIn<In extends Phase> = {
  [One in Status]: (typeof PHASES)[One] extends In ? One : never
}[Status]

const isIn = <In extends Phase>(status: Status, ...phases: readonly In[]): status is StatusIn<In> =>
  (phases as readonly Phase[]).includes(PHASES[status])

/** Nobody has paid at the gateway's form. */
export const isAtForm = (status: Status) => isIn(status, 'at-form')

/** The gateway waits for the shopper's bank. */
export const isAtBank = (status: Status) => isIn(status, 'at-bank')

/** Nobody knows whether money moved, and asking may not tell. */
export const isInDoubt = (status: Status) => isIn(status, 'in-doubt')

/** The gateway has the request and will report how it ended. */
export const isPending = (status: Status) => isIn(status, 'at-bank', 'at-gateway')

/** The request is on its way or with the gateway. */
export const isUnderWay = (status: Status) => isIn(status, 'sending', 'at-bank', 'at-gateway')

/** Money may have moved: under way or in doubt. No other request of its kind may start beside it. */
export const isUncertain = (status: Status) => isIn(status, 'sending', 'at-bank', 'at-gateway', 'in-doubt')

/** The order may change by itself, so a page without a live socket asks again. */
export const isMoving = (status: Status) => isIn(status, 'at-form') || isUncertain(status)

/** The last attempt ended without success. */
export const isFailed = (status: Status) => isIn(status, 'failed')

/** The money side succeeded, whatever was done with the money afterwards. */
export const isSettled = (status: Status) => isIn(status, 'settled')

/** The gateway will not change its mind, reconciliation and chargebacks apart. */
export const isDecided = (status: Status) => isIn(status, 'failed', 'settled')

/** A new attempt may start. Never while money may have moved. */
export const isPayable = (status: Status) => isIn(status, 'open', 'at-form', 'failed')

/** The order takes no more attempts. */
export const isFinal = (status: Status) => isIn(status, 'settled', 'closed')

/** The edge notifies the merchant of it: the order or follow-up has a result, even if that is a doubt. */
export const isOutcome = (status: Status) => isIn(status, 'in-doubt', 'failed', 'settled', 'closed')
