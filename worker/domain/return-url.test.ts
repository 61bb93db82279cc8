import { describe, expect, it } from 'vitest'
import { keptPage, parseReturnUrl, withOrder, withoutOrder } from './return-url.ts'

const allowed = { origins: ['https://shop.example'], publicUrl: 'https://pay.example.com' }
const order = { id: 'ID', token: 'a.b.c' }

describe('parseReturnUrl', () => {
  it.each([
    ['a page of the shop', 'https://shop.example/thanks?a=1#top', 'https://shop.example/thanks?a=1#top'],
    [
      'the edge’s own page with an offer',
      'https://pay.example.com/pay#offer=x',
      'https://pay.example.com/pay#offer=x',
    ],
    ['a page that an order was left on', 'https://shop.example/#a&pay-order=I.t', 'https://shop.example/#a'],
  ])('takes %s', (_, text, url) => {
    expect(parseReturnUrl(text, allowed)).toBe(url)
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['a site that begins alike', 'https://shop.example.evil.example/'],
    ['the shop without encryption', 'http://shop.example/'],
    ['another port of the shop', 'https://shop.example:8443/'],
    ['another page of the edge', 'https://pay.example.com/callback/x/y'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a name and password', 'https://shop.example@evil.example/'],
    ['a name and password at the shop', 'https://me:secret@shop.example/'],
    ['a path alone', '/thanks'],
    ['nothing', ''],
    ['an endless address', `https://shop.example/${'a'.repeat(9000)}`],
  ])('refuses %s', (_, text) => {
    expect(parseReturnUrl(text, allowed)).toBeUndefined()
  })
})

describe('withOrder', () => {
  it.each([
    ['a plain address', 'https://s/p', 'https://s/p#pay-order=ID.a.b.c'],
    ['a fragment', 'https://s/p#top', 'https://s/p#top&pay-order=ID.a.b.c'],
    ['an empty fragment', 'https://s/p#', 'https://s/p#pay-order=ID.a.b.c'],
    ['an earlier order', 'https://s/p#pay-order=OLD.x', 'https://s/p#pay-order=ID.a.b.c'],
    [
      'an earlier order among others',
      'https://s/p#a=1&pay-order=OLD.x&b',
      'https://s/p#a=1&b&pay-order=ID.a.b.c',
    ],
    ['a route with a query', 'https://s/p#/thanks?a=1', 'https://s/p#/thanks?a=1&pay-order=ID.a.b.c'],
    ['a route that asks for it', 'https://s/p#/thanks?', 'https://s/p#/thanks?pay-order=ID.a.b.c'],
    ['a page without a route that asks for it', 'https://s/p#/?', 'https://s/p#/?pay-order=ID.a.b.c'],
    ['a query of the same name', 'https://s/p?pay-order=1', 'https://s/p?pay-order=1#pay-order=ID.a.b.c'],
  ])('joins %s', (_, url, expected) => {
    expect(withOrder(url, order)).toBe(expected)
    expect(withOrder(expected, order)).toBe(expected)
  })
})

describe('withoutOrder', () => {
  it('leaves an address without an order as it is', () => {
    expect(withoutOrder('https://s/p?x#/route?pay-order=1')).toBe('https://s/p?x#/route?pay-order=1')
  })
  it.each([
    ['https://s/p#pay-order=I.t&pay-order=J.t', 'https://s/p'],
    ['https://s/p#pay-order=I.t&pay-order=J.t&a', 'https://s/p#a'],
    ['https://s/p#a&pay-order=I.t&pay-order=J.t&b', 'https://s/p#a&b'],
    ['https://s/p#a&pay-order=I.t&b&pay-order=J.t', 'https://s/p#a&b'],
    ['https://s/p#/r?pay-order=I.t&pay-order=J.t', 'https://s/p#/r?'],
    ['https://s/p#pay-order=I.t&/r?pay-order=J.t&a=1', 'https://s/p#/r?a=1'],
  ])('removes every order of %s', (url, rest) => {
    expect(withoutOrder(url)).toBe(rest)
  })
})

describe('keptPage', () => {
  it.each([
    ['a page', 'https://s/p?a=1', 'https://s/p?a=1'],
    ['a router’s page', 'https://s/p#/cart?a=1', 'https://s/p#/cart?a=1'],
    ['a place in a page', 'https://s/p#top', 'https://s/p'],
    ['a token', 'https://s/p#access_token=secret#/', 'https://s/p'],
    ['the edge’s own page', 'https://pay.example.com/pay#offer=x', 'https://pay.example.com/pay#offer=x'],
    ['a page beside it', 'https://pay.example.com/payment#offer=x', 'https://pay.example.com/payment'],
  ])('keeps of %s what leads back to it', (_, url, kept) => {
    expect(keptPage(url, allowed.publicUrl)).toBe(kept)
  })
})
