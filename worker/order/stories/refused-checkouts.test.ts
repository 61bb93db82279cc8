/** Shoppers whose click is refused by a budget: nothing is stored, and the same click is let in later. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith, figuresOf } from '../../testing/edge.ts'
import { offer, termsOf } from '../testing/limited-offers.ts'
import {
  anotherCard,
  edgeTally,
  limited,
  limitedGateway,
  passes,
  shopperAt,
  shortly,
} from '../testing/limits.ts'
import { orderOf, storedText } from '../testing/orders.ts'
import type { ScriptedGateway } from '../testing/scripted-gateway.ts'

const SECOND = 1000

const CHECKS = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-of-a-test' }

const gateway = limitedGateway()

beforeEach(() => answerWith(verifyingBy(gateway())))

/** The gateway with a verifier beside it, which takes the order's id for its token. */
const verifyingBy =
  ({ fetch: atGateway }: ScriptedGateway): typeof fetch =>
  async (input, init) => {
    if (!String(input).includes('/siteverify')) return atGateway(input, init)
    const { response: cdata } = JSON.parse(String(init?.body))
    const passed = { success: true, hostname: 'pay.example.com', action: 'pay', cdata }
    return Response.json({ ...passed, challenge_ts: new Date(Date.now()).toISOString() })
  }

let people = 0

/** The terms of an order that takes cards, and an e-mail address of its shopper's own. */
function shopper(change: Partial<OrderTerms> = {}) {
  people += 1
  return { terms: termsOf({ methods: ['hosted', 'card'], ...change }), email: `clicks-${people}@example.com` }
}

/** Clicks. @returns `ok`, or the code and when to come again. */
async function clicks({ terms, email }: ReturnType<typeof shopper>, check?: string): Promise<string> {
  const wish = { key: 'key.1', method: 'card', ip: '203.0.113.9', customer: { email } } as const
  const details = { card: anotherCard() }
  const answer = await orderOf(terms.id).checkOut(terms, { ...wish, details, ...(check && { check }) })
  if (answer.ok) return 'ok'
  const { code, retryAfterSeconds: seconds } = answer.reason
  return seconds === undefined ? code : `${code} ${seconds}`
}

/** Another shopper of the network has tried a card that was declined. */
const networkIsTried = async () => expect(await shortly(await shopperAt('203.0.113.1'))).toBe('ok')

describe.each<[string, () => Partial<OrderTerms>]>([
  ['an offer', () => ({ offer: crypto.randomUUID() })],
  ['a limited offer', () => offer(9)],
])('a click on %s', (_, sold) => {
  it('too early leaves nothing, and is let in with the same goods and key after the pause', async () => {
    await networkIsTried()
    const early = shopper(sold())

    expect(await clicks(early)).toBe('too-many-requests 8')

    expect(await storedText(early.terms.id)).toBe('[]')
    expect(figuresOf(early.terms.id).rows).toEqual({})
    passes(8 * SECOND)
    expect(await clicks(early)).toBe('ok')
  })

  it('that needs a bot check leaves nothing, and is let in with the same goods and key once it passed', async () => {
    limited({}, CHECKS)
    await edgeTally().note({ bad: 50, good: 0 })
    passes(1)
    await networkIsTried()
    passes(8 * SECOND)
    const checked = shopper(sold())

    expect(await clicks(checked)).toBe('check-needed')

    expect(await storedText(checked.terms.id)).toBe('[]')
    expect(await clicks(checked, checked.terms.id)).toBe('ok')
  })
})
