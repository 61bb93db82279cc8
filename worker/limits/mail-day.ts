/** The mails of one day of UTC. Pure. */

/** A day, and who took its mails: marks from which no name follows. */
export interface MailDay {
  /** Days since the epoch. */
  readonly number: number
  readonly tickets: readonly string[]
  /** Mails beyond those whose tickets are kept. */
  readonly more: number
}

const DAY_MS = 86_400_000

/** A key may send many. Only a repeat shortly after needs its ticket. */
const MAX_TICKETS = 20

/** One wish for a mail. `now` is in milliseconds since the epoch. */
export interface MailWish {
  readonly ticket: string
  readonly limit: number
  readonly now: number
}

/** The day afterwards, how long the wish has to wait, and when the day ends in milliseconds since the epoch. */
export interface MailVerdict {
  /** The very same if nothing was taken. */
  readonly day: MailDay
  readonly waitMs: number
  readonly endsAt: number
}

/** Takes a mail from a day. The same ticket takes no second one. */
export function takenFrom(known: MailDay | undefined, { ticket, limit, now }: MailWish): MailVerdict {
  const number = Math.floor(now / DAY_MS)
  const endsAt = (number + 1) * DAY_MS
  const day = known?.number === number ? known : { number, tickets: [], more: 0 }
  if (day.tickets.includes(ticket)) return { day, waitMs: 0, endsAt }
  const { tickets, more } = day
  if (tickets.length + more >= limit) return { day: known ?? day, waitMs: endsAt - now, endsAt }
  const isFull = tickets.length >= MAX_TICKETS
  const kept = isFull ? tickets.slice(1) : tickets
  return { day: { number, tickets: [...kept, ticket], more: more + Number(isFull) }, waitMs: 0, endsAt }
}
