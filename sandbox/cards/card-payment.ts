import { settle } from '../money/settlement.ts'
import type { Records } from '../store/records.ts'
import { type Transaction, takesCard } from '../store/transaction.ts'
import { TEST_BANKS } from '../three-ds/test-banks.ts'
import type { ThreeDs } from '../three-ds/three-ds-state.ts'
import { type CardInput, isExpired } from './card-input.ts'
import { storeCard } from './card-vault.ts'
import { type DeadlineStores, startWaiting } from './challenge-deadlines.ts'
import { type CardDecision, decide, EXPIRED_CARD } from './issuer-decision.ts'

/** What it takes to pay with a card. */
export interface CardPaymentStores extends DeadlineStores {
  readonly records: Records
}

/** Pays on the gateway's page: settles at once, or sends the shopper to the bank first. */
export function payOnHostedPage(input: CardInput, transaction: Transaction, stores: CardPaymentStores): void {
  decideAndContinue(input, transaction, stores, (decision, withCard) =>
    settleOrRedirect(decision, withCard, stores),
  )
}

/**
 * Pays with a card that the merchant sent. Settles at once, or waits for the merchant's 3-D Secure uploads, or for the
 * shopper at `redirect-to`.
 *
 * @param notificationUrl Where the bank sends the result of a challenge.
 */
export function payDirectly(
  input: CardInput,
  transaction: Transaction,
  stores: CardPaymentStores,
  notificationUrl?: string,
): void {
  decideAndContinue(input, transaction, stores, (decision, withCard) => {
    const threeDs = merchantThreeDs(decision, notificationUrl)
    if (threeDs) startWaiting({ ...withCard, threeDs }, stores)
    else settleOrRedirect(decision, withCard, stores)
  })
}

function merchantThreeDs(
  { threeDs: kind, tells, outcome }: CardDecision,
  notificationUrl?: string,
): ThreeDs | undefined {
  const { steps, verified3d } = (kind && TEST_BANKS[kind]) || {}
  if (!kind || !steps || !verified3d) return undefined
  return {
    ...{ id: crypto.randomUUID(), kind, steps, visits: [], wrongWords: 0 },
    ...(tells && { tells }),
    recognised: { ...outcome, verified3d },
    ...(notificationUrl && { notificationUrl }),
  }
}

function settleOrRedirect(
  { threeDs, tells, outcome }: CardDecision,
  transaction: Transaction,
  stores: CardPaymentStores,
): void {
  const bank = threeDs && TEST_BANKS[threeDs]
  const recognised = { ...outcome, ...(bank && { verified3d: bank.verified3d }) }
  if (!threeDs || !bank?.asks) settle(recognised, transaction, stores)
  else {
    const challenge = { token: newToken(), kind: threeDs, wrongWords: 0, recognised, ...(tells && { tells }) }
    startWaiting({ ...transaction, challenge }, stores)
  }
}

/** Charges a card without its holder, so the bank cannot authenticate anyone. */
export function chargeSavedCard(input: CardInput, transaction: Transaction, stores: CardPaymentStores): void {
  decideAndContinue(input, transaction, stores, ({ outcome }, withCard) => settle(outcome, withCard, stores))
}

/** Stores the card with the payment and decides about it. Does nothing if the payment already has a card. */
function decideAndContinue(
  input: CardInput,
  transaction: Transaction,
  stores: CardPaymentStores,
  proceed: (decision: CardDecision, withCard: Transaction) => void,
): void {
  if (!takesCard(transaction)) return
  const withCard = { ...transaction, card: storeCard(input, stores.records) }
  proceed(isExpired(input, stores.now()) ? EXPIRED_CARD : decide(input.number, input.code), withCard)
}

/** Makes the secret part of a page's address. */
export const newToken = () => crypto.randomUUID().replaceAll('-', '')
