/**
 * What happens to the payments of all networks together, or of one offer: failures and approvals by the minute, and
 * whether card entry is on. Pure.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Failures count for this long, and approvals raise what is allowed for an hour. */
const WINDOW_MINUTES = 10
const HOUR_MINUTES = 60

/** Further cards are let in while fewer cards than this fail in ten minutes, and a tenth of an hour's approvals. */
const CALM_FAILURES = 20
const CREDIT = 1 / 10

/** Reasons of declines that offers tell in ten minutes, and a tenth of an hour's approvals. */
const REASONS = 5

/** Forms that wait for their turn: so many at once, and then one after this pause. Approvals shorten it. */
const FORMS_AT_ONCE = 3
const FORM_PAUSE_MS = 30 * SECOND
const APPROVALS_HALVING_PAUSE = 40

/** No turn is given further ahead. */
const LONGEST_TURN_MS = 10 * MINUTE

/** How long card entry stays off: longer each time that it is switched off again within a day. */
const FIRST_HOLD_MS = 10 * MINUTE
const LONGEST_HOLD_MS = 6 * HOUR

/** It is switched on again below this part of the failures that switched it off. */
const CALM_AGAIN = 1 / 4

/** Counts of one minute. */
interface Minute {
  /** Minutes since the epoch. */
  readonly minute: number
  readonly bad: number
  readonly good: number
}

/** A time during which card entry is off. */
export interface Episode {
  /** Milliseconds since the epoch. */
  readonly since: number
  /** When it may be on again at the earliest. */
  readonly until: number
  /** Failed cards of the ten minutes before. */
  readonly failures: number
  /** How many there were within a day, this one included. */
  readonly count: number
}

/** Plain data, as it is stored. */
export interface TallyState {
  readonly minutes: readonly Minute[]
  /** When further cards were let in. */
  readonly furtherCards: readonly number[]
  /** When reasons of declines were told. Older versions stored none. */
  readonly toldReasons?: readonly number[]
  /** When the next form's turn is, if one were asked for now. */
  readonly nextForm: number
  readonly episode?: Episode
  /** The one before. */
  readonly last?: Episode
}

export const QUIET: TallyState = { minutes: [], furtherCards: [], nextForm: 0 }

/** What happened to attempts: cards that failed, and approvals of any kind. */
export interface Outcomes {
  readonly bad: number
  readonly good: number
}

const minuteOf = (now: number) => Math.floor(now / MINUTE)

/** Counts outcomes. */
export function noted(state: TallyState, { bad, good }: Outcomes, now: number): TallyState {
  const minute = minuteOf(now)
  const recent = state.minutes.filter((one) => one.minute > minute - HOUR_MINUTES)
  const last = recent.at(-1)
  const minutes =
    last?.minute === minute
      ? [...recent.slice(0, -1), { minute, bad: last.bad + bad, good: last.good + good }]
      : [...recent, { minute, bad, good }]
  return { ...state, minutes }
}

/** Failures and approvals of the last minutes. */
function sumOf({ minutes }: TallyState, now: number, lastMinutes = WINDOW_MINUTES): Outcomes {
  const from = minuteOf(now) - lastMinutes
  return minutes
    .filter(({ minute }) => minute > from)
    .reduce((sum, { bad, good }) => ({ bad: sum.bad + bad, good: sum.good + good }), { bad: 0, good: 0 })
}

const approvalsOf = (state: TallyState, now: number) => sumOf(state, now, HOUR_MINUTES).good

/** What approvals add to a reserve: big shops have more of everything. */
const creditOf = (state: TallyState, now: number) => Math.floor(approvalsOf(state, now) * CREDIT)

/** Few cards fail, measured by the approvals, and card entry is on. */
const isCalm = (state: TallyState, now: number) =>
  sumOf(state, now).bad < CALM_FAILURES + creditOf(state, now) && !state.episode

const lately = (times: readonly number[], now: number) =>
  times.filter((at) => at > now - WINDOW_MINUTES * MINUTE)

/**
 * Lets a further card in, if the edge is calm and the networks' common reserve is not used up.
 *
 * @param reserve Cards in ten minutes.
 * @returns The new state; `undefined` if the card must not be let in.
 */
export function furtherCard(state: TallyState, reserve: number, now: number): TallyState | undefined {
  const recent = lately(state.furtherCards, now)
  if (!isCalm(state, now) || recent.length >= reserve + creditOf(state, now)) return undefined
  return { ...state, furtherCards: [...recent, now] }
}

/**
 * When {@link furtherCard} may let one in, if nothing else happens meanwhile. Failures leave the count by the minute, and
 * further cards one by one.
 *
 * @param threshold As for {@link switched}.
 * @returns In milliseconds from now.
 */
export function furtherCardIn(
  state: TallyState,
  { reserve, threshold }: { readonly reserve: number; readonly threshold: number },
  now: number,
): number {
  const minutes = Array.from({ length: WINDOW_MINUTES }, (_, ahead) => (minuteOf(now) + 1 + ahead) * MINUTE)
  const cards = state.furtherCards.map((at) => at + WINDOW_MINUTES * MINUTE)
  const { episode } = state
  const ends = episode ? [episode.until, ...minutes.map((at) => at - now + episode.until)] : []
  const times = [...minutes, ...cards, ...ends].filter((at) => at > now).sort((one, other) => one - other)
  const first = times.find((at) => furtherCard(switched(state, threshold, at), reserve, at))
  return (first ?? now + LONGEST_HOLD_MS) - now
}

/**
 * Tells one more shopper of an offer why the bank declined, if the edge is calm and few were told lately: a thief would
 * learn which cards are alive.
 *
 * @returns The new state; `undefined` if the reason must not be told.
 */
export function tellReason(state: TallyState, now: number): TallyState | undefined {
  const recent = lately(state.toldReasons ?? [], now)
  if (!isCalm(state, now) || recent.length >= REASONS + creditOf(state, now)) return undefined
  return { ...state, toldReasons: [...recent, now] }
}

/**
 * Gives a form its turn: at once while few ask, later the more do. A turn that was given is used up.
 *
 * @returns When it is, and the new state; `undefined` if too many wait already.
 */
export function furtherForm(
  state: TallyState,
  now: number,
): { readonly at: number; readonly state: TallyState } | undefined {
  const pauseMs = FORM_PAUSE_MS / (1 + approvalsOf(state, now) / APPROVALS_HALVING_PAUSE)
  const next = Math.max(state.nextForm, now - (FORMS_AT_ONCE - 1) * pauseMs)
  const at = Math.max(next, now)
  if (at - now > LONGEST_TURN_MS) return undefined
  return { at, state: { ...state, nextForm: next + pauseMs } }
}

/**
 * Switches card entry off where too many cards fail, more than there are approvals, and on again when it is calm.
 *
 * @param threshold Failed cards in ten minutes.
 * @returns The very same state if nothing changes.
 */
export function switched(state: TallyState, threshold: number, now: number): TallyState {
  const { bad, good } = sumOf(state, now)
  const { episode, last } = state
  if (episode) {
    const isOver = now >= episode.until && bad < threshold * CALM_AGAIN
    if (!isOver) return state
    const { episode: _, ...rest } = state
    return { ...rest, last: episode }
  }
  if (bad < threshold || bad <= good) return state
  const count = last && now - last.since < DAY ? last.count + 1 : 1
  const holdMs = Math.min(FIRST_HOLD_MS * 2 ** (count - 1), LONGEST_HOLD_MS)
  return { ...state, episode: { since: now, until: now + holdMs, failures: bad, count } }
}

/** When {@link switched} may switch card entry on again; `undefined` if it is on. */
export function nextLook({ episode }: TallyState, now: number): number | undefined {
  if (!episode) return undefined
  return now < episode.until ? episode.until : now + MINUTE
}

/** When nothing in a state counts any more. */
export const forgottenAt = ({
  minutes,
  furtherCards,
  toldReasons = [],
  nextForm,
  last,
}: TallyState): number =>
  Math.max(
    ((minutes.at(-1)?.minute ?? 0) + HOUR_MINUTES + 1) * MINUTE,
    (furtherCards.at(-1) ?? 0) + WINDOW_MINUTES * MINUTE,
    (toldReasons.at(-1) ?? 0) + WINDOW_MINUTES * MINUTE,
    nextForm + (FORMS_AT_ONCE - 1) * FORM_PAUSE_MS,
    last ? last.since + DAY : 0,
  )
