import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, opened, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'

const note = (id: string, text: unknown, headers: Record<string, string> = merchant()) =>
  ask(`/v1/orders/${id}/note`, post({ text }, headers))

describe('POST /v1/orders/{id}/note', () => {
  it('keeps what a merchant’s server or the desk writes', async () => {
    const { order } = await opened()

    const response = await note(order.id, ' Rang.\r\nSend it on Monday \u{1f381} ')

    expect(await response.json()).toMatchObject({ note: 'Rang.\nSend it on Monday \u{1f381}' })
  })

  it.each([
    ['is too long', 'x'.repeat(501)],
    ['has a control character', 'a\u0007b'],
    ['turns the direction of what follows', 'a\u202eb'],
    ['has half a surrogate pair', 'a\ud800b'],
    ['is no text', 7],
  ])('refuses a note that %s', async (_, text) => {
    const { order } = await opened()

    expect(await problemOf(await note(order.id, text))).toMatchObject({
      code: 'body-malformed',
      fields: ['text'],
    })
  })

  it('takes 500 characters, and an empty note away', async () => {
    const { order } = await opened()

    expect(await (await note(order.id, 'x'.repeat(500))).json()).toMatchObject({ note: 'x'.repeat(500) })
    expect(await (await note(order.id, ' ')).json()).not.toHaveProperty('note')
  })

  it.each([
    ['of the scope read', () => bearer(env.TEST_READ_KEY), '403 scope-missing'],
    ['of a page', () => ({ ...merchant(), Origin: SHOP }), '403 origin-not-allowed'],
    ['that is none', () => ({}), '401 token-invalid'],
  ])('refuses a key %s', async (_, headers, refusal) => {
    const { order } = await opened()

    expect(await refusalOf(await note(order.id, 'x', headers()))).toBe(refusal)
  })

  it('refuses the order’s own token, and knows no order that was never opened', async () => {
    const { order, token } = await opened()

    expect((await note(order.id, 'x', bearer(token))).status).toBeGreaterThanOrEqual(401)
    expect(await refusalOf(await note('A'.repeat(32), 'x'))).toBe('404 not-found')
  })
})
