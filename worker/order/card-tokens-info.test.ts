import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import { cardInfo } from './card-tokens.ts'
import { refusedReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'

const config = { ...configOf(env), GATEWAY_ENDPOINTS: { '*': { endpoint: '9' } } }

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
})

const reportsCard = (change: Record<string, string> = {}) =>
  gateway.on('get-card-info', () =>
    Response.json({
      type: 'get-card-info-response',
      bin: '444455',
      'card-type': 'VISA',
      'masked-pan': '444455******1111',
      'last-four-digits': '1111',
      'expire-month': '3',
      'expire-year': '2030',
      'card-printed-name': 'JANE DOE',
      ...change,
    }),
  )

const ask = () => cardInfo(config, '77', gateway.fetch)

describe('cardInfo', () => {
  it('shows a stored card', async () => {
    reportsCard()

    expect(await ask()).toEqual({
      ok: true,
      value: {
        cardRef: '77',
        bin: '444455',
        brand: 'VISA',
        masked: '444455******1111',
        expires: '03/30',
        holder: 'JANE DOE',
      },
    })
    expect(gateway.sent('get-card-info')[0]?.get('cardrefid')).toBe('77')
  })

  it('never shows more of a number than may be shown', async () => {
    reportsCard({ 'masked-pan': '4444555566661111' })

    expect(await ask()).toMatchObject({ ok: true, value: { masked: '444455******1111' } })
  })

  it('leaves out fields that the gateway does not report', async () => {
    reportsCard({ 'expire-year': '', 'card-printed-name': '' })

    const answer = await ask()

    expect(answer).toMatchObject({ ok: true, value: { expires: '' } })
    expect(answer.ok && answer.value).not.toHaveProperty('holder')
  })

  it('reports why the gateway refused', async () => {
    gateway.on('get-card-info', refusedReply('8'))

    expect(await ask()).toEqual({ ok: false, reason: { code: 'gateway-refused', gatewayCode: '8' } })
  })

  it('reports that the gateway did not answer', async () => {
    gateway.on('get-card-info', silence)

    expect(await ask()).toEqual({ ok: false, reason: { code: 'gateway-silent' } })
  })

  it('sends no request where no endpoint stores cards', async () => {
    const { ok } = await cardInfo({ ...config, GATEWAY_ENDPOINTS: {} }, '77', gateway.fetch)

    expect(ok).toBe(false)
    expect(gateway.received).toEqual([])
  })
})
