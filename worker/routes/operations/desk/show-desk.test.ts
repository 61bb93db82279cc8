import { describe, expect, it } from 'vitest'
import { accessSetting } from '../../../credentials/testing/access.ts'
import { ask, EDGE, refusalOf } from '../../testing/edge.ts'

const ON = { DESK: 'on' }

describe('GET /desk', () => {
  it.each([
    ['by default', {}],
    ['where it is switched off', { DESK: 'off' }],
  ])('is not there %s', async (_, settings) => {
    expect(await refusalOf(await ask('/desk', {}, settings))).toBe('404 not-found')
  })

  it('names the setting where it is neither on nor off', async () => {
    const response = await ask('/desk', {}, { DESK: 'yes' })

    expect(await response.json()).toMatchObject({
      code: 'configuration-invalid',
      fields: ['DESK'],
      detail: 'DESK must be on or off.',
    })
  })

  it('runs script and styles of the edge alone, and no page can frame it', async () => {
    const { headers } = await ask('/desk', {}, ON)

    expect(headers.get('Content-Security-Policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${EDGE}`,
      `style-src ${EDGE}`,
      `connect-src ${EDGE} wss://pay.example.com`,
      `img-src ${EDGE}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types pay-checkout',
    ])
  })

  it('is kept by no cache, and leaves no trace with others', async () => {
    const { headers } = await ask('/desk', {}, ON)

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    expect(headers.has('Set-Cookie')).toBe(false)
    expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
  })

  it('has its script and styles at fixed addresses, and nothing inline', async () => {
    const text = await (await ask('/desk', {}, ON)).text()

    expect(text).toContain('<script type="module" src="/desk.js"></script>')
    expect(text).toContain('<link rel="stylesheet" href="/desk.css">')
    expect(text).toContain('<pay-desk></pay-desk>')
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=/)
  })

  it('shows the merchant’s name as text, and loads the logo from its own place alone', async () => {
    const MERCHANT = '{"name":"Tea <b>& Co","logo":"https://files.example.com/logo.svg"}'
    const response = await ask('/desk', {}, { ...ON, MERCHANT })

    expect(response.headers.get('Content-Security-Policy')).toContain(
      `img-src ${EDGE} https://files.example.com;`,
    )
    expect(await response.text()).toContain('<title>Desk · Tea &lt;b&gt;&amp; Co</title>')
  })

  it('says that people sign in through Access where they do', async () => {
    const DESK_ACCESS = accessSetting('tea')

    expect(await (await ask('/desk', {}, { ...ON, DESK_ACCESS })).text()).toContain(
      '<pay-desk access></pay-desk>',
    )
  })

  it('is at the edge’s own host alone', async () => {
    expect((await ask('https://pay-checkout.someone.workers.dev/desk', {}, ON)).status).toBe(421)
  })
})
