import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from './config.ts'
import {
  type AddressPurpose,
  attemptOf,
  callbackUrl,
  type FramePage,
  frameUrl,
  returnUrl,
  type ThreeDsPage,
  threeDsUrl,
} from './signed-urls.ts'

const config = configOf({ ...env })
const orderId = 'Ab-_5678901234567890123456789012'
const otherId = 'Ab-_5678901234567890123456789013'

const keyOf = (address: string) => address.split('/').at(-1) ?? ''

const attemptIn = (purpose: AddressPurpose, order: string, key: string) =>
  attemptOf(config, { purpose, orderId: order, key })

describe('addresses that prove themselves', () => {
  it('lead back to their attempt', async () => {
    const [called, returned] = [await callbackUrl(config, orderId, 2), await returnUrl(config, orderId, 12)]

    expect(called).toMatch(`${config.PUBLIC_URL}/callback/${orderId}/2.`)
    expect(returned).toMatch(`${config.PUBLIC_URL}/return/${orderId}/12.`)
    expect(await attemptIn('callback', orderId, keyOf(called))).toBe(2)
    expect(await attemptIn('return', orderId, keyOf(returned))).toBe(12)
  })

  it('fit into 128 characters with the longest address of an edge and the highest attempt', async () => {
    const PUBLIC_URL = `https://${'a'.repeat(45)}`
    const address = await callbackUrl(configOf({ ...env, PUBLIC_URL }), orderId, 9999)

    expect([PUBLIC_URL.length, address.length]).toEqual([53, 128])
  })

  it('open nothing for another order, attempt or purpose', async () => {
    const key = keyOf(await callbackUrl(config, orderId, 1))

    expect(await attemptIn('callback', otherId, key)).toBeUndefined()
    expect(await attemptIn('callback', orderId, key.replace('1.', '2.'))).toBeUndefined()
    expect(await attemptIn('return', orderId, key)).toBeUndefined()
  })

  const PAGES: readonly ThreeDsPage[] = ['step', 'method', 'cres', 'pares']

  it.each(PAGES)('open no page of 3-D Secure but %s with the key of that page', async (page) => {
    const address = await threeDsUrl(config, page, { orderId, attempt: 3 })
    const [key = '', name] = address.split('/').slice(-2)

    const opened = PAGES.map((other) => attemptIn(`three-ds/${other}`, orderId, key))

    expect(address).toMatch(`${config.PUBLIC_URL}/three-ds/${orderId}/3.`)
    expect(name).toBe(page)
    expect(await Promise.all(opened)).toEqual(PAGES.map((other) => (other === page ? 3 : undefined)))
  })

  const FRAMES: readonly FramePage[] = ['method', 'challenge', 'gateway-page']

  it.each(FRAMES)('open no frame but %s with the key of that frame', async (page) => {
    const address = await frameUrl(config, page, { orderId, attempt: 3 })

    const key = keyOf(address)
    const opened = FRAMES.map((other) => attemptIn(`frames/${other}`, orderId, key))
    const steps = PAGES.map((other) => attemptIn(`three-ds/${other}`, orderId, key))

    expect(address).toMatch(`${config.PUBLIC_URL}/frames/${page}/${orderId}/3.`)
    expect(await Promise.all(opened)).toEqual(FRAMES.map((other) => (other === page ? 3 : undefined)))
    expect(await Promise.all(steps)).toEqual(PAGES.map(() => undefined))
  })

  it('made with the former key still open, those of a forgotten one do not', async () => {
    const TOKEN_KEY = config.TOKEN_KEY_PREVIOUS
    const former = configOf({ ...env, TOKEN_KEY, TOKEN_KEY_PREVIOUS: undefined })
    const forgotten = configOf({ ...env, TOKEN_KEY: 'x'.repeat(32), TOKEN_KEY_PREVIOUS: undefined })

    expect(await attemptIn('callback', orderId, keyOf(await callbackUrl(former, orderId, 1)))).toBe(1)
    expect(
      await attemptIn('callback', orderId, keyOf(await callbackUrl(forgotten, orderId, 1))),
    ).toBeUndefined()
  })

  it.each([
    ['no key', () => ''],
    ['no number', (key: string) => key.replace('1.', '')],
    ['a leading zero', (key: string) => `0${key}`],
    ['a changed signature', (key: string) => key.slice(0, -2) + (key.endsWith('AA') ? 'BA' : 'AA')],
    ['a cut signature', (key: string) => key.slice(0, -1)],
    ['something behind it', (key: string) => `${key}A`],
    ['another number of its key', (key: string) => key.replace(/\.[\w-]{4}\./, '.AAAA.')],
    ['nothing but a signature’s length', () => `1.AAAA.${'A'.repeat(22)}`],
  ])('open nothing with %s', async (_, change) => {
    const key = keyOf(await callbackUrl(config, orderId, 1))

    expect(await attemptIn('callback', orderId, change(key))).toBeUndefined()
  })
})
