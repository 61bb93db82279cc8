import { describe, expect, it } from 'vitest'
import type { Intent } from '../../shared/order-view.ts'
import { GERMAN } from '../texts/de.ts'
import { ENGLISH } from '../texts/en.ts'
import { type ActionSubject, actionWords } from './action-words.ts'
import { ACTION_RULES, type Action } from './allowed-actions.ts'

const CARD = { brand: 'Visa', masked: '444455••••••1111', expires: '12/29' }
const INTENTS: readonly Intent[] = ['sale', 'preauth', 'verify', 'payout']

/** What the dialog asks, and says of the effect. */
function said(action: Action, intent: Intent, more: Partial<ActionSubject> = {}, words = ENGLISH): string {
  const { heading, effect } = actionWords(action, { intent, card: CARD, ...more }, words)
  return `${heading} ${effect('€12.50')}`
}

describe('the words of an action', () => {
  it('never say of a payout or a verification what only a payment is', () => {
    for (const action of Object.keys(ACTION_RULES) as Action[])
      for (const intent of ['verify', 'payout'] as const) {
        if (['capture', 'void', 'return'].includes(action)) continue
        expect(said(action, intent)).not.toMatch(/pay twice|can no longer pay|still arrives|this payment/)
      }
  })

  it.each([
    ['return', 'Approve this refund? €12.50 goes back to the shopper at once. '],
    ['void', 'Approve this void? The whole payment or hold of €12.50 is undone at once. '],
    ['capture', 'Approve this capture? Only €12.50 is taken, and the rest of the hold is released at once. '],
  ] as const)('say what is approved, where a %s waits', (kind, expected) => {
    expect(said('approve', 'preauth', { waiting: { kind } })).toContain(expected)
    expect(said('approve', 'preauth', { waiting: { kind } }, GERMAN)).not.toMatch(/undefined/)
  })

  it('exist for every action and intent, in both languages', () => {
    for (const action of Object.keys(ACTION_RULES) as Action[])
      for (const intent of INTENTS)
        for (const words of [ENGLISH, GERMAN])
          expect(said(action, intent, {}, words), `${action} ${intent}`).not.toMatch(/undefined/)
  })

  it.each<[string, string, RegExp]>([
    [
      'a payout that is cancelled',
      said('cancel', 'payout'),
      /may still go out, and the checkout server cannot call it back/,
    ],
    [
      'a verification that is cancelled',
      said('cancel', 'verify'),
      /can no longer verify a card.*No money moves/,
    ],
    [
      'a hold that is released',
      said('void', 'preauth'),
      /^Release this hold\? The hold of €12\.50 is released/,
    ],
    ['a lost verification', said('not-accepted', 'verify'), /card verification.*No money moves/],
    ['a lost hold', said('not-accepted', 'preauth'), /preauthorization.*hold the money twice/],
    ['a lost refund of a sale', said('not-accepted', 'sale', { doubt: 'return' }), /took this refund/],
    ['a refund to a card', said('return', 'sale'), /€12\.50 goes back to the shopper’s card/],
    [
      'a refund of a payment without a card',
      said('return', 'sale', { card: undefined }),
      /€12\.50 goes back to the shopper, by the way of the payment/,
    ],
  ])('are true of %s', (_, words, fact) => {
    expect(words).toMatch(fact)
  })
})
