/** Orders under limits, where the edge has keys of a bot check: who passes one, and what for. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { answerWith } from '../testing/edge.ts'
import {
  budgetOf,
  cardsFail,
  limited,
  limitedGateway,
  passes,
  shopperAt,
  shortly,
  storedIn,
  tries,
} from './testing/limits.ts'
import { orderOf } from './testing/orders.ts'

const SECOND = 1000

const gateway = limitedGateway()

describe('with keys of a bot check', () => {
  /** Tokens that the verifier was asked about. */
  let asked: string[]
  let verdict: (order: string) => Response | Promise<Response>

  beforeEach(() => {
    asked = []
    verdict = (order) =>
      Response.json({
        success: true,
        'error-codes': [],
        hostname: new URL(configOf(env).PUBLIC_URL).hostname,
        action: 'pay',
        cdata: order,
        challenge_ts: new Date().toISOString(),
      })
    answerWith(async (input, init) => {
      if (!String(input).endsWith('/siteverify')) return gateway().fetch(input, init)
      const { response } = JSON.parse(String(init?.body))
      asked.push(response)
      return verdict(response)
    })
    limited(
      {},
      { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-of-a-test' },
    )
  })

  /** A shopper whose network is beyond its budget. */
  async function beyond() {
    await cardsFail(50)
    await tries(await shopperAt('203.0.113.1'))
    passes(8 * SECOND)
    return shopperAt('203.0.113.9')
  }

  it('a shopper beyond a budget passes one, and pays by card', async () => {
    const shopper = await beyond()

    expect(await shortly(shopper)).toBe('check-needed')
    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('ok')
    expect(asked).toEqual([shopper.id])
  })

  it('five of a network do so, and the next is sent to the hosted page', async () => {
    await beyond()
    const answers: string[] = []
    for (let at = 0; at < 6; at += 1) {
      const shopper = await shopperAt('203.0.113.9')
      answers.push(await shortly(shopper, 'card', { check: shopper.id }))
    }

    expect(answers).toEqual([...Array(5).fill('ok'), 'method-off'])
  })

  it('a token is not used up where no check is needed', async () => {
    const shopper = await shopperAt('203.0.113.9')

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('ok')
    expect(asked).toEqual([])
  })

  it('a try counts for nothing whose shopper cancels meanwhile', async () => {
    const shopper = await beyond()
    const passed = verdict
    verdict = async (order) => {
      await orderOf(order).cancel()
      return passed(order)
    }

    await tries(shopper, 'card', { check: shopper.id })

    await expect
      .poll(async () => storedIn(await budgetOf('network', '203.0.113.0')))
      .not.toContain('isChecked')
    expect(asked).toEqual([shopper.id])
    expect(gateway().sent('sale')).toHaveLength(1)
  })

  it('a token of another order asks again', async () => {
    const shopper = await beyond()

    expect(await shortly(shopper, 'card', { check: 'another-order' })).toBe('check-needed')
  })

  it('a silent verifier lets nobody in by card', async () => {
    verdict = () => Promise.reject(new Error('no route'))
    const shopper = await beyond()

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('method-off')
    expect(gateway().sent('sale')).toHaveLength(1)
  })

  it('no check lifts the number of cards of an order, nor a switched-off card entry', async () => {
    await cardsFail(120)
    const shopper = await shopperAt('203.0.113.9')

    expect(await shortly(shopper, 'card', { check: shopper.id })).toBe('method-off')
    expect(asked).toEqual([])
  })
})
