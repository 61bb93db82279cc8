import { describe, expect, it } from 'vitest'
import { type MailDay, takenFrom } from './mail-day.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2027, 0, 15, 12)

/** Takes mails one after the other. */
const taken = (tickets: readonly string[], limit: number, now = NOON) =>
  tickets.reduce<{ day?: MailDay; waits: number[] }>(
    ({ day, waits }, ticket) => {
      const verdict = takenFrom(day, { ticket, limit, now })
      return { day: verdict.day, waits: [...waits, verdict.waitMs] }
    },
    { waits: [] },
  )

describe('the mails of a day', () => {
  it('are as many as the limit, and the next has to wait for midnight in UTC', () => {
    expect(taken(['a', 'b', 'c', 'd'], 3).waits).toEqual([0, 0, 0, 12 * HOUR_MS])
  })

  it('count a mail that is tried again once', () => {
    expect(taken(['a', 'a', 'b', 'a', 'c', 'd'], 3).waits).toEqual([0, 0, 0, 0, 0, 12 * HOUR_MS])
  })

  it('begin again on the next day', () => {
    const { day } = taken(['a', 'b', 'c'], 3)

    const { waitMs } = takenFrom(day, { ticket: 'd', limit: 3, now: NOON + 12 * HOUR_MS })

    expect(waitMs).toBe(0)
  })

  it('are counted beyond the tickets that are kept', () => {
    const tickets = Array.from({ length: 200 }, (_, place) => `${place}`)
    const { day, waits } = taken(tickets, 150)

    expect(waits.filter((wait) => wait === 0)).toHaveLength(150)
    expect(day?.tickets).toHaveLength(20)
  })

  it('change nothing where none is left', () => {
    const { day } = taken(['a'], 1)

    expect(takenFrom(day, { ticket: 'b', limit: 1, now: NOON }).day).toBe(day)
  })
})
