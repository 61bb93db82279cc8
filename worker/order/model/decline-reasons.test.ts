import { describe, expect, it } from 'vitest'
import type { FailureReason, Intent } from '../../../shared/order-view.ts'
import { profile } from '../../config/gateway-profile.ts'
import { attempted, orderWith, reported, takenAs, terms } from '../testing/examples.ts'
import { merchantView } from '../views/merchant-view.ts'
import { view } from '../views/view.ts'
import { failureReason, reasonTelling } from './decline-reasons.ts'
import type { Report } from './events.ts'

const CODES = profile.parse({ declineCodes: { 'security-code': ['N7'], cancelled: ['17'] } }).declineCodes

describe('the reason of a failure', () => {
  it.each<[string, Report['status'], string | undefined, FailureReason | undefined]>([
    ['an expired card', 'declined', '101', 'expired-card'],
    ['a card without funds', 'declined', '116', 'funds'],
    ['a wrong security code', 'declined', 'N7', 'security-code'],
    ['a shopper who cancelled at the gateway', 'declined', '17', 'cancelled'],
    ['a stolen card is none', 'declined', '209', undefined],
    ['a card that may not do this is none', 'declined', '119', undefined],
    ['an unlisted code is none', 'declined', '100', undefined],
    ['a decline without a code is none', 'declined', undefined, undefined],
    ['a filtered payment has none, whatever its code', 'filtered', '116', undefined],
    ['an error has none, whatever its code', 'error', '116', undefined],
    ['an unknown outcome has none, whatever its code', 'unknown', '17', undefined],
  ])('%s', (_, status, errorCode, reason) => {
    expect(failureReason({ status, errorCode }, CODES)).toBe(reason)
  })

  it('is not guessed for a wrong code or a cancellation, whose codes nobody publishes', () => {
    const { declineCodes } = profile.parse({})

    expect(
      ['N7', '17'].map((errorCode) => failureReason({ status: 'declined', errorCode }, declineCodes)),
    ).toEqual([undefined, undefined])
  })
})

describe('a bank’s reason', () => {
  it.each<[string, Intent, string | undefined, FailureReason | undefined, string]>([
    ['may be read in a session', 'sale', undefined, 'funds', 'tell'],
    ['may be read in a session that verifies', 'verify', undefined, 'security-code', 'tell'],
    ['of an offer needs a calm edge', 'sale', 'digest', 'funds', 'ask'],
    ['of a payout is not the shopper’s', 'payout', undefined, 'funds', 'hide'],
    ['is not asked about where there is none', 'sale', 'digest', undefined, 'hide'],
    ['is not asked about where the shopper cancelled', 'sale', 'digest', 'cancelled', 'hide'],
  ])('%s', (_, intent, offer, reason, telling) => {
    const order = { intent, ...(offer && { offer }) }

    expect(reasonTelling(order, reason ? { reason } : {})).toBe(telling)
  })

  it('needs a calm edge for whoever came by a link too: anybody can forward it', () => {
    expect(reasonTelling({ intent: 'sale' }, { reason: 'funds' }, 'an exchange')).toBe('ask')
  })
})

describe('the view of a failure', () => {
  const failedWith = (change: Partial<Report>, status: Report['status'] = 'declined') =>
    orderWith({ ...terms }, attempted('key-1', 'card'), takenAs('42'), reported(status, change))

  it.each<[string, Partial<Report>, string]>([
    ['names a reason that may be told', { reason: 'funds', isReasonTold: true }, 'declined-funds'],
    ['keeps a reason that may not be told', { reason: 'funds' }, 'declined'],
    ['names a cancellation, which tells nothing of a card', { reason: 'cancelled' }, 'cancelled-at-gateway'],
    ['has a plain word for any other', { errorCode: '209' }, 'declined'],
  ])('%s, and lets the shopper try again', (_, change, code) => {
    expect(view(failedWith(change), false)).toMatchObject({
      status: 'declined',
      error: { code, recoverable: true },
    })
  })

  it('names every reason to the merchant', () => {
    const [attempt] = merchantView(failedWith({ reason: 'funds', errorCode: '116' }), false).attempts

    expect(attempt?.failure).toEqual({ code: 'declined', gatewayCode: '116', reason: 'funds' })
  })

  it('keeps no reason once the gateway approves after all', () => {
    const order = failedWith({ reason: 'funds', isReasonTold: true })
    const { attempts } = orderWith(
      { ...terms },
      attempted('key-1', 'card'),
      takenAs('42'),
      reported('declined', { reason: 'funds', isReasonTold: true }),
      reported('approved'),
    )

    expect(order.attempts[0]).toMatchObject({ isReasonTold: true })
    expect(attempts[0]).not.toHaveProperty('isReasonTold')
    expect(attempts[0]).not.toHaveProperty('error')
  })
})
