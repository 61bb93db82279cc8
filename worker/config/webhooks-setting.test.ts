import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'
import { endpointId, endpointsOf } from './webhooks-setting.ts'

const secret = (letter: string) => `whsec_${btoa(letter.repeat(32))}`
const SHOP = { url: 'https://shop.example.com/hooks', secret: secret('a') }
const BOOKS = { url: 'https://books.example.com/in?key=k3y', secret: secret('b'), events: ['order.approved'] }
const OLD = { WEBHOOK_URL: 'https://old.example.com/hooks', WEBHOOK_SECRET: secret('o') }

const read = (change: Record<string, unknown>) => readConfig({ ...env, ...change })
const endpoints = (change: Record<string, unknown>) => endpointsOf(configOf({ ...env, ...change }))
const list = (...all: unknown[]) => ({ WEBHOOKS: JSON.stringify(all) })

describe('WEBHOOKS', () => {
  it('names several endpoints', () => {
    expect(endpoints(list(SHOP, BOOKS))).toEqual([
      { id: endpointId(SHOP.url), ...SHOP },
      { id: endpointId(BOOKS.url), ...BOOKS },
    ])
  })

  it('counts where WEBHOOK_URL is set too, also with the same secret', () => {
    const same = { ...OLD, WEBHOOK_SECRET: SHOP.secret }

    expect(endpoints({ ...list(SHOP), ...same }).map(({ url }) => url)).toEqual([SHOP.url])
    expect(endpoints(OLD).map(({ url }) => url)).toEqual([OLD.WEBHOOK_URL])
    expect(endpoints({})).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['is no JSON', { WEBHOOKS: SHOP.url }],
    ['is empty', list()],
    [
      'has more endpoints than eight',
      list(...[...'abcdefghi'].map((one) => ({ url: `${SHOP.url}/${one}`, secret: secret(one) }))),
    ],
    ['has a plain http address', list({ ...SHOP, url: 'http://shop.example.com/hooks' })],
    ['has a password in an address', list({ ...SHOP, url: 'https://u:p@shop.example.com/hooks' })],
    ['has no secret', list({ url: SHOP.url })],
    ['has a short secret', list({ ...SHOP, secret: 'whsec_c2hvcnQ=' })],
    ['has one address twice', list(SHOP, { ...BOOKS, url: SHOP.url })],
    ['has one secret twice', list(SHOP, { ...BOOKS, secret: SHOP.secret })],
    [
      'has one secret of several twice',
      list({ ...SHOP, secret: `${secret('c')} ${SHOP.secret}` }, { ...BOOKS, secret: SHOP.secret }),
    ],
    ['has an empty list of types', list({ ...SHOP, events: [] })],
    ['has a type that is none', list({ ...SHOP, events: ['Order Approved'] })],
    ['has a member with another name', list({ ...SHOP, event: ['order.approved'] })],
    ['has the edge’s own address', list({ ...SHOP, url: `${configOf({ ...env }).PUBLIC_URL}/` })],
    ['has the secret of another setting', { ...list(SHOP), NAME_KEY: SHOP.secret }],
  ])('is refused if it %s, without a part of it in the words', (_, change) => {
    const reading = read(change)

    expect(reading).toMatchObject({ ok: false, reason: [{ setting: 'WEBHOOKS' }] })
    expect(JSON.stringify(reading)).not.toMatch(/whsec_[A-Za-z0-9]|shop\.example/)
  })
})

describe('the id of an endpoint', () => {
  it('has the host, and nothing of the path or the query', () => {
    expect(endpointId(BOOKS.url)).toMatch(/^books\.example\.com#[0-9a-z]{1,7}$/)
  })

  it('follows from the address alone, so that another secret keeps it', () => {
    const [before] = endpoints(list(SHOP))
    const [after] = endpoints(list({ ...SHOP, secret: secret('z'), events: ['order.approved'] }))

    expect(after?.id).toBe(before?.id)
    expect(endpointId(`${SHOP.url}/2`)).not.toBe(before?.id)
  })

  it('never changes, since orders store it', () => {
    expect(endpointId('https://shop.example.com/hooks')).toBe('shop.example.com#wxivjm')
  })
})
