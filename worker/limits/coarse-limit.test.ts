import { describe, expect, it } from 'vitest'
import { REQUEST_BUDGETS, RequestWindows, secondsToWait } from './coarse-limit.ts'

const now = 1_000_000

const budget = { requests: 3, seconds: 10 } as const

describe('RequestWindows', () => {
  it('lets pass as many requests as the budget has, and no more until the window ends', () => {
    const windows = new RequestWindows()
    const at = (after: number) => windows.count('ada', budget, now + after)

    expect([at(0), at(1), at(2)]).toEqual([undefined, undefined, undefined])
    expect([at(3), at(9_100)]).toEqual([10, 1])
    expect(at(10_000)).toBeUndefined()
  })

  it('counts every caller apart', () => {
    const windows = new RequestWindows()
    for (let sent = 0; sent < 9; sent += 1) windows.count('flood', budget, now)

    expect(windows.count('ada', budget, now)).toBeUndefined()
  })

  it('does not grow without end', () => {
    const windows = new RequestWindows()
    for (let sent = 0; sent < 4; sent += 1) windows.count('ada', budget, now)
    for (let caller = 0; caller < 20_000; caller += 1) windows.count(`caller ${caller}`, budget, now)

    expect(windows.count('ada', budget, now)).toBeUndefined()
  })
})

describe('secondsToWait', () => {
  const keys: string[] = []
  const platform = (answer: () => Promise<{ success: boolean }>) => ({
    RATE_OPEN: {
      limit: ({ key }: { key: string }) => {
        keys.push(key)
        return answer()
      },
    },
  })
  const asked = { budget: 'open', subject: 'ada', now } as const
  const windows = new RequestWindows()

  it('is nothing while the platform counts the caller within the budget', async () => {
    const bindings = platform(async () => ({ success: true }))

    expect(await secondsToWait(bindings, windows, asked)).toBeUndefined()
    expect(keys).toEqual(['ada'])
  })

  it('is the whole span where the platform counts more: it does not tell when the span began', async () => {
    const bindings = platform(async () => ({ success: false }))

    expect(await secondsToWait(bindings, windows, asked)).toBe(60)
  })

  it('is nothing where the counter fails', async () => {
    const bindings = platform(() => Promise.reject(new Error('no counter')))

    expect(await secondsToWait(bindings, windows, asked)).toBeUndefined()
  })

  it('is counted in memory where the platform has no counter', async () => {
    const { requests } = REQUEST_BUDGETS.open
    const waits: (number | undefined)[] = []
    for (let sent = 0; sent <= requests; sent += 1) waits.push(await secondsToWait({}, windows, asked))

    expect(waits.filter((wait) => wait !== undefined)).toEqual([60])
  })
})
