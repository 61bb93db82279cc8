import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ask, EDGE } from '../testing/edge.ts'

const MERCHANT = {
  name: 'Clay & Sons',
  logo: 'https://cdn.example/logo.svg',
  terms: 'https://shop.example.com/terms',
  privacy: 'https://shop.example.com/privacy',
  withdrawal: 'https://shop.example.com/withdraw',
  support: 'mailto:help@shop.example.com',
}

const pageOf = async (merchant: object) =>
  (await ask('/pay', {}, { MERCHANT: JSON.stringify(merchant) })).text()

describe('GET /pay', () => {
  it('carries the tag’s strict policy, and cannot be framed', async () => {
    const { headers } = await ask('/pay')

    expect(headers.get('Content-Security-Policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${EDGE}`,
      `connect-src ${EDGE} wss://pay.example.com`,
      `frame-src ${EDGE}`,
      expect.stringMatching(/^style-src https:\/\/pay\.example\.com 'sha256-[\w+/]{43}='$/),
      `img-src ${EDGE}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types pay-checkout',
    ])
  })

  it('leaves no hold on it to the page that opened it', async () => {
    const { headers } = await ask('/pay')

    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
  })

  it('is one page whatever is asked, in a language, with a title and a word for browsers without scripts', async () => {
    const [plain, asked] = [await ask('/pay'), await ask('/pay?<script>')]

    const html = await plain.text()

    expect(await asked.text()).toBe(html)
    expect(plain.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toMatch(/<title>.+<\/title>/)
    expect(html).toMatch(/<noscript>.+<\/noscript>/s)
  })

  it('says nothing of an outcome that it cannot know: somebody who paid may load it again', async () => {
    const html = await (await ask('/pay')).text()

    expect(html).toMatch(/id="silence".*could not be loaded/s)
    expect(html).not.toMatch(/charged|paid/i)
  })

  it('names the seller, and where its terms, its privacy notice, its page to withdraw and its help are', async () => {
    const html = await pageOf(MERCHANT)

    expect(html).toContain('<title>Pay Clay &amp; Sons</title>')
    expect(html).toMatch(
      /<h1><img src="https:\/\/cdn.example\/logo.svg" alt=""[^>]*><bdi>Clay &amp; Sons<\/bdi><\/h1>/,
    )
    expect([...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, text]) => [text, to])).toEqual([
      ['Terms', MERCHANT.terms],
      ['Privacy', MERCHANT.privacy],
      ['Withdraw from the contract', MERCHANT.withdrawal],
      ['Help', MERCHANT.support],
    ])
  })

  it('may load the logo from the one origin where it is', async () => {
    const { headers } = await ask('/pay', {}, { MERCHANT: JSON.stringify(MERCHANT) })

    expect(headers.get('Content-Security-Policy')).toContain(`; img-src ${EDGE} https://cdn.example; `)
  })

  it('may load pictures of products from the origins that the settings name, and each is named once', async () => {
    const imageOrigins = ['https://cdn.example', 'https://img.example']
    const { headers } = await ask('/pay', {}, { MERCHANT: JSON.stringify({ ...MERCHANT, imageOrigins }) })

    expect(headers.get('Content-Security-Policy')).toContain(
      `; img-src ${EDGE} https://cdn.example https://img.example; `,
    )
  })

  it('shows a seller of whom only the name is set without picture and links', async () => {
    const html = await pageOf({ name: '<script>' })

    expect(html).toContain('<h1><bdi>&lt;script&gt;</bdi></h1>')
    expect(html).not.toMatch(/<img|<a /)
  })

  it('says where the shopper is where no seller is set', async () => {
    const html = await (await ask('/pay', {}, { MERCHANT: undefined })).text()

    expect(html).toContain('<title>Payment</title>')
    expect(html).toContain('<strong dir="ltr">pay.example.com</strong>')
  })

  it('holds nothing inline that its policy would refuse', async () => {
    const reply = await ask('/pay')
    const html = await reply.text()

    const [, look = ''] = /<style>([^<]+)<\/style>/.exec(html) ?? []
    const digest = createHash('sha256').update(look).digest('base64')
    expect(reply.headers.get('Content-Security-Policy')).toContain(` 'sha256-${digest}'; `)
    expect(html.replace(/<style>/, '')).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  it('is in the merchant’s colour, lighter on dark pages where it is dark, as is the tag', async () => {
    const html = await pageOf({ name: 'Clay', accent: '#1b4332' })

    const colour = 'light-dark(#1b4332,oklch(from #1b4332 max(l,0.62) c h))'
    expect(html).toContain(`;--_accent:${colour};`)
    expect(html).toContain(`;--pay-accent:${colour}}`)
    expect(await pageOf({ name: 'Clay' })).not.toContain('--pay-accent')
  })

  it('keeps room for the badge of the tag in test mode alone', async () => {
    const of = async (test: boolean) =>
      (await ask('/pay', {}, { GATEWAY_PROFILE: JSON.stringify({ test }) })).text()

    expect(await of(true)).toContain('<body data-test>')
    expect(await of(false)).toContain('<body>')
  })

  it('reads the offer before the tag is defined', async () => {
    const html = await (await ask('/pay')).text()

    expect(html.indexOf('/pay.js')).toBeLessThan(html.indexOf('/pay-checkout.js'))
    expect(html.indexOf('/pay.js')).toBeGreaterThan(0)
  })
})
