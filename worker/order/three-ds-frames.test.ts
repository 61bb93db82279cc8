import { describe, expect, it, vi } from 'vitest'
import { becomes, CARD, CHARGE, kill, orderOf, serverTerms, shown, storedText } from './testing/orders.ts'
import {
  ANSWERED,
  about,
  answer,
  at,
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
    const target = { returnUrl: 'https://shop.example.com/mug', shownIn: 'frame' }

    expect(await answer(id, 'challenge', {})).toEqual(target)
    expect(await orderOf(id).receiveNotice({ by: 'return', attempt: 1, fields: {} })).toEqual(target)
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
