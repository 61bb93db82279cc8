import { PAYOUT_TEXTS } from './field-texts.ts'
import { account, accountName, bank, number, phone, receiver, routing, wallet } from './fields.ts'
import type { FrameMethods } from './method-fields.ts'

/** What the payout frame asks for. */
export const PAYOUT_METHODS: FrameMethods = {
  methods: {
    'payout-card': { at: 'destination.card', fields: [number, receiver] },
    'payout-bank': { at: 'destination.bank', fields: [account, bank, accountName, routing] },
    'payout-ewallet': { at: 'destination.ewallet', fields: [wallet] },
    'payout-phone': { at: 'destination.phone', fields: [phone] },
  },
  texts: PAYOUT_TEXTS,
}
