import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeOfferKey, type OfferKey, publicKeySet } from '../../cli/keys.ts'
import { ROOT } from '../root.ts'
import { devSettings, optionsIn } from './dev-options.ts'

const SHOP = 'http://shop.localhost:5173'

let demo: OfferKey
let own: OfferKey

beforeAll(async () => {
  demo = await makeOfferKey('ES256')
  own = await makeOfferKey('EdDSA')
})

const defaults = () => ({ sites: [SHOP], offerKey: demo, webhookSecret: 'whsec_demo' })

describe('optionsIn', () => {
  it('uses the documented ports by default, and nothing else', () => {
    expect(optionsIn([])).toEqual({ ports: { shop: 5173, edge: 8787, sandbox: 8788 }, origins: [] })
  })

  it('counts ports up from a base', () => {
    expect(optionsIn(['--port-base', '6000'])).toMatchObject({
      ports: { shop: 6000, edge: 6001, sandbox: 6002 },
    })
  })

  it('takes pages, a key and a receiver of the merchant’s own', () => {
    const flags = ['--origin', 'http://localhost:3000/mug.html', '--origin', 'https://shop.example.com']

    expect(
      optionsIn([...flags, '--offer-key', 'key.json', '--webhook', 'http://127.0.0.1:3000/h']),
    ).toMatchObject({
      origins: ['http://localhost:3000', 'https://shop.example.com'],
      offerKey: 'key.json',
      webhook: 'http://127.0.0.1:3000/h',
    })
  })

  it.each([
    ['a word as a port', ['--port-base', 'many'], /^--port-base/],
    ['no port', ['--port-base', '0'], /^--port-base/],
    ['a base without room above it', ['--port-base', '65534'], /^--port-base/],
    ['another flag', ['--port', '6000'], /--port/],
    ['an origin that is none', ['--origin', 'shop'], /^--origin/],
    ['plain http beyond this machine', ['--origin', 'http://192.168.0.4:3000'], /^--origin/],
    ['a receiver that is none', ['--webhook', 'hooks'], /^--webhook/],
  ])('says what is wrong with %s', (_, args, line) => {
    expect(optionsIn(args)).toMatch(line)
  })
})

describe('devSettings', () => {
  it('lets the demo shop sell beside the merchant’s own pages', () => {
    const settings = devSettings({ origins: ['http://localhost:3000'] }, '', defaults(), own)

    expect(JSON.parse(settings.ALLOWED_ORIGINS ?? '')).toEqual([SHOP, 'http://localhost:3000'])
    expect(JSON.parse(settings.OFFER_KEYS ?? '')).toEqual(publicKeySet([demo, own]))
    expect(settings.OFFER_KEYS).not.toContain(own.d)
    expect(settings).not.toHaveProperty('WEBHOOK_URL')
  })

  it('signs webhooks to the merchant’s own receiver', () => {
    expect(devSettings({ origins: [], webhook: 'http://localhost:1/h' }, '', defaults())).toMatchObject({
      WEBHOOK_URL: 'http://localhost:1/h',
      WEBHOOK_SECRET: 'whsec_demo',
    })
  })

  it('takes several receivers from the file, unless the command line names one', () => {
    const file = `WEBHOOKS='[{"url":"http://localhost:2/h","secret":"whsec_file"}]'`

    expect(devSettings({ origins: [] }, file, defaults())).toHaveProperty('WEBHOOKS')
    expect(
      devSettings({ origins: [], webhook: 'http://localhost:1/h' }, file, defaults()),
    ).not.toHaveProperty('WEBHOOKS')
  })

  it('takes settings from the file, and origins and keys beside its own', () => {
    const file = [
      'PAYMENTS=paused',
      `ALLOWED_ORIGINS='["https://file.example"]'`,
      `OFFER_KEYS='${JSON.stringify(publicKeySet([own]))}'`,
      'WEBHOOK_URL=http://localhost:2/h',
      'WEBHOOK_SECRET=whsec_file',
    ].join('\n')

    const settings = devSettings({ origins: ['http://localhost:3000'] }, file, defaults())

    expect(settings).toMatchObject({ PAYMENTS: 'paused', WEBHOOK_SECRET: 'whsec_file' })
    expect(JSON.parse(settings.ALLOWED_ORIGINS ?? '')).toEqual([
      SHOP,
      'https://file.example',
      'http://localhost:3000',
    ])
    expect(JSON.parse(settings.OFFER_KEYS ?? '')).toEqual(publicKeySet([demo, own]))
  })

  it('takes a copied example for an empty file', async () => {
    const example = await readFile(join(ROOT, '.dev.vars.example'), 'utf8')

    expect(devSettings({ origins: [] }, example, defaults())).toEqual(
      devSettings({ origins: [] }, '', defaults()),
    )
  })

  it('names a list in the file that cannot be read, and nothing of it', () => {
    expect(() => devSettings({ origins: [] }, 'OFFER_KEYS=secret', defaults())).toThrow(
      'OFFER_KEYS in .dev.vars is not JSON',
    )
  })
})
