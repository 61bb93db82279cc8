import { describe, expect, it } from 'vitest'
import { dayOf, endDays, endOfDay } from './end-days.ts'

/** In the time zone of the machine, whichever that is. */
const at = (text: string) => new Date(text).getTime()
const OPENED = at('2026-11-20T10:00:00')
const history = [{ at: new Date(OPENED).toISOString(), kind: 'order-opened', orderStatus: 'open' } as const]

const days = endDays({ history }, at('2026-11-28T12:00:00'))
const LATEST = OPENED + 180 * 86_400_000

describe('the days on which a request may end', () => {
  it.each([
    ['yesterday', '2026-11-27', undefined],
    ['today, to its last second', '2026-11-28', new Date('2026-11-28T23:59:59').toISOString()],
    ['the last one, to the 180th day after the opening', dayOf(LATEST), new Date(LATEST).toISOString()],
    ['the day after', dayOf(LATEST + 86_400_000), undefined],
    ['no day', '', undefined],
    ['a year of five digits', '12026-11-28', undefined],
  ])('are, or are not: %s', (_, day, end) => {
    expect(endOfDay(day, days)).toBe(end)
  })

  it('begin tomorrow in the last minute of today', () => {
    expect(endDays({ history }, at('2026-11-28T23:59:30')).first).toBe('2026-11-29')
  })

  it('are counted from now where the opening is not known', () => {
    expect(endDays({ history: [] }, OPENED).last).toBe(dayOf(LATEST))
  })
})
