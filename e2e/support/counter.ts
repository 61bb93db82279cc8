import type { Presentation } from '../../shared/http-bodies.ts'
import { readLedger } from './ledger.ts'
import { addresses } from './stack/stack.ts'

/** Address of something at the shop's counter; each visit is an order of its own. */
export const counter = (ware: string, presentation: Presentation = 'redirect') =>
  `${addresses().shop}/counter/${ware}?presentation=${presentation}`

/** References of the counter's payments that saved its customer's first card begin with this. */
const FIRST_CARD = /^counter-first-/

/** The money that orders of the counter moved, as text, without saving the customer's first card. */
export const counterMoney = async () =>
  (await readLedger()).movements
    .filter(({ clientOrderId }) => !FIRST_CARD.test(clientOrderId))
    .map(({ kind, amount, currency }) => `${kind} ${amount} ${currency ?? ''}`.trim())

/** The counter's requests to the gateway that may move money, oldest first. */
export const counterRequests = async () =>
  (await readLedger()).requests
    .filter(({ clientOrderId, operation }) => !FIRST_CARD.test(clientOrderId) && MOVES.includes(operation))
    .map(({ operation }) => operation)

const MOVES: readonly string[] = [
  ...['sale', 'preauth', 'account-verification', 'make-rebill', 'payout'],
  ...['sale-form', 'preauth-form', 'payment-form', 'account-verification-form', 'payout-form'],
]
