import { describe, expect, it } from 'vitest'
import { ask, EDGE } from '../test-edge.ts'

describe('GET /pay', () => {
  it('carries the tag’s strict policy, and cannot be framed', async () => {
    const { headers } = await ask('/pay')

    expect(headers.get('Content-Security-Policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${EDGE}`,
      `connect-src ${EDGE} wss://pay.example.com`,
      `frame-src ${EDGE}`,
      `style-src ${EDGE}`,
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
    expect(html).toContain('<html lang="en">')
    expect(html).toMatch(/<title>.+<\/title>/)
    expect(html).toMatch(/<noscript>.+<\/noscript>/s)
  })

  it('holds nothing inline that its policy would refuse', async () => {
    const html = await (await ask('/pay')).text()

    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  it('reads the offer before the tag is defined', async () => {
    const html = await (await ask('/pay')).text()

    expect(html.indexOf('/pay.js')).toBeLessThan(html.indexOf('/pay-checkout.js'))
    expect(html.indexOf('/pay.js')).toBeGreaterThan(0)
  })
})
