import { describe, expect, it } from 'vitest'
import {
  acceptedAs,
  atHostedPage,
  attempted,
  orderAfter,
  reported,
  STEPS,
  stepTold,
  takenAs,
  terms,
} from './examples.ts'
import { opened } from './transition.ts'
import { view } from './view.ts'

describe('view', () => {
  it('shows sums with the decimals that are charged', () => {
    const yen = opened({ ...terms, amountMinor: 500, currency: 'JPY', exponent: 0 })

    expect(view(opened(terms), false)).toMatchObject({ amount: '12.50', captured: '0.00', returned: '0.00' })
    expect(view(yen, false)).toMatchObject({ amount: '500', captured: '0' })
  })

  it('says that no money moves while the gateway is a sandbox, and nothing otherwise', () => {
    expect(view(opened(terms), true).test).toBe(true)
    expect(view(opened(terms), false)).not.toHaveProperty('test')
  })

  it('gives the hosted page’s address while the shopper may go there, and not after', () => {
    expect(view(atHostedPage(), false).action?.url).toBe('https://gate.example.com/form/42')
    expect(
      view(orderAfter(attempted('key-1'), acceptedAs('42'), { type: 'cancelled' }), false).action,
    ).toBeUndefined()
  })

  it('tells the shopper a plain code and a number for support, and nothing of the bank', () => {
    const declined = view(orderAfter(attempted('key-1'), acceptedAs('42'), reported('declined')), false)

    expect(declined.error).toEqual({ code: 'declined', recoverable: true, supportId: 'order-1-1' })
  })

  it('does not call an unknown outcome recoverable', () => {
    const unknown = view(
      orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved', { amountMinor: 1 })),
      false,
    )

    expect(unknown.error).toMatchObject({ code: 'report-mismatch', recoverable: false })
  })

  it('holds neither keys, nor logins, nor addresses of the gateway’s interface', () => {
    const text = JSON.stringify(view(atHostedPage(), false))

    expect(text).not.toMatch(/key-1|"login"|127\.0\.0\.1|endpoint/)
  })

  it('gives the edge’s own pages of a step, in full and for a frame, with the time that is left', () => {
    const step = { type: 'challenge', url: 'https://bank.example', creq: 'e30' } as const
    const told = (frame?: string) =>
      orderAfter(attempted('key-1', 'card'), takenAs('42'), stepTold({ ...step, ...(frame && { frame }) }))

    expect(view(told(), false).action).toEqual({ type: 'challenge', url: STEPS })
    expect(view(told('/frame'), false, 29).action).toEqual({
      type: 'challenge',
      url: STEPS,
      frame: '/frame',
      secondsLeft: 29,
    })
    expect(JSON.stringify(view(told('/frame'), false))).not.toContain('bank.example')
  })

  it('shows an attempt that the shopper left behind as superseded', () => {
    const state = orderAfter(attempted('key-1'), acceptedAs('42'), attempted('key-2'), acceptedAs('43', 2))

    expect(view(state, false).attempts.map(({ status }) => status)).toEqual(['superseded', 'redirect'])
  })
})
