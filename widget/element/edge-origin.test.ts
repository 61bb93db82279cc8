import { afterEach, describe, expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'
import { edgeOrigin } from './edge-origin.ts'

afterEach(() => {
  Reflect.deleteProperty(window, 'pwned')
})

describe('an edge', () => {
  it.each([
    ['https://pay.example.com', 'https://pay.example.com'],
    ['https://pay.example.com/', 'https://pay.example.com'],
    ['https://pay.example.com:8443', 'https://pay.example.com:8443'],
    ['http://pay.localhost:8787', 'http://pay.localhost:8787'],
    ['http://shop.localhost:5173/gallery', 'http://shop.localhost:5173/gallery'],
    ['HTTPS://Pay.Example.com', 'https://pay.example.com'],
  ])('is the origin that %s names', (edge, origin) => {
    expect(edgeOrigin(edge)).toBe(origin)
  })

  it.each([
    '',
    'pay.example.com',
    '/pay',
    'javascript:pwned=1//',
    'java\nscript:pwned=1//',
    'data:text/html,x',
    'blob:https://pay.example.com/1',
    'ftp://pay.example.com',
  ])('is none that is called %j', (edge) => {
    expect(edgeOrigin(edge)).toBe('')
  })
})

it.each(['javascript:window.pwned=1//', ' javascript:window.pwned=1//', 'JavaScript:window.pwned=1//'])(
  'runs no script of an edge that is called %j, with an offer that anybody wrote',
  async (edge) => {
    const checkout = await Checkout.open({ edge, offer: offerOf({ methods: ['card'] }) })

    await expect.poll(() => checkout.outcomes).toEqual(['pay-failed'])
    expect(checkout.event('pay-failed').error).toEqual({
      code: 'edge-missing',
      recoverable: false,
      supportId: '',
    })
    expect(checkout.root.querySelector('iframe')).toBeNull()
    expect(Reflect.get(window, 'pwned')).toBeUndefined()
  },
)
