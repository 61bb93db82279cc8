import { describe, expect, it } from 'vitest'
import { setWith } from '../testing/edge.ts'
import {
  becomes,
  CHARGE,
  eventsOf,
  kill,
  lasting,
  orderOf,
  serverTerms,
  shown,
  storedText,
} from './testing/orders.ts'
import { acceptedReply } from './testing/scripted-gateway.ts'
import {
  ANSWERED,
  answer,
  at,
  CHALLENGE,
  CREQ,
  CRES,
  gateway,
  goesOnAfter,
  METHOD,
  PAREQ,
  UPLOAD,
  useGatewayWithSteps,
} from './testing/three-ds.ts'

useGatewayWithSteps()

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
