import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, setWith } from '../testing.ts'
import type { Charge } from './payments.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'
import {
  becomes,
  CARD,
  CHARGE,
  eventsOf,
  kill,
  lasting,
  orderOf,
  serverTerms,
  shown,
  storedText,
} from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

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
const message = (type: string, change: Record<string, unknown> = {}) =>
  btoa(
    JSON.stringify({ messageType: type, threeDSServerTransID: 'id-1', acsTransID: 'acs-1', ...change }),
  ).replace(/=+$/, '')
const CREQ = message('CReq')
const CRES = message('CRes', { transStatus: 'Y' })
const OTHER_CRES = message('CRes', { transStatus: 'N' })
const CHALLENGE = { 'tds-status': 'challenge', 'acs-url': 'http://bank.localhost/acs', creq: CREQ }
const PAREQ = { 'tds-status': 'pareq', 'acs-url': 'http://bank.localhost/acs', pareq: 'eJx', md: 'm-1' }

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', acceptedReply('serial-1'))
  for (const operation of Object.values(UPLOAD)) gateway.on(operation, acceptedReply('serial-2'))
  answerWith(gateway.fetch)
  // So long that no time is over before a slow machine has looked.
  setWith(lasting({ methodDeadline: 60_000 }))
})

afterEach(startOver)

/** An order whose gateway will wait for a step. */
async function begun(step: Record<string, string>, charge: Charge = CHARGE): Promise<string> {
  const terms = serverTerms()
  gateway.reports('processing', step)
  await orderOf(terms.id).charge(terms, charge)
  return terms.id
}

/** An order whose gateway waits for a step. */
async function at(step: Record<string, string>, status: string, charge: Charge = CHARGE): Promise<string> {
  const id = await begun(step, charge)
  await becomes(id, status)
  return id
}

/** The gateway goes on as soon as it receives an upload. */
const goesOnAfter = (operation: string, status: string, step: Record<string, string> = {}) =>
  gateway.on(operation, () => {
    gateway.reports(status, step)
    return acceptedReply('serial-2')()
  })

/** Whether hardly any of these seconds has passed, on a slow machine too; a step without a limit shows none. */
const about = (seconds: number | undefined) => (shown: number | undefined) =>
  seconds === undefined
    ? shown === undefined
    : shown !== undefined && shown <= seconds && shown > seconds - 20

const methodData = (serverTransactionId: unknown, change = (text: string) => text) => ({
  threedsmethoddata: change(btoa(JSON.stringify({ threeDSServerTransID: serverTransactionId }))),
})

/** What an honest bank posts when its Method page is done. */
const ANSWERED = methodData(METHOD['three-ds-server-trans-id'], (text) => text.replace(/=+$/, ''))

const answer = (id: string, step: 'method' | 'challenge' | 'pareq', fields: Record<string, string>) =>
  orderOf(id).answerStep({ attempt: 1, step, fields })

describe('a step', () => {
  it('is shown under the edge’s own address, which the page takes the browser to', async () => {
    const id = await at(CHALLENGE, 'challenge')

    const { action } = await shown(id)

    expect(action).toMatchObject({ type: 'challenge' })
    expect(action?.url).toMatch(/^https:\/\/pay\.example\.com\/three-ds\/.*\/step$/)
    expect(await orderOf(id).openStep(1)).toMatchObject({
      step: { url: 'http://bank.localhost/acs', creq: CREQ },
      returnUrl: 'https://shop.example.com/mug',
    })
  })

  it('hands the bank’s answer on unchanged, and the outcome comes from polling', async () => {
    const id = await at(CHALLENGE, 'challenge')
    goesOnAfter(UPLOAD.challenge, 'approved')

    expect(await answer(id, 'challenge', { cres: CRES })).toEqual({
      returnUrl: 'https://shop.example.com/mug',
    })

    await becomes(id, 'approved')
    expect(Object.fromEntries(gateway.sent(UPLOAD.challenge)[0] ?? [])).toMatchObject({
      'client-order-id': id,
      orderid: '42',
      cRes: CRES,
    })
    expect(await orderOf(id).openStep(1)).not.toHaveProperty('step')
  })

  it('of the old protocol hands on the bank’s two values', async () => {
    const id = await at(PAREQ, 'challenge')
    goesOnAfter(UPLOAD.pareq, 'approved')

    await answer(id, 'pareq', { pares: 'eJy', md: 'm-1' })

    await becomes(id, 'approved')
    expect(Object.fromEntries(gateway.sent(UPLOAD.pareq)[0] ?? [])).toMatchObject({ paRes: 'eJy', md: 'm-1' })
  })

  it('keeps nothing of the message to the bank once the attempt is decided', async () => {
    const id = await at({ ...PAREQ, pareq: 'eJmarked', md: 'md-marked' }, 'challenge')
    expect(await storedText(id)).toContain('eJmarked')
    goesOnAfter(UPLOAD.pareq, 'approved')

    await answer(id, 'pareq', { pares: 'eJy' })
    await becomes(id, 'approved')

    expect(await storedText(id)).not.toContain('marked')
  })

  it('is handed on once, though the bank’s page answers twice', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await Promise.all([CRES, OTHER_CRES].map((cres) => answer(id, 'challenge', { cres })))
    await answer(id, 'challenge', { cres: CRES })

    expect(gateway.sent(UPLOAD.challenge).map((body) => body.get('cRes'))).toEqual([CRES])
  })

  it('is not shown again, though the gateway reports it a moment longer', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await answer(id, 'challenge', { cres: CRES })
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)

    expect(await shown(id)).toMatchObject({ status: 'processing' })
    expect(await orderOf(id).openStep(1)).not.toHaveProperty('step')
  })

  it('is not ended by the answer to another', async () => {
    const id = await at(CHALLENGE, 'challenge')

    await answer(id, 'method', ANSWERED)
    await answer(id, 'pareq', { pares: 'eJy' })
    await orderOf(id).endMethod()

    expect(await shown(id)).toMatchObject({ status: 'challenge' })
    expect(gateway.received.filter(({ operation }) => operation.startsWith('upload'))).toEqual([])
  })

  it('is handed on again by itself while the gateway is silent, also after a crash', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, silence)
    await answer(id, 'challenge', { cres: CRES })
    expect(await shown(id)).toMatchObject({ status: 'challenge' })
    await kill(id)

    goesOnAfter(UPLOAD.challenge, 'approved')
    await shown(id)

    await becomes(id, 'approved')
    expect(new Set(gateway.sent(UPLOAD.challenge).map((body) => body.get('cRes')))).toEqual(new Set([CRES]))
  })

  it('is answered by the first answer, while that is on its way', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, silence)
    await answer(id, 'challenge', { cres: CRES })
    await answer(id, 'challenge', { cres: message('Erro', { errorCode: '403' }) })
    await answer(id, 'challenge', { cres: CRES })

    goesOnAfter(UPLOAD.challenge, 'approved')

    await becomes(id, 'approved')
    expect(new Set(gateway.sent(UPLOAD.challenge).map((body) => body.get('cRes')))).toEqual(new Set([CRES]))
  })

  it('stays open when the gateway refuses an answer, so that the real one can still come', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, refusedReply('5'))
    await answer(id, 'challenge', { cres: OTHER_CRES })
    expect(await shown(id)).toMatchObject({ status: 'challenge' })

    goesOnAfter(UPLOAD.challenge, 'approved')
    await answer(id, 'challenge', { cres: CRES })

    await becomes(id, 'approved')
  })

  it('hands on five answers at most, however many are posted', async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.on(UPLOAD.challenge, refusedReply('5'))

    for (let times = 0; times < 7; times += 1) await answer(id, 'challenge', { cres: CRES })

    expect(gateway.sent(UPLOAD.challenge)).toHaveLength(5)
  })

  it.each<[string, Record<string, string>]>([
    ['is empty', {}],
    ['is of another transaction', { cres: message('CRes', { threeDSServerTransID: 'id-2' }) }],
    ['is cut off', { cres: CRES.slice(0, -8) }],
    ['is too long to be one', { cres: 'x'.repeat(5000) }],
  ])('changes nothing by an answer that %s', async (_, fields) => {
    const id = await at(CHALLENGE, 'challenge')
    const before = await eventsOf(id)

    expect(await answer(id, 'challenge', fields)).toBeDefined()

    expect(gateway.sent(UPLOAD.challenge)).toEqual([])
    expect(await eventsOf(id)).toEqual(before)
  })

  it('does not change when the same answer comes again', async () => {
    const id = await at(CHALLENGE, 'challenge')
    goesOnAfter(UPLOAD.challenge, 'approved')
    await answer(id, 'challenge', { cres: CRES })
    await becomes(id, 'approved')
    const before = await eventsOf(id)

    await answer(id, 'challenge', { cres: CRES })
    await answer(id, 'challenge', { cres: OTHER_CRES })

    expect(gateway.sent(UPLOAD.challenge)).toHaveLength(1)
    expect(await eventsOf(id)).toEqual(before)
  })

  it('hands a bank’s error message on, and does not take it for an outcome', async () => {
    const id = await at(CHALLENGE, 'challenge')
    const cres = message('Erro', { errorCode: '403' })

    await answer(id, 'challenge', { cres })

    expect(await shown(id)).toMatchObject({ status: 'processing' })
    expect(gateway.sent(UPLOAD.challenge)[0]?.get('cRes')).toBe(cres)
  })

  it('of an attempt or an order that does not exist is dropped', async () => {
    const id = await at(CHALLENGE, 'challenge')

    expect(await orderOf(id).answerStep({ attempt: 2, step: 'challenge', fields: {} })).toBeUndefined()
    expect(await answer(crypto.randomUUID(), 'challenge', {})).toBeUndefined()
    expect(await orderOf(id).openStep(2)).toBeUndefined()
  })

  it('that leads to an unencrypted address is dropped, unless the gateway is on this machine', async () => {
    const id = await at({ ...CHALLENGE, 'acs-url': 'javascript:alert(1)' }, 'processing')
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)

    expect(await shown(id)).toMatchObject({ status: 'processing' })
  })
})

describe('a Method page', () => {
  const SHORT = lasting({ methodDeadline: 300 })
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

    expect(await shown(id)).toMatchObject({ status: 'method' })
    expect(completions()).toEqual([])
  })

  it('ends once, however often pages report it, and a late answer is not handed on', async () => {
    setWith(SHORT)
    const id = await begun(METHOD)
    await expect.poll(completions).toEqual(['N'])
    await becomes(id, 'processing')

    await orderOf(id).endMethod()
    await answer(id, 'method', ANSWERED)

    expect(completions()).toEqual(['N'])
  })

  it('does not end a moment early, however often a page reports it', async () => {
    const methodDeadline = 2_000
    setWith(lasting({ methodDeadline }))
    const ended: number[] = []
    gateway.on(UPLOAD.method, () => {
      ended.push(Date.now())
      return acceptedReply('serial-2')()
    })
    const began = Date.now()
    const id = await begun(METHOD)

    await expect.poll(async () => (await orderOf(id).endMethod()) && ended.length, { interval: 20 }).toBe(1)

    expect(ended[0]).toBeGreaterThanOrEqual(began + methodDeadline)
  })

  it('does not end at a page’s word before the order’s own clock confirms it', async () => {
    const id = await at(METHOD, 'method')

    expect(await orderOf(id).endMethod()).toMatchObject({ ok: true, value: { status: 'method' } })

    expect(completions()).toEqual([])
  })

  it('is not completed by an answer that comes after its time, though the gateway did not receive the end', async () => {
    gateway.on(UPLOAD.method, silence)
    setWith(SHORT)
    const id = await begun(METHOD)
    await expect.poll(() => completions()).toContain('N')

    await answer(id, 'method', ANSWERED)

    expect(new Set(completions())).toEqual(new Set(['N']))
  })

  it('ends by the alarm when no page ends it', async () => {
    setWith(SHORT)
    const id = await begun(METHOD)

    await expect.poll(completions).toEqual(['N'])

    await becomes(id, 'processing')
  })

  it('ends at once where the bank has none', async () => {
    const { 'three-ds-method-url': _, ...none } = METHOD
    goesOnAfter(UPLOAD.method, 'processing', CHALLENGE)

    await at(none, 'challenge')

    expect(completions()).toEqual(['U'])
  })

  it('repeats its end after the gateway was silent', async () => {
    gateway.on(UPLOAD.method, silence)
    setWith(SHORT)
    const id = await begun(METHOD)
    await expect.poll(() => completions().length).toBeGreaterThan(1)

    goesOnAfter(UPLOAD.method, 'approved')

    await becomes(id, 'approved')
  })

  it.each<[string, Record<string, string>]>([
    ['a page', { ...METHOD, 'three-ds-server-trans-id': '' }],
    ['no page', { 'tds-status': 'method' }],
  ])('with %s that the gateway did not name stays open, and the order asks', async (_, step) => {
    setWith(lasting({ methodDeadline: 50 }))
    const id = await at(step, 'method')

    await orderOf(id).endMethod()

    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)
    expect(await shown(id)).toMatchObject({ status: 'method' })
    expect(completions()).toEqual([])
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('stays open where nothing can be uploaded after the shopper’s data was erased', async () => {
    setWith(lasting({ methodDeadline: 50 }))
    const id = await begun({})
    gateway.reports('unknown')
    await becomes(id, 'unknown')
    expect(await orderOf(id).erase()).toMatchObject({ ok: true })

    gateway.reports('processing', METHOD)

    await becomes(id, 'method')
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)
    expect(await shown(id)).toMatchObject({ status: 'method' })
    expect(completions()).toEqual([])
  })

  it('cannot be ended for an order that does not exist', async () => {
    expect(await orderOf(crypto.randomUUID()).endMethod()).toEqual({
      ok: false,
      reason: { code: 'not-found' },
    })
  })
})

/** An order whose gateway names its step in the reply to the charge only. */
async function namedInReply(step: Record<string, string>): Promise<string> {
  const terms = serverTerms()
  gateway.on('sale', acceptedReply('serial-1', step))
  gateway.reports('processing')
  await orderOf(terms.id).charge(terms, CHARGE)
  const before = gateway.statusRequests.length
  await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)
  return terms.id
}

describe('a step that only the reply names', () => {
  it.each<[string, Record<string, string>, string, object]>([
    ['a redirect', { redirect_url: 'http://gate.localhost/acs/1' }, 'challenge', { type: 'redirect' }],
    ['a page in html', { html: '<form>' }, 'challenge', { type: 'page', html: '<form>' }],
    ['a Method page', METHOD, 'method', { type: 'method', url: 'http://bank.localhost/method' }],
    ['a challenge', CHALLENGE, 'challenge', { type: 'challenge', creq: CREQ }],
    ['a PaReq', PAREQ, 'challenge', { type: 'pareq', pareq: 'eJx', md: 'm-1' }],
  ])('stays however often the gateway is asked: %s', async (_, fields, status, step) => {
    const id = await namedInReply(fields)

    expect(await shown(id)).toMatchObject({ status, action: { url: expect.stringMatching(/\/step$/) } })
    expect(await orderOf(id).openStep(1)).toMatchObject({ step })
  })

  it('survives the end of its object', async () => {
    const id = await namedInReply({ redirect_url: 'http://gate.localhost/acs/1' })

    await kill(id)

    expect(await orderOf(id).openStep(1)).toMatchObject({ step: { type: 'redirect' } })
  })

  it('ends with the shopper’s return, and the order only polls', async () => {
    const id = await namedInReply({ redirect_url: 'http://gate.localhost/acs/1' })

    await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })

    await becomes(id, 'processing')
    gateway.reports('processing', { 'redirect-to': 'http://gate.localhost/acs/1' })
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 1)
    expect(await shown(id)).toMatchObject({ status: 'processing' })
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('ends when no shopper comes back from the gateway’s page in time, which is no failure', async () => {
    setWith(lasting({ challengeLimit: 300 }))
    const id = await namedInReply({ redirect_url: 'http://gate.localhost/acs/1' })

    await expect.poll(() => eventsOf(id)).toContain('step-overdue')

    expect(await shown(id)).toMatchObject({ status: 'processing' })
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('is answered, and only the reply to that names the next one', async () => {
    gateway.on(UPLOAD.method, acceptedReply('serial-2', CHALLENGE))
    const id = await namedInReply(METHOD)

    await answer(id, 'method', ANSWERED)

    await becomes(id, 'challenge')
    goesOnAfter(UPLOAD.challenge, 'approved')
    await answer(id, 'challenge', { cres: CRES })
    await becomes(id, 'approved')
    expect(gateway.sent(UPLOAD.method).map((body) => body.get('threeDSCompInd'))).toEqual(['Y'])
    expect(gateway.sent(UPLOAD.challenge)).toHaveLength(1)
  })

  it.each<[string, Record<string, string>]>([
    ['N', METHOD],
    ['U', { ...METHOD, 'three-ds-method-url': '' }],
  ])('is ended by the alarm with %s, though no report repeats it', async (completion, step) => {
    setWith(lasting({ methodDeadline: 100 }))
    gateway.on('sale', acceptedReply('serial-1', step))
    const terms = serverTerms()
    gateway.reports('processing')

    await orderOf(terms.id).charge(terms, CHARGE)

    await expect
      .poll(() => gateway.sent(UPLOAD.method).map((body) => body.get('threeDSCompInd')))
      .toEqual([completion])
  })

  it('leaves no bank’s message in the log of events', async () => {
    gateway.on(UPLOAD.method, acceptedReply('serial-2', CHALLENGE))
    const id = await namedInReply(METHOD)
    await answer(id, 'method', ANSWERED)
    await becomes(id, 'challenge')
    gateway.reports('declined')
    await becomes(id, 'declined')

    expect(await storedText(id)).not.toContain(CREQ)
  })
})

describe('a page of the gateway', () => {
  it('is shown where the gateway sends a redirect, and not after the shopper came back', async () => {
    const id = await at({ 'redirect-to': 'http://gate.localhost/acs/1' }, 'challenge')
    expect(await orderOf(id).openStep(1)).toMatchObject({
      step: { type: 'redirect', url: 'http://gate.localhost/acs/1' },
    })

    await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })

    await becomes(id, 'processing')
  })

  it('is shown where the reply contains only a page, and not after the shopper came back', async () => {
    const id = await at({ html: '<form>' }, 'challenge')
    expect(await shown(id)).toMatchObject({ action: { type: 'page' } })
    expect(await orderOf(id).openStep(1)).toMatchObject({ step: { type: 'page', html: '<form>' } })

    await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })

    await becomes(id, 'processing')
  })
})

describe('a challenge’s time', () => {
  const SHORT_START = { challengeStart: 300, challengeLimit: 60_000 }

  it('is shown, and starts over when the shopper first comes to the bank', async () => {
    const id = await at(CHALLENGE, 'challenge')
    expect((await shown(id)).action?.secondsLeft).toSatisfy(about(30))

    await orderOf(id).openStep(1)
    const opened = await eventsOf(id)
    await orderOf(id).openStep(1)

    expect((await shown(id)).action?.secondsLeft).toSatisfy(about(600))
    expect(await eventsOf(id)).toEqual(opened)
  })

  it('is over when no shopper came to the bank, which is no failure', async () => {
    setWith(lasting(SHORT_START))
    const id = await begun(CHALLENGE)
    await expect.poll(() => eventsOf(id)).toContain('step-overdue')

    await becomes(id, 'processing')

    expect(await shown(id)).not.toHaveProperty('action')
  })

  it('is over once its limit has passed, and does not start again by the gateway’s reports', async () => {
    setWith(lasting({ challengeLimit: 200 }))
    const id = await at(CHALLENGE, 'challenge')
    await orderOf(id).openStep(1)

    await becomes(id, 'processing')

    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length + 2)
    expect(await shown(id)).toMatchObject({ status: 'processing' })
  })

  it('does not keep the bank’s late answer from being handed on', async () => {
    setWith(lasting({ ...SHORT_START, challengeStart: 50 }))
    const id = await begun(CHALLENGE)
    await expect.poll(() => eventsOf(id)).toContain('step-overdue')
    goesOnAfter(UPLOAD.challenge, 'approved')

    await answer(id, 'challenge', { cres: CRES })

    await becomes(id, 'approved')
  })
})

describe('a shopper who cancels at the bank', () => {
  it.each([
    ['the Method page', METHOD, 'method'],
    ['the challenge', CHALLENGE, 'challenge'],
  ] as const)(
    'at %s leaves a cancelled order, and an approval that still comes is given back',
    async (_, step, status) => {
      gateway.on('void', acceptedReply('serial-v'))
      const id = await at(step, status)

      expect(await orderOf(id).cancel()).toMatchObject({ ok: true, value: { status: 'cancelled' } })
      await answer(id, status === 'method' ? 'method' : 'challenge', { ...ANSWERED, cres: CRES })
      expect(gateway.received.filter(({ operation }) => operation.startsWith('upload'))).toEqual([])
      expect(await orderOf(id).openStep(1)).not.toHaveProperty('step')

      gateway.reports('approved')
      await expect.poll(() => gateway.sent('void').length).toBeGreaterThan(0)
      expect(await shown(id)).toMatchObject({ status: 'cancelled', transactions: [{ surplus: true }] })
    },
  )

  it('has no effect on a payout', async () => {
    const terms = serverTerms({ intent: 'payout', methods: ['transfer'] })
    gateway.on('transfer', acceptedReply('serial-1'))
    gateway.reports('processing', {
      'redirect-to': 'http://gate.localhost/acs/1',
      'transaction-type': 'transfer',
    })
    const details = { fromDeposit: true, toCard: CARD.number }
    await orderOf(terms.id).charge(terms, { ...CHARGE, method: 'transfer', details })
    await becomes(terms.id, 'challenge')

    expect(await orderOf(terms.id).cancel()).toMatchObject({
      ok: false,
      reason: { code: 'attempt-in-flight' },
    })
  })
})

describe('a framed attempt', () => {
  const framed = async (step: Record<string, string>, status: string) => {
    const terms = serverTerms({ methods: ['card'] })
    gateway.reports('processing', step)
    await orderOf(terms.id).open(terms, CHARGE.customer)
    const details = { card: CARD }
    const request = { key: 'key-1', method: 'card', ip: CHARGE.ip, details, shownIn: 'frame' } as const
    expect(await orderOf(terms.id).pay(request)).toMatchObject({ ok: true })
    await becomes(terms.id, status)
    return terms.id
  }

  it.each([
    ['a Method page', METHOD, 'method', 'method', 60],
    ['a challenge', CHALLENGE, 'challenge', 'challenge', 30],
    ['a challenge of the old protocol', PAREQ, 'challenge', 'challenge', 600],
    ['a redirect', { 'redirect-to': 'http://gate.localhost/1' }, 'challenge', 'challenge', 600],
    ['a page in the reply', { html: '<form>' }, 'page', 'challenge', 600],
  ] as const)('shows the frame and the time of %s', async (_, step, type, page, secondsLeft) => {
    const id = await framed(step, type === 'method' ? 'method' : 'challenge')

    const { action } = await shown(id)

    expect(action).toMatchObject({ type, url: expect.stringMatching(/\/step$/) })
    expect(action?.frame).toMatch(new RegExp(`^https://pay.example.com/frames/${page}/${id}/1\\.`))
    expect(action?.secondsLeft).toSatisfy(about(secondsLeft))
  })

  it('ends in its frame, whatever the bank answers', async () => {
    const id = await framed(CHALLENGE, 'challenge')
    const whereto = { returnUrl: 'https://shop.example.com/mug', shownIn: 'frame' }

    expect(await answer(id, 'challenge', {})).toEqual(whereto)
    expect(await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })).toEqual(whereto)
  })

  it('leaves no digit of its card on disk or in the log, from start to end', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))
    const id = await framed(METHOD, 'method')
    goesOnAfter(UPLOAD.method, 'processing', CHALLENGE)
    await answer(id, 'method', ANSWERED)
    await becomes(id, 'challenge')
    const text = await storedText(id)
    goesOnAfter(UPLOAD.challenge, 'approved')
    await answer(id, 'challenge', { cres: CRES })
    await becomes(id, 'approved')
    spy.mockRestore()

    expect(gateway.sent('sale')[0]?.get('credit_card_number')).toBe(CARD.number)
    for (const kept of [text, await storedText(id), lines.join('\n')])
      expect(kept).not.toMatch(new RegExp(`${CARD.number}|${CARD.holder}|"cvv"`))
  })
})

describe('an attempt of an older version', () => {
  it('that was framed still is', async () => {
    const id = await at(CHALLENGE, 'challenge')
    await kill(id, (storage) => {
      const kept = storage.kv.get<{ state: { attempts: { isFramed?: true }[] } }>('order')
      const [attempt] = kept?.state.attempts ?? []
      if (attempt) attempt.isFramed = true
      storage.kv.put('order', kept)
    })

    expect(await answer(id, 'challenge', {})).toMatchObject({ shownIn: 'frame' })
  })
})

describe('a step of an older version', () => {
  it('is read, though its row has no frames and limits', async () => {
    const id = await at(PAREQ, 'challenge')
    await kill(id, (storage) => {
      const kept = storage.kv.get<{ state: { attempts: { step: object }[] } }>('order')
      const [attempt] = kept?.state.attempts ?? []
      if (attempt) attempt.step = { ...PAREQ_OF_OLD }
      storage.kv.put('order', kept)
    })
    goesOnAfter(UPLOAD.pareq, 'approved')

    expect(await shown(id)).toMatchObject({ action: { type: 'challenge', url: PAREQ_OF_OLD.address } })
    await answer(id, 'pareq', { pares: 'eJy' })

    await becomes(id, 'approved')
  })

  const PAREQ_OF_OLD = {
    type: 'pareq',
    since: Date.now(),
    address: 'https://pay.example.com/three-ds/x/1.y.z/step',
    url: PAREQ['acs-url'],
    pareq: PAREQ.pareq,
    md: PAREQ.md,
  }
})
