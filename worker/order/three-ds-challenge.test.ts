import { describe, expect, it } from 'vitest'
import { setWith } from '../testing/edge.ts'
import { becomes, CARD, CHARGE, eventsOf, lasting, orderOf, serverTerms, shown } from './testing/orders.ts'
import { acceptedReply, silence } from './testing/scripted-gateway.ts'
import {
  ANSWERED,
  about,
  answer,
  at,
  begun,
  CHALLENGE,
  CRES,
  gateway,
  goesOnAfter,
  METHOD,
  PAREQ,
  UPLOAD,
  useGatewayWithSteps,
} from './testing/three-ds.ts'

useGatewayWithSteps()

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

describe('a challenge that the edge cannot carry out', () => {
  it.each<[string, Record<string, string>]>([
    ['lacks the bank’s address', { ...CHALLENGE, 'acs-url': '' }],
    ['lacks its message', { ...CHALLENGE, creq: '' }],
    ['has an address that is no page', { ...CHALLENGE, 'acs-url': 'javascript:alert(1)' }],
    ['has an unknown word', { ...CHALLENGE, 'tds-status': 'dance' }],
    ['lacks the message of the old protocol', { ...PAREQ, pareq: '' }],
    ['is a Method page at no address', { ...METHOD, 'three-ds-method-url': 'javascript:alert(1)' }],
  ])('and that %s leads to questions', async (_, step) => {
    const id = await at(step, 'processing')

    const before = gateway.statusRequests.length
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before + 2)

    gateway.reports('approved')
    await becomes(id, 'approved')
  })

  it('no longer is one where the old protocol’s has no MD', async () => {
    const { md: _, ...step } = PAREQ
    const id = await at(step, 'challenge')
    goesOnAfter(UPLOAD.pareq, 'approved')

    await answer(id, 'pareq', { pares: 'eJx' })

    await becomes(id, 'approved')
  })

  it.each<['challenge' | 'pareq', Record<string, string>, Record<string, string>]>([
    ['challenge', CHALLENGE, { cres: CRES }],
    ['pareq', PAREQ, { pares: 'eJx' }],
  ])('no longer is one where the gateway did not name the transaction: %s', async (step, asked, honest) => {
    gateway.on('sale', silence)
    setWith(lasting({ requestDeadline: 50 }))
    const id = await at({ ...asked, 'paynet-order-id': '' }, 'challenge')
    goesOnAfter(UPLOAD[step], 'approved')

    await answer(id, step, honest)

    await becomes(id, 'approved')
    expect(gateway.sent(UPLOAD[step]).map((body) => body.has('orderid'))).toEqual([false])
  })
})
