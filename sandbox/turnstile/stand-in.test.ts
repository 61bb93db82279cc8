import { describe, expect, it } from 'vitest'
import { SITE_KEYS, TURNSTILE_SECRET, turnstileStandIn } from './stand-in.ts'

const ABOUT = { sitekey: SITE_KEYS.asks, hostname: 'pay.localhost', action: 'pay', cdata: 'order-1' }

/** A stand-in whose clock stands still until a test moves it. */
function standIn() {
  const clock = { now: Date.UTC(2026, 10, 23) }
  const routes = turnstileStandIn(() => clock.now)
  const post = async (path: string, body: object) =>
    (await routes.request(path, { method: 'POST', body: JSON.stringify(body) })).json<
      Record<string, string>
    >()
  const token = async (about: object = ABOUT) => (await post('/tokens', about)).token ?? ''
  const verdict = (response: string, more: object = {}) =>
    post('/siteverify', { secret: TURNSTILE_SECRET, response, ...more })
  return { clock, routes, token, verdict }
}

describe('the stand-in of Turnstile', () => {
  it('says of a token who passed what, where and when', async () => {
    const { token, verdict } = standIn()

    expect(await verdict(await token())).toEqual({
      success: true,
      'error-codes': [],
      challenge_ts: '2026-11-23T00:00:00.000Z',
      hostname: 'pay.localhost',
      action: 'pay',
      cdata: 'order-1',
    })
  })

  it('takes a token once, and a repetition of the same request again', async () => {
    const { token, verdict } = standIn()
    const one = await token()

    expect(await verdict(one, { idempotency_key: 'a' })).toMatchObject({ success: true })
    expect(await verdict(one, { idempotency_key: 'a' })).toMatchObject({ success: true })
    expect(await verdict(one, { idempotency_key: 'b' })).toMatchObject({
      success: false,
      'error-codes': ['timeout-or-duplicate'],
    })
  })

  it('refuses a token after five minutes', async () => {
    const { clock, token, verdict } = standIn()
    const one = await token()

    clock.now += 300_001

    expect(await verdict(one)).toMatchObject({ 'error-codes': ['timeout-or-duplicate'] })
  })

  it('refuses a made-up token, and a wrong secret', async () => {
    const { token, verdict } = standIn()

    expect(await verdict('made-up')).toMatchObject({ 'error-codes': ['invalid-input-response'] })
    expect(await verdict(await token(), { secret: 'another' })).toMatchObject({
      'error-codes': ['invalid-input-secret'],
    })
  })

  it('passes nobody under the key that always fails', async () => {
    const { token } = standIn()

    expect(await token({ ...ABOUT, sitekey: SITE_KEYS.fails })).toBe('')
  })

  it('serves its script and its check', async () => {
    const { routes } = standIn()

    expect(await (await routes.request('/api.js?render=explicit')).text()).toContain('window.turnstile')
    expect(await (await routes.request('/check')).text()).toContain('I am a person')
  })
})
