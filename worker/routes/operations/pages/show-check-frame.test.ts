import { describe, expect, it } from 'vitest'
import { ask, EDGE, refusalOf, SHOP } from '../../testing/edge.ts'

const KEYS = { TURNSTILE_SITE_KEY: '0x4AAAAAAAAAAAAAAAAAAAAA', TURNSTILE_SECRET_KEY: 'a-secret-of-turnstile' }
const VERIFIER = 'https://challenges.cloudflare.com'

async function shown(bindings: object = {}) {
  const response = await ask('/frames/check', {}, { ...KEYS, ...bindings })
  const directives = (response.headers.get('Content-Security-Policy') ?? '').split('; ')
  const policy = Object.fromEntries(
    directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
  )
  return { response, policy, text: await response.text() }
}

describe('GET /frames/check', () => {
  it('may load the verifier’s script and frame, and nothing else of another site', async () => {
    const { policy, text } = await shown()

    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': `${EDGE} ${VERIFIER}`,
      'frame-src': VERIFIER,
      'style-src': expect.stringMatching(/^'nonce-[\w-]{22}'$/),
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': `${EDGE} ${SHOP}`,
    })
    expect(text).toContain('<script type="module" src="/frames/check.js"></script>')
  })

  it('names who may ask, and what the verifier needs, but not the secret', async () => {
    const { text } = await shown()

    expect(text).toContain(`data-origins="[&quot;${EDGE}&quot;,&quot;${SHOP}&quot;]"`)
    expect(text).toContain(`data-verifier="${VERIFIER}"`)
    expect(text).toContain(`data-site-key="${KEYS.TURNSTILE_SITE_KEY}" data-action="pay"`)
    expect(text).not.toContain(KEYS.TURNSTILE_SECRET_KEY)
  })

  it('can be a page of its own, and is kept nowhere', async () => {
    const { response, text } = await shown()

    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe(null)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin')
    expect(text).toMatch(/<h1>Confirm that you are a person<\/h1>\s*<p id="words" role="status"><\/p>/)
  })

  it('names the seller, with a logo from the one origin where it is', async () => {
    const merchant = { name: 'Clay & Sons', logo: 'https://cdn.example/logo.svg' }

    const { policy, text } = await shown({ MERCHANT: JSON.stringify(merchant) })

    expect(policy['img-src']).toBe('https://cdn.example')
    expect(text).toMatch(
      /<p id="seller"><img src="https:\/\/cdn.example\/logo.svg"[^>]*><bdi>Clay &amp; Sons/,
    )
    expect(text).toContain('<title>Confirm that you are a person · Clay &amp; Sons</title>')
  })

  it('takes a stand-in beside a gateway on this machine', async () => {
    const { policy } = await shown({ TURNSTILE_URL: 'http://127.0.0.1:8788' })

    expect(policy['frame-src']).toBe('http://127.0.0.1:8788')
  })

  it('is not there without keys', async () => {
    const none = { TURNSTILE_SITE_KEY: undefined, TURNSTILE_SECRET_KEY: undefined }

    expect(await refusalOf(await ask('/frames/check', {}, none))).toBe('404 not-found')
  })
})
