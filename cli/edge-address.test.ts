import { describe, expect, it } from 'vitest'
import { withPublicUrl } from './edge-address.ts'

const CONFIG = `name = "pay-checkout"
workers_dev = true

[assets]
directory = "dist/edge"

[vars]
PAYMENTS = "on"
`

const written = (url: string, config = CONFIG) => {
  const result = withPublicUrl(config, url)
  return result.ok ? result.value : expect.fail(result.reason)
}

describe('withPublicUrl', () => {
  it('serves the edge at a domain of the merchant’s own alone', () => {
    expect(written('https://pay.example.com')).toBe(`name = "pay-checkout"
workers_dev = false
preview_urls = false
routes = [{ pattern = "pay.example.com", custom_domain = true }]

[assets]
directory = "dist/edge"

[vars]
PUBLIC_URL = "https://pay.example.com"
PAYMENTS = "on"
`)
  })

  it('leaves workers.dev on where that is the address, without previews', () => {
    const text = written('https://pay.somebody.workers.dev')

    expect(text).toMatch(/^workers_dev = true$/m)
    expect(text).toMatch(/^preview_urls = false$/m)
    expect(text).not.toContain('routes')
  })

  it('changes nothing the second time, and only the address when that changes', () => {
    const once = written('https://pay.example.com')

    expect(written('https://pay.example.com', once)).toBe(once)
    expect(written('https://till.example.com', once)).toBe(once.replaceAll('pay.example', 'till.example'))
    expect(written('https://pay.somebody.workers.dev', once)).not.toContain('routes')
  })

  it.each([
    '',
    'pay.example.com',
    'http://pay.example.com',
    'https://pay.example.com/',
    `https://${'a'.repeat(50)}.com`,
  ])('refuses %j', (url) => {
    expect(withPublicUrl(CONFIG, url)).toMatchObject({ ok: false })
  })
})
