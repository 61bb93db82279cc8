import { describe, expect, it } from 'vitest'
import { setWith } from '../testing/edge.ts'
import { becomes, eventsOf, lasting, orderOf, shown } from './testing/orders.ts'
import { acceptedReply, refusedReply, silence } from './testing/scripted-gateway.ts'
import {
  ANSWERED,
  answer,
  at,
  begun,
  CHALLENGE,
  gateway,
  goesOnAfter,
  METHOD,
  methodData,
  UPLOAD,
  useGatewayWithSteps,
} from './testing/three-ds.ts'

useGatewayWithSteps()

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

  it.each<[string, Record<string, string>, string]>([
    ['a page', { ...METHOD, 'three-ds-server-trans-id': '' }, 'N'],
    ['no page', { 'tds-status': 'method' }, 'U'],
  ])('with %s that the gateway did not name ends all the same', async (_, step, completion) => {
    setWith(lasting({ methodDeadline: 50 }))
    goesOnAfter(UPLOAD.method, 'approved')

    const id = await begun(step)

    await becomes(id, 'approved')
    expect(completions()).toEqual([completion])
    expect(gateway.sent(UPLOAD.method)[0]?.has('threeDSServerTransID')).toBe(false)
  })

  it('ends of a transaction that the gateway did not name', async () => {
    const { 'three-ds-method-url': _, ...step } = METHOD
    gateway.on('sale', silence)
    setWith(lasting({ requestDeadline: 50 }))
    gateway.on(UPLOAD.method, () => {
      gateway.reports('approved')
      return acceptedReply('serial-2')()
    })

    const id = await begun({ ...step, 'paynet-order-id': '' })

    await becomes(id, 'approved')
    expect(completions()).toEqual(['U'])
    expect(gateway.sent(UPLOAD.method)[0]?.has('orderid')).toBe(false)
  })

  it('that the gateway’s refusal ends leads to questions', async () => {
    gateway.on(UPLOAD.method, refusedReply('3'))
    const id = await at({ 'tds-status': 'method' }, 'processing')

    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)

    expect(completions()).toEqual(['U'])
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('is over where nothing can be uploaded after the shopper’s data was erased, and the order asks', async () => {
    setWith(lasting({ methodDeadline: 50 }))
    const id = await begun({})
    gateway.reports('unknown')
    await becomes(id, 'unknown')
    expect(await orderOf(id).erase()).toMatchObject({ ok: true })

    gateway.reports('processing', METHOD)

    await expect.poll(() => eventsOf(id)).toContain('step-overdue')
    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)
    expect(await shown(id)).toMatchObject({ status: 'processing' })
    expect(completions()).toEqual([])
    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('cannot be ended for an order that does not exist', async () => {
    expect(await orderOf(crypto.randomUUID()).endMethod()).toEqual({
      ok: false,
      reason: { code: 'not-found' },
    })
  })
})
