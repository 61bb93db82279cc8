/**
 * A stand-in for Turnstile, the edge's bot check, under its paths: the script, the check that it shows, and the verifier.
 * It knows nobody from a bot. Site and secret keys are those that Turnstile publishes for tests.
 *
 * @see https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 */
import { Hono } from 'hono'
import { html, raw } from 'hono/html'

/** The kinds of check, by site key. */
export const SITE_KEYS = {
  /** Wants a click. */
  asks: '3x00000000000000000000FF',
  /** Passes everybody at once. */
  passes: '1x00000000000000000000AA',
  /** Passes nobody. */
  fails: '2x00000000000000000000AB',
} as const

/** The secret key of every site key here. */
export const TURNSTILE_SECRET = '1x0000000000000000000000000000000AA'

/** Turnstile refuses a token after this time. */
const TOKEN_LIFE_MS = 300_000

/** What a passed check says about itself. */
interface Passed {
  readonly hostname: string
  readonly action: string
  readonly cdata: string
  readonly passedAt: number
  /** The request that used the token: a repetition of that request is answered alike. */
  usedBy?: string
}

/** Serves the stand-in. It forgets its tokens when the gateway restarts. */
export function turnstileStandIn(now: () => number): Hono {
  const routes = new Hono()
  const tokens = new Map<string, Passed>()

  routes.get('/api.js', (c) => c.body(SCRIPT, 200, { 'Content-Type': 'text/javascript' }))

  routes.get('/check', (c) => {
    const nonce = crypto.randomUUID()
    const sources = `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'`
    c.header('Content-Security-Policy', `default-src 'none'; ${sources}`)
    c.header('Cache-Control', 'no-store')
    return c.html(checkPage(nonce, c.req.query('theme') === 'light' ? 'light' : 'light dark'))
  })

  routes.post('/tokens', async (c) => {
    const { sitekey, hostname, action, cdata } = await c.req.json<Record<string, string>>()
    if (sitekey === SITE_KEYS.fails) return c.json({}, 403)
    const token = `0.${crypto.randomUUID()}.${crypto.randomUUID()}`
    tokens.set(token, { hostname: `${hostname}`, action: `${action}`, cdata: `${cdata}`, passedAt: now() })
    return c.json({ token })
  })

  routes.post('/siteverify', async (c) => {
    const asked = await c.req.json<Record<string, string>>()
    return c.json(verdictOn(tokens.get(asked.response ?? ''), asked, now()))
  })

  return routes
}

/** Judges a token, and uses it up. */
function verdictOn(passed: Passed | undefined, asked: Record<string, string>, now: number): object {
  const { secret, idempotency_key: request = crypto.randomUUID() } = asked
  const refused = (code: string) => ({ success: false, 'error-codes': [code], messages: [] })
  if (secret !== TURNSTILE_SECRET) return refused('invalid-input-secret')
  if (!passed) return refused('invalid-input-response')
  const isOver = now - passed.passedAt > TOKEN_LIFE_MS
  if (isOver || (passed.usedBy ?? request) !== request) return refused('timeout-or-duplicate')
  passed.usedBy = request
  const { hostname, action, cdata, passedAt } = passed
  const challenge_ts = new Date(passedAt).toISOString()
  return { success: true, 'error-codes': [], challenge_ts, hostname, action, cdata }
}

/** Defines `turnstile.render`. As the original does, it hides the frame of the check in a shadow root. */
const SCRIPT = `{
const base = new URL('.', document.currentScript.src)
window.turnstile = {
  render(place, { sitekey, action, cData = '', size, theme = 'auto', ...options }) {
    const src = new URL('check?theme=' + theme, base).href
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'Security check' })
    frame.style.cssText = 'border:0;display:block;inline-size:' +
      (size === 'compact' ? '150px;block-size:140px' : '100%;block-size:65px')
    const host = document.createElement('div')
    host.attachShadow({ mode: 'open' }).append(frame)
    place.append(host)
    addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return
      if (data === 'ready') {
        const about = { sitekey, action, cdata: cData, hostname: location.hostname }
        frame.contentWindow.postMessage(about, base.origin)
      }
      if (data === 'asks') options['before-interactive-callback']?.()
      if (data === 'fails') options['error-callback']?.('300030')
      if (data.token) options.callback?.(data.token)
    })
    return 'stand-in'
  },
}
}
`

const STYLE = `
:root { font: 0.875rem/1.4 system-ui, sans-serif }
body { box-sizing: border-box; display: flex; align-items: center; margin: 0; min-block-size: 100vh; padding: 0 .75rem; border: 1px solid light-dark(#e0e0e0, #797979); background: light-dark(#fafafa, #232323) }
label { display: flex; gap: .75rem; align-items: center; min-block-size: 44px }
input { inline-size: 1.5rem; block-size: 1.5rem; margin: 0 }
`

/** @param scheme Its colours, as CSS names them. */
const checkPage = (nonce: string, scheme: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<title>Security check</title>
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<main><label><input type="checkbox" id="person"><span id="words">I am a person</span></label></main>
<script nonce="${nonce}">${raw(CHECK)}</script>
</body>
</html>`

const CHECK = `
const tell = (message) => parent.postMessage(message, '*')
const words = document.querySelector('#words')
const box = document.querySelector('#person')
let about
const pass = async () => {
  box.disabled = true
  const reply = await fetch('tokens', { method: 'POST', body: JSON.stringify(about) })
  const { token } = await reply.json()
  words.textContent = token ? 'Passed' : 'Failed'
  tell(token ? { token } : 'fails')
}
box.addEventListener('change', pass)
addEventListener('message', ({ source, data }) => {
  if (source !== parent || about) return
  about = data
  if (about.sitekey === '${SITE_KEYS.asks}') tell('asks')
  else pass()
})
tell('ready')
`
