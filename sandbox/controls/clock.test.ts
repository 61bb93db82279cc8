import { describe, expect, it } from 'vitest'
import { testGateway } from '../testing/merchant.ts'
import { oauthMerchant } from '../testing/oauth-merchant.ts'

const DAY_MS = 86_400_000

interface Reading {
  readonly now: string
  readonly aheadMs: number
  readonly charges: number
}

function newMerchant() {
  const gateway = testGateway()
  const advanceMs = async (advanceMs: number) => {
    const response = await gateway.control('clock', 'POST', { advanceMs })
    expect(response.status).toBe(200)
    return response.json<Reading>()
  }
  const advance = (days: number) => advanceMs(days * DAY_MS)
  /** Advances the clock to the morning of 31 January 2031, so tests can name dates. */
  const toJanuary = () => advanceMs(Date.parse('2031-01-31T10:30:00Z') - Date.now())
  return { gateway, advance, toJanuary, ...oauthMerchant(gateway) }
}

describe('the clock', () => {
  it('is the machine’s until it is advanced, and again after a reset', async () => {
    const merchant = newMerchant()
    const read = async () =>
      (await merchant.gateway.control('clock', 'GET')).json<{ now: string; aheadMs: number }>()

    const first = await read()
    await merchant.advance(1)
    await merchant.advance(2)
    const ahead = await read()
    await merchant.gateway.control('reset', 'POST')
    const last = await read()

    expect([first.aheadMs, ahead.aheadMs, last.aheadMs]).toEqual([0, 3 * DAY_MS, 0])
    expect(Date.parse(ahead.now) - Date.parse(first.now)).toBeGreaterThanOrEqual(3 * DAY_MS)
  })

  it('dates what happens after it was advanced', async () => {
    const merchant = newMerchant()
    await merchant.toJanuary()

    await merchant.payout()

    expect((await merchant.gateway.ledger()).movements[0]?.at).toMatch(/^2031-01-31T10:3/)
  })

  it('forgets schedules on a reset', async () => {
    const merchant = newMerchant()
    await merchant.recurring({ period: 'day' })
    await merchant.gateway.control('reset', 'POST')

    const { charges } = await merchant.advance(10)

    expect(charges).toBe(0)
  })

  it.each([[-1], [1.5], ['1'], [null], [4e11]])('refuses to be advanced by %s', async (advanceMs) => {
    const response = await testGateway().control('clock', 'POST', { advanceMs })

    expect(response.status).toBe(400)
  })
})
