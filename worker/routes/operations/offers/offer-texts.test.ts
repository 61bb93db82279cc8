import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { ask, offer, opened, post, problemOf, scriptedOrders } from '../../testing/edge.ts'

/** The doors of an offer: one of its own, and a cart's second line. */
const DOORS: Readonly<Record<string, (wrong: string) => Promise<[path: string, body: object]>>> = {
  'the check of a page': async (wrong) => ['/v1/offers/check', { offer: wrong }],
  checkout: async (wrong) => ['/v1/checkout', { offer: wrong }],
  'the checkout of a cart': async (wrong) => [
    '/v1/checkout',
    { lines: [{ offer: await offer() }, { offer: wrong }] },
  ],
}

const TEXTS: Readonly<Record<string, Record<string, string>>> = {
  'a null byte in its description': { description: 'A tin\0 of tea' },
  'an escape in its description': { description: 'A tin of \x1b[31mtea' },
  'half a character in its description': { description: 'A tin of tea \ud83d' },
  'a description of blanks': { description: ' \n ' },
  'a line feed in its item': { item: 'tea\n' },
  'a mark of direction in its item': { item: 'tea\u202E' },
}

const CASES = Object.keys(DOORS).flatMap((door) => Object.keys(TEXTS).map((text) => ({ door, text })))

describe('the texts of an offer', () => {
  it.each(CASES)(
    'are refused before anything is opened, and the merchant reads why: $door, $text',
    async ({ door, text }) => {
      const { asked, ORDERS } = scriptedOrders({})
      const [path, body] = (await DOORS[door]?.(await offer(TEXTS[text]))) ?? expect.fail()

      const refusal = await problemOf(await ask(path, post(body), { ORDERS }))

      expect(refusal).toMatchObject({
        status: 422,
        code: 'offer-invalid',
        detail: expect.stringMatching(/holds a control character\. Sign it again\.$/),
      })
      expect(asked).toEqual([])
    },
  )

  it('are no reason that a forger of an offer reads', async () => {
    const forged = `${(await offer({ description: 'A\0' })).slice(0, -4)}AAAA`

    expect(await problemOf(await ask('/v1/offers/check', post({ offer: forged })))).not.toHaveProperty(
      'detail',
    )
  })

  it.each([
    ['A tin\r\nof\ttea\n', 'A tin of tea'],
    ['A tin\u2028of tea', 'A tin of tea'],
    ['A tin of \u202Etea\u202C', 'A tin of tea'],
    ['\u2067A tin of tea\u2069', 'A tin of tea'],
    ['茶\u200E一缶', '茶\u200E一缶'],
  ])('that were signed before are mended where no reader loses anything: %j', async (description, mended) => {
    const { order } = await opened({ description })

    expect(order.description).toBe(mended)
  })

  it('of a cart are mended in each line, and in its own text', async () => {
    const lines = [
      { offer: await offer({ description: 'Tea\n' }) },
      { offer: await offer({ description: 'A\tmug' }) },
    ]

    const response = await ask('/v1/checkout', post({ lines }, { 'Idempotency-Key': crypto.randomUUID() }))

    const { order } = await response.json<CheckoutReply>()
    expect(order.lines?.map(({ description }) => description)).toEqual(['Tea', 'A mug'])
    expect(order.description).toBe('Tea, A mug')
  })
})
