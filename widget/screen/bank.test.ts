import { describe, expect, it } from 'vitest'
import { type BankSituation, bankScreenOf } from './bank.ts'

const AT_BANK: BankSituation = { type: 'challenge', intent: 'sale', isAsking: false, isLate: false }

describe('the dialog', () => {
  it.each<[string, Partial<BankSituation>, string | undefined]>([
    ['who asks for what sum at the bank', {}, 'confirm.text'],
    ['the same of a sum that is reserved', { intent: 'preauth' }, 'confirm.text'],
    ['nothing of a sum where a card is checked', { intent: 'verify' }, undefined],
    ['nothing of a sum to confirm where money goes out', { intent: 'payout' }, undefined],
    ['nothing of a bank around the payment page', { type: 'redirect' }, undefined],
    ['nothing of a bank around the bot check', { type: 'check' }, undefined],
    ['nothing beside its own question', { isAsking: true }, undefined],
    ['nothing where the bank’s page did not come', { isLate: true }, undefined],
  ])('says %s', (_, change, asks) => {
    expect(bankScreenOf({ ...AT_BANK, ...change }).asks).toBe(asks)
  })
})
