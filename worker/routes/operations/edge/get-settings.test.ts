import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../../shared/http-bodies.ts'
import { ask } from '../../testing/edge.ts'

const CHECKOUT_METHODS = '["card","hosted","saved-card"]'

const settings = async (bindings: object) => (await ask('/v1/settings', {}, bindings)).json<Settings>()

describe('GET /v1/settings', () => {
  it.each([
    ['no cards where tries are not limited', 'off', ['hosted']],
    ['no cards unless the merchant says so', '{}', ['hosted']],
    ['cards where the merchant says so', '{"cardsForOffers":"auto"}', ['card', 'hosted', 'saved-card']],
  ])('names what offers may use: %s', async (_, LIMITS, methods) => {
    expect((await settings({ CHECKOUT_METHODS, LIMITS, CARD_DIGEST_KEY: 'k'.repeat(32) })).methods).toEqual(
      methods,
    )
  })

  it('names the seller as the merchant describes it', async () => {
    const merchant = {
      name: 'Heather Hill',
      logo: 'https://shop.example.com/logo.svg',
      terms: 'https://shop.example.com/terms',
      termsRequired: true,
      privacy: 'https://shop.example.com/privacy',
      support: 'mailto:help@shop.example.com',
    }

    const imageOrigins = ['https://cdn.example']
    const MERCHANT = JSON.stringify({ ...merchant, imageOrigins, cards: ['mastercard', 'jcb'] })
    expect((await settings({ MERCHANT })).merchant).toEqual({ ...merchant, cards: ['Mastercard', 'JCB'] })
  })

  it.each([
    ['says', { receipts: true }, true],
    ['does not say', { refunds: true }, undefined],
  ])('%s that receipts are mailed, for the tag', async (_, kinds, expected) => {
    const SHOPPER_MAIL = JSON.stringify({ from: 'shop@example.com', ...kinds })

    expect((await settings({ SHOPPER_MAIL })).mailsReceipts).toBe(expected)
    expect(await settings({})).not.toHaveProperty('mailsReceipts')
  })

  it('names the languages of the tag', async () => {
    expect((await settings({})).locales).toEqual(expect.arrayContaining(['en', 'de']))
  })

  it('names no seller where the merchant set none', async () => {
    expect(await settings({ MERCHANT: undefined })).not.toHaveProperty('merchant')
  })
})
