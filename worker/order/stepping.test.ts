import { reset } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '../testing.ts'
import type { Charge } from './order.ts'
import { refuses, ScriptedGateway, silence, takes } from './scripted-gateway.ts'
import { becomes, CHARGE, orderOf, serverTerms, shown, storedText } from './test-orders.ts'

const UPLOAD = {
  method: 'upload-method-url-result',
  challenge: 'upload-cres-result',
  pareq: 'upload-pares-result',
} as const

const METHOD = {
  'tds-status': 'method',
  'three-ds-method-url': 'http://bank.localhost/method',
  'three-ds-server-trans-id': 'd3e5b2f0-0000-4000-8000-000000000001',
}
const CHALLENGE = { 'tds-status': 'challenge', 'acs-url': 'http://bank.localhost/acs', creq: 'e30' }
const PAREQ = { 'tds-status': 'pareq', 'acs-url': 'http://bank.localhost/acs', pareq: 'eJx', md: 'm-1' }

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', takes('serial-1'))
  for (const operation of Object.values(UPLOAD)) gateway.on(operation, takes('serial-2'))
  answerWith(gateway.fetch)
})

/** Orders of one test must not ask the gateway of the next. */
afterEach(() => reset())

/** An order whose gateway waits for a step. */
async function at(step: Record<string, string>, status: string, charge: Charge = CHARGE): Promise<string> {
  const terms = serverTerms()
  gateway.settles('processing', step)
  await orderOf(terms.id).begin(terms, charge)
  await becomes(terms.id, status)
  return terms.id
}

/** The gateway goes on as soon as it is told of a step. */
const goesOnAfter = (operation: string, status: string, step: Record<string, string> = {}) =>
  gateway.on(operation, () => {
    gateway.settles(status, step)
    return takes('serial-2')()
  })

const methodData = (serverTransactionId: unknown, change = (text: string) => text) => ({
  threedsmethoddata: change(btoa(JSON.stringify({ threeDSServerTransID: serverTransactionId }))),
})

/** What an honest bank posts when its Method page is done. */
const ANSWERED = methodData(METHOD['three-ds-server-trans-id'], (text) => text.replace(/=+$/, ''))

const answer = (id: string, step: 'method' | 'challenge' | 'pareq', fields: Record<string, string>) =>
  orderOf(id).answerStep({ attempt: 1, step, fields })

describe('a step', () => {
  it('is shown by the edge’s own address, and told to the page that takes the browser there', async () => {
    const id = await at(CHALLENGE, 'challenge')

    const { action } = await shown(id)

    expect(action).toMatchObject({ type: 'challenge' })
    expect(action?.url).toMatch(/^https:\/\/pay\.example\.com\/three-ds\/.*\/step$/)
    expect(await orderOf(id).step(1)).toMatchObject({ url: 'http://bank.localhost/acs', creq: 'e30' })
  })

  it('is handed on as the bank answered it, and the outcome is learnt by asking', async () => {
    const id = await at(CHALLENGE, 'challenge')
    goesOnAfter(UPLOAD.challenge, 'approved')

    expect(await answer(id, 'challenge', { cres: 'eyJ0cmFucyI6Ilkifq' })).toEqual({
      returnUrl: 'https://shop.example.com/mug',
    })

    await becomes(id, 'approved')
    expect(Object.fromEntries(gateway.sent(UPLOAD.challenge)[0] ?? [])).toMatchObject({
      'client-order-id': id,
      orderid: '42',
      cRes: 'eyJ0cmFucyI6Ilkifq',
    })
    expect(await orderOf(id).step(1)).toBeUndefined()
  })

  it('of the old protocol is handed on with what the bank gave back', async () => {
    const id = await at(PAREQ, 'challenge')
    goesOnAfter(UPLOAD.pareq, 'approved')

    await answer(id, 'pareq', { pares: 'eJy', md: 'm-1' })

    await becomes(id, 'approved')
    expect(Object.fromEntries(gateway.sent(UPLOAD.pareq)[0] ?? [])).toMatchObject({ paRes: 'eJy', md: 'm-1' })
  })

  it('leaves nothing behind of what the bank was told once all is decided', async () => {
    const id = await at({ ...PAREQ, pareq: 'eJmarked', md: 'md-marked' }, 'challenge')
    expect(await storedText(id)).toContain('eJmarked')
    goesOnAfter(UPLOAD.pareq, 'approved')

    await answer(id, 'pareq', { pares: 'eJy' })
    await becomes(id, 'approved')

    expect(await storedText(id)).not.toContain('marked')
  })

  it('is handed on once, though the bank’s page answers twice', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await Promise.all([answer(id, 'challenge', { cres: 'one' }), answer(id, 'challenge', { cres: 'two' })])
    await answer(id, 'challenge', { cres: 'three' })

    expect(gateway.sent(UPLOAD.challenge).map((body) => body.get('cRes'))).toEqual(['one'])
  })

  it('is not shown again, though the gateway tells of it a moment longer', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await answer(id, 'challenge', { cres: 'one' })
    const asked = gateway.questions.length
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(asked + 1)

    expect(await shown(id)).toMatchObject({ status: 'processing' })
    expect(await orderOf(id).step(1)).toBeUndefined()
  })

  it('is not ended by the answer to another', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await answer(id, 'method', ANSWERED)
    await answer(id, 'pareq', { pares: 'eJy' })
    await orderOf(id).endMethod()

    expect(await shown(id)).toMatchObject({ status: 'challenge' })
    expect(gateway.received.filter(({ operation }) => operation.startsWith('upload'))).toEqual([])
  })

  it('stays open while the gateway is silent, so that the bank’s answer can be handed on again', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, silence)
    await answer(id, 'challenge', { cres: 'one' })
    expect(await shown(id)).toMatchObject({ status: 'challenge' })

    goesOnAfter(UPLOAD.challenge, 'approved')
    await answer(id, 'challenge', { cres: 'one' })

    await becomes(id, 'approved')
  })

  it('is over when the gateway has no use for the answer', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, refuses('5'))

    await answer(id, 'challenge', { cres: 'one' })

    expect(await shown(id)).toMatchObject({ status: 'processing' })
  })

  it.each<[string, Record<string, string>]>([
    ['is empty', {}],
    ['is too long to be one', { cres: 'x'.repeat(5000) }],
  ])('stays open when an answer %s', async (_, fields) => {
    const id = await at(CHALLENGE, 'challenge')

    expect(await answer(id, 'challenge', fields)).toBeDefined()

    expect(await shown(id)).toMatchObject({ status: 'challenge' })
    expect(gateway.sent(UPLOAD.challenge)).toEqual([])
  })

  it('of an attempt or an order that there is not is nobody’s', async () => {
    const id = await at(CHALLENGE, 'challenge')

    expect(await orderOf(id).answerStep({ attempt: 2, step: 'challenge', fields: {} })).toBeUndefined()
    expect(await answer(crypto.randomUUID(), 'challenge', {})).toBeUndefined()
    expect(await orderOf(id).step(2)).toBeUndefined()
  })

  it('that leads to an address without encryption is none, unless the gateway is on this machine', async () => {
    const id = await at({ ...CHALLENGE, 'acs-url': 'javascript:alert(1)' }, 'processing')
    const asked = gateway.questions.length
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(asked + 1)

    expect(await shown(id)).toMatchObject({ status: 'processing' })
  })
})

describe('a Method page', () => {
  const completions = () => gateway.sent(UPLOAD.method).map((body) => body.get('threeDSCompInd'))

  it('is over when its answer comes', async () => {
    const id = await at(METHOD, 'method')
    goesOnAfter(UPLOAD.method, 'processing', CHALLENGE)

    await answer(id, 'method', ANSWERED)

    await becomes(id, 'challenge')
    expect(completions()).toEqual(['Y'])
    expect(Object.fromEntries(gateway.sent(UPLOAD.method)[0] ?? [])).toMatchObject({
      threeDSServerTransID: METHOD['three-ds-server-trans-id'],
      browserIP: '203.0.113.9',
      browserJavascriptEnabled: 'true',
    })
  })

  it('is over when its answer comes padded', async () => {
    const id = await at({ ...METHOD, 'three-ds-server-trans-id': 'ten-digits' }, 'method')
    const padded = methodData('ten-digits')
    expect(padded.threedsmethoddata).toMatch(/=$/)

    await answer(id, 'method', padded)

    expect(completions()).toEqual(['Y'])
  })

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['no base64', { threedsmethoddata: '%' }],
    ['no JSON', { threedsmethoddata: btoa('{') }],
    ['no object', { threedsmethoddata: btoa('null') }],
    ['no transaction', methodData(undefined)],
    ['another transaction', methodData('d3e5b2f0-0000-4000-8000-000000000002')],
  ])('is not over when somebody posts %s', async (_, fields) => {
    const id = await at(METHOD, 'method')

    expect(await answer(id, 'method', fields)).toBeDefined()

    await becomes(id, 'processing')
    expect(completions()).toEqual(['N'])
  })

  it('is over when the page’s time is, and a late answer is not handed on', async () => {
    const id = await at(METHOD, 'method')

    expect(await orderOf(id).endMethod()).toMatchObject({ ok: true, value: { status: 'processing' } })
    await orderOf(id).endMethod()
    await answer(id, 'method', ANSWERED)

    expect(completions()).toEqual(['N'])
  })

  it('is over by the alarm when nobody ends it', async () => {
    const id = await at(METHOD, 'method')

    await becomes(id, 'processing')

    expect(completions()).toEqual(['N'])
  })

  it('is over at once where the bank has none', async () => {
    const { 'three-ds-method-url': _, ...none } = METHOD
    goesOnAfter(UPLOAD.method, 'processing', CHALLENGE)

    await at(none, 'challenge')

    expect(completions()).toEqual(['U'])
  })

  it('is ended again after the gateway was silent', async () => {
    gateway.on(UPLOAD.method, silence)
    const id = await at(METHOD, 'method')
    await expect.poll(() => completions().length, { timeout: 5000 }).toBeGreaterThan(1)

    goesOnAfter(UPLOAD.method, 'approved')

    await becomes(id, 'approved')
  })

  it('is over, though nothing can be handed on of a shopper who was erased', async () => {
    const id = await at(METHOD, 'method')
    await orderOf(id).erase()

    await becomes(id, 'processing')

    const asked = gateway.questions.length
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(asked)
  })

  it('cannot be ended of an order that there is not', async () => {
    expect(await orderOf(crypto.randomUUID()).endMethod()).toEqual({
      ok: false,
      reason: { code: 'not-found' },
    })
  })
})

describe('a page of the gateway', () => {
  it('is shown where a redirect is told, and not after the shopper came back', async () => {
    const id = await at({ 'redirect-to': 'http://gate.localhost/acs/1' }, 'challenge')
    expect(await orderOf(id).step(1)).toMatchObject({ type: 'redirect', url: 'http://gate.localhost/acs/1' })

    await orderOf(id).wake({ by: 'return', attempt: 1, fields: {} })

    await becomes(id, 'processing')
  })
})
