import { describe, expect, it } from 'vitest'
import { composedConfig } from './composed-config.ts'

const BASE = {
  name: 'pay-checkout',
  main: 'worker/index.ts',
  workers_dev: true,
  d1_databases: [{ binding: 'ORDER_INDEX', database_name: 'pay-checkout', migrations_dir: 'migrations' }],
  durable_objects: { bindings: [{ name: 'ORDERS', class_name: 'Order' }] },
  migrations: [{ tag: 'v1', new_sqlite_classes: ['Order'] }],
  vars: { PAYMENTS: 'on' },
}

const composed = (own: object) => {
  const result = composedConfig(BASE, own)
  return result.ok ? result.value : expect.fail(result.reason)
}

describe('the configuration of a deployment', () => {
  it('keeps what the merchant says nothing of, as a new version brings it', () => {
    expect(composed({ name: 'pay-staging' })).toMatchObject({ ...BASE, name: 'pay-staging' })
  })

  it('replaces values, and changes a binding by its name', () => {
    const d1_databases = [{ binding: 'ORDER_INDEX', database_name: 'own', database_id: 'an-id' }]

    expect(composed({ workers_dev: false, d1_databases })).toMatchObject({
      workers_dev: false,
      d1_databases: [
        { binding: 'ORDER_INDEX', database_name: 'own', database_id: 'an-id', migrations_dir: 'migrations' },
      ],
    })
  })

  it('takes further bindings', () => {
    const own = { durable_objects: { bindings: [{ name: 'OTHER', class_name: 'Other' }] } }

    expect(composed(own).durable_objects).toEqual({
      bindings: [
        { name: 'ORDERS', class_name: 'Order' },
        { name: 'OTHER', class_name: 'Other' },
      ],
    })
  })

  it('gives variables to the edge as text', () => {
    const vars = { ALLOWED_ORIGINS: ['https://shop.example.com'], OFFERS_NOT_BEFORE: '{}' }

    expect(composed({ vars }).vars).toEqual({
      PAYMENTS: 'on',
      ALLOWED_ORIGINS: '["https://shop.example.com"]',
      OFFERS_NOT_BEFORE: '{}',
    })
  })

  it.each([
    ['always', {}, []],
    ['for a webhook', { WEBHOOK_URL: 'https://shop.example.com/hooks' }, ['WEBHOOK_SECRET']],
    ['for cards', { CHECKOUT_METHODS: ['hosted', 'card'] }, ['CARD_DIGEST_KEY']],
    ['for cards, in text', { CHECKOUT_METHODS: '["card"]' }, ['CARD_DIGEST_KEY']],
    ['for saved cards alone', { CHECKOUT_METHODS: ['saved-card'] }, []],
    ['for the bot check', { TURNSTILE_SITE_KEY: '1x00' }, ['TURNSTILE_SECRET_KEY']],
  ])('requires the secrets that the edge needs %s', (_, vars, further) => {
    expect(composed({ vars }).secrets).toEqual({
      required: ['GATEWAY_CONTROL_KEY', 'TOKEN_KEY', ...further],
    })
  })

  it('refuses migrations of its own: objects would lose their storage', () => {
    expect(composedConfig(BASE, { migrations: [] } as object)).toEqual({
      ok: false,
      reason: expect.stringContaining('migrations'),
    })
  })
})
