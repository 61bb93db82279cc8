import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { pageLook } from './pages/page-look.ts'
import { ask, EDGE, post, problemOf } from './testing/edge.ts'

/** What browsers send when a person opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const open = (path: string, headers: Record<string, string> = {}, bindings = {}, method = 'GET') =>
  ask(path, { method, headers: { Accept: BROWSER, ...headers } }, bindings)

const MERCHANT = JSON.stringify({
  name: 'Pots & <b>Pans</b>',
  logo: 'https://cdn.example/logo.png',
  support: 'https://shop.example.com/help?a=1&b="2',
})

describe('an address that leads nowhere', () => {
  it('shows a person where to get a link to pay', async () => {
    const response = await open('/pay/mug')
    const text = await response.text()

    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(text).toContain('ask the shop for a new one')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toMatch(/<script|<pay-checkout/)
  })

  it('runs no script, sends no form, and stands in no frame', async () => {
    const { headers } = await open('/nowhere', {}, { MERCHANT })
    const look = await pageLook(configOf({ ...env, MERCHANT }).MERCHANT)

    expect(headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src ${EDGE} ${look.source}; img-src ${EDGE} https://cdn.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Vary')).toMatch(/Accept\b(?!-)/)
  })

  it('names the shop and its support, escaped', async () => {
    const text = await (await open('/nowhere', {}, { MERCHANT })).text()

    expect(text).toContain('<bdi>Pots &amp; &lt;b&gt;Pans&lt;/b&gt;</bdi>')
    expect(text).toMatch(/<a href="https:\/\/shop\.example\.com\/help\?a=1&amp;b=(&quot;|%22)2"/)
    expect(text).not.toContain('<b>Pans')
  })

  it.each([
    '/<script>alert(1)</script>',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
    '/x?lang=%22%3E%3Cscript%3Ealert(1)',
    '/x?q=<img src=x onerror=alert(1)>',
  ])('repeats nothing of %s', async (path) => {
    const response = await open(path, { 'Accept-Language': '"><script>alert(1)</script>' })
    const text = await response.text()

    expect(response.status).toBe(404)
    expect(text).not.toMatch(/alert|<script|<img/)
    expect(text).toContain('<html lang="en" dir="ltr">')
  })

  it('speaks the language of the browser', async () => {
    const ASSETS = {
      fetch: async (url: string) =>
        new URL(url).pathname === '/page-texts/ar.json'
          ? Response.json({ pages: { 'pay.empty': 'لا توجد دفعة' }, fields: {}, check: {} })
          : new Response('', { status: 404 }),
    }

    const text = await (await open('/nowhere', { 'Accept-Language': 'ar' }, { ASSETS })).text()

    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('لا توجد دفعة')
  })

  it('has the status of a page to programs that ask for its head alone', async () => {
    const response = await open('/nowhere', {}, {}, 'HEAD')

    expect([response.status, await response.text()]).toEqual([404, ''])
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
  })

  it.each([
    ['says nothing', {}],
    ['takes anything', { Accept: '*/*' }],
    ['wants JSON', { Accept: 'application/json' }],
    ['would rather have JSON', { Accept: 'text/html;q=0.5, application/json' }],
    ['would rather have a problem', { Accept: 'application/problem+json, text/html;q=0.9' }],
  ])('is a problem to a program that %s', async (_, headers) => {
    const response = await ask('/nowhere', { headers: headers as Record<string, string> })

    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not-found' })
    expect(response.headers.get('Vary')).toMatch(/Accept\b(?!-)/)
  })

  it('is a problem to whoever posts there', async () => {
    const response = await ask('/nowhere', post({}, { Accept: BROWSER }))

    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not-found' })
  })
})

describe('an address of the interface that a person opens', () => {
  it('shows the same page, with the methods that it takes', async () => {
    const response = await open('/v1/checkout')

    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    expect(await response.text()).toContain('ask the shop for a new one')
  })
})
