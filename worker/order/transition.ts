/** Decides what an order becomes. Pure: no clock, no storage, no network. */
import type { Accepted, Attempted, OrderEvent, Report, Reported, Woken } from './events.ts'
import { counts } from './judge.ts'
import type { Attempt, AttemptStatus, OrderState, OrderTerms, Transaction } from './state.ts'

/** Foreign identifiers that are kept; a flood of them says no more than these. */
const MAX_FOREIGN = 20

const FINAL: readonly AttemptStatus[] = ['approved', 'declined', 'filtered', 'error']

/** Whether the gateway will not change its mind about an attempt, reconciliation and chargebacks apart. */
export const isDecided = ({ status }: Attempt) => FINAL.includes(status)

/** Money may have moved, and nobody knows yet: such an attempt speaks for its order, also when superseded. */
const isUncertain = ({ status }: Attempt) => status === 'processing' || status === 'unknown'

/** The attempt that the order's status follows. */
export const leadingAttempt = ({ attempts }: OrderState) => attempts.findLast(isUncertain) ?? attempts.at(-1)

/** An order that was just opened. */
export const opened = (terms: OrderTerms): OrderState => ({
  terms,
  attempts: [],
  transactions: [],
  capturedMinor: 0,
  returnedMinor: 0,
  forged: { count: 0, wokeAt: 0 },
  foreign: [],
  seq: 1,
  updatedAt: terms.openedAt,
})

/**
 * Applies one event.
 *
 * @param now Milliseconds since the epoch.
 * @returns The new state, or the very same one if the event changes nothing, so that repeats are free.
 */
export function transition(state: OrderState, event: OrderEvent, now: number): OrderState {
  const after = apply(state, event, now)
  return after === state ? state : { ...after, seq: state.seq + 1, updatedAt: now }
}

function apply(state: OrderState, event: OrderEvent, now: number): OrderState {
  switch (event.type) {
    case 'attempted':
      return attempted(state, event, now)
    case 'accepted':
      return change(state, event.attempt, (attempt) => accepted(attempt, event))
    case 'refused':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? refused(attempt) : attempt,
      )
    case 'reply-lost':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? { ...attempt, ...LOST } : attempt,
      )
    case 'reported':
      return reported(state, event)
    case 'woken':
      return woken(state, event, now)
    case 'cancelled':
      return state.cancelled ? state : { ...state, cancelled: true }
    case 'expired':
      return state.expired ? state : { ...state, expired: true }
    case 'limit-wanted':
      return state.holdsLimit ? state : { ...state, holdsLimit: true }
    case 'limit-released':
      return released(state)
  }
}

/** Replaces one attempt; the very same state comes back if the attempt stays as it is or does not exist. */
function change(state: OrderState, number: number, edit: (attempt: Attempt) => Attempt): OrderState {
  const attempt = state.attempts[number - 1]
  const after = attempt && edit(attempt)
  return after === attempt || !after ? state : { ...state, attempts: state.attempts.with(number - 1, after) }
}

function attempted(state: OrderState, { key, method, destination }: Attempted, now: number): OrderState {
  const number = state.attempts.length + 1
  const { reference } = state.terms
  const clientOrderId = number === 1 ? reference : `${reference}.${number}`
  const attempt: Attempt = {
    number,
    clientOrderId,
    key,
    method,
    destination,
    status: 'sending',
    startedAt: now,
    asking: { since: now, pace: 'waiting' },
  }
  const before = state.attempts.map((former) => superseded(former, now))
  return { ...state, attempts: [...before, attempt] }
}

/** The shopper leaves an attempt behind that may still be paid: it is followed for a while. */
const superseded = (attempt: Attempt, now: number): Attempt =>
  isDecided(attempt) || attempt.superseded
    ? attempt
    : { ...attempt, superseded: true, asking: { since: now, pace: 'waiting' } }

const LOST = { status: 'lost', error: { code: 'gateway-silent' } } as const

/** Nothing was created, so there is nothing to ask about. */
const refused = (attempt: Attempt): Attempt => ({
  ...withoutAsking(attempt),
  status: 'error',
  error: { code: 'refused' },
})

/** Only the first answer to a request counts: the order may have gone on when a late one arrives. */
function accepted(attempt: Attempt, { gatewayId, serialNumber, redirectUrl }: Accepted): Attempt {
  if (attempt.status !== 'sending') return attempt
  const known = { ...attempt, gatewayId, ...(serialNumber ? { serialNumber } : {}) }
  if (!redirectUrl) return { ...known, ...LOST }
  return { ...known, status: 'redirect', redirectUrl }
}

function woken(state: OrderState, event: Woken, now: number): OrderState {
  const attempt = state.attempts[event.attempt - 1]
  if (!attempt) return state
  const noted = event.isGenuine ? withForeign(state, attempt, event.gatewayId) : withForged(state, event, now)
  if (!event.asks) return noted
  const isBack = event.by === 'return' && event.isGenuine && attempt.status === 'redirect'
  const pace = isDecided(attempt) ? 'once' : 'active'
  return change(noted, event.attempt, (before) => ({
    ...before,
    ...(isBack ? { status: 'processing' } : {}),
    asking: { since: now, pace },
  }))
}

const withForged = (state: OrderState, { asks }: Woken, now: number): OrderState => ({
  ...state,
  forged: { count: state.forged.count + 1, wokeAt: asks ? now : state.forged.wokeAt },
})

/** The gateway vouches for a transaction that the order did not start, such as a second one under its name. */
function withForeign(state: OrderState, { gatewayId }: Attempt, named: string): OrderState {
  const isForeign = named && gatewayId && named !== gatewayId && !state.foreign.includes(named)
  return isForeign ? { ...state, foreign: [...state.foreign, named].slice(0, MAX_FOREIGN) } : state
}

const released = (state: OrderState): OrderState => {
  if (!state.holdsLimit) return state
  const { holdsLimit: _, ...rest } = state
  return rest
}

function reported(state: OrderState, { attempt: number, report }: Reported): OrderState {
  const attempt = state.attempts[number - 1]
  if (!attempt) return state
  const answered = attempt.asking?.pace === 'once' ? change(state, number, withoutAsking) : state
  if (report.kind !== 'payment') return aftermath(answered, attempt, report)
  if (!counts(state.terms, attempt, report)) return doubtful(answered, attempt)
  const pinned = change(answered, number, (before) => withId(before, report.gatewayId))
  return outcome(pinned, number, report)
}

const withoutAsking = ({ asking: _, ...attempt }: Attempt): Attempt => attempt

/** An attempt whose creating answer was lost learns its identifier from the first report that counts. */
const withId = (attempt: Attempt, gatewayId: string | undefined): Attempt =>
  attempt.gatewayId || !gatewayId ? attempt : { ...attempt, gatewayId }

/** A report that does not fit what was asked decides nothing; it is shown and followed up. */
function doubtful(state: OrderState, { number }: Attempt): OrderState {
  return change(state, number, (attempt) =>
    isDecided(attempt) || attempt.error?.code === 'report-mismatch'
      ? attempt
      : { ...attempt, status: 'unknown', error: { code: 'report-mismatch' } },
  )
}

function outcome(state: OrderState, number: number, report: Report): OrderState {
  if (report.status === 'processing' || report.status === 'unknown')
    return undecided(state, number, report.status)
  const before = state.attempts[number - 1]
  const isReversal = before?.status === 'approved' && report.status !== 'approved'
  if (isReversal && state.payment === number)
    return withTransaction({ ...state, aftermath: 'unknown' }, number, report)
  const decided = change(state, number, (attempt) => withOutcome(attempt, report.status))
  return report.status === 'approved'
    ? approved(decided, number, report)
    : withTransaction(decided, number, report)
}

/** "Under way" says nothing new of a page the shopper may still be filling in, nor of what was decided. */
function undecided(state: OrderState, number: number, status: 'processing' | 'unknown'): OrderState {
  return change(state, number, (attempt) => {
    if (isDecided(attempt) || attempt.status === status) return attempt
    if (status === 'processing' && attempt.status !== 'unknown') return attempt
    const { error: _, ...rest } = attempt
    return { ...rest, status }
  })
}

function withOutcome(attempt: Attempt, status: AttemptStatus): Attempt {
  if (attempt.status === status) return attempt
  const { error: _, asking: __, ...rest } = attempt
  return status === 'approved' ? { ...rest, status } : { ...rest, status, error: { code: status } }
}

/** Keeps the first approval, once and for all. Any other, also one after cancelling, has to be given back. */
function approved(state: OrderState, number: number, report: Report): OrderState {
  const isKept = state.payment === number || (state.payment === undefined && !state.cancelled)
  if (!isKept) return withTransaction(state, number, report, { surplus: true })
  const kept = withTransaction(confirmed(state), number, report)
  if (state.payment === number) return kept
  return { ...kept, payment: number, ...(report.card ? { card: report.card } : {}) }
}

/** The gateway stands by an approval that it had put in doubt. */
function confirmed(state: OrderState): OrderState {
  if (state.aftermath !== 'unknown') return state
  const { aftermath: _, ...rest } = state
  return rest
}

/** Later stages of a payment: what the gateway or the bank did with the money afterwards. */
function aftermath(state: OrderState, attempt: Attempt, report: Report): OrderState {
  if (report.clientOrderId !== attempt.clientOrderId || report.status !== 'approved') return state
  const noted = withTransaction(state, attempt.number, report)
  if (noted === state || state.payment !== attempt.number) return noted
  switch (report.kind) {
    case 'capture':
      return { ...noted, capturedMinor: report.amountMinor ?? state.terms.amountMinor }
    case 'reversal':
      return {
        ...noted,
        returnedMinor: report.reversedMinor ?? report.amountMinor ?? state.terms.amountMinor,
      }
    case 'void':
      return { ...noted, aftermath: 'voided' }
    case 'chargeback':
      return { ...noted, aftermath: 'charged-back' }
    default:
      return { ...noted, aftermath: 'unknown' }
  }
}

/** Adds a transaction, or brings it up to date. The very same state comes back if nothing is new. */
function withTransaction(
  state: OrderState,
  attempt: number,
  { gatewayId: id = '', type, status, amountMinor = 0 }: Report,
  mark: Pick<Transaction, 'surplus'> = {},
): OrderState {
  const told: Transaction = { attempt, id, type, status, amountMinor, ...mark }
  const index = state.transactions.findIndex((known) => known.id === id && known.type === type)
  if (index < 0) return { ...state, transactions: [...state.transactions, told] }
  const known = state.transactions[index]
  const isSame =
    known?.status === status && known.amountMinor === amountMinor && known.surplus === told.surplus
  return isSame ? state : { ...state, transactions: state.transactions.with(index, told) }
}
