import { describe, expect, it } from 'vitest'
import { becomes, eventsOf, gatewayName, kill, orderOf, shown, storedText } from './testing/orders.ts'
import { refusedReply, silence } from './testing/scripted-gateway.ts'
import {
  ANSWERED,
  answer,
  at,
  bankMessage,
  CHALLENGE,
  CREQ,
  CRES,
  gateway,
  goesOnAfter,
  OTHER_CRES,
  PAREQ,
  UPLOAD,
  useGatewayWithSteps,
} from './testing/three-ds.ts'

useGatewayWithSteps()

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
      'client-order-id': await gatewayName(id),
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
    await answer(id, 'challenge', { cres: bankMessage('Erro', { errorCode: '403' }) })
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
    ['is of another transaction', { cres: bankMessage('CRes', { threeDSServerTransID: 'id-2' }) }],
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
    const cres = bankMessage('Erro', { errorCode: '403' })

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
