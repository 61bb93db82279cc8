import { type DeadlineStores, waitFor } from '../bank/challenge-deadlines.ts'
import { COURSES } from '../bank/test-banks.ts'
import type { ThreeDs } from '../bank/three-ds-state.ts'
import { settleWith } from '../money/settlement.ts'
import { type Transaction, takesCard } from '../money/transaction.ts'
import type { Records } from '../store/records.ts'
import { EXPIRED, type Verdict, verdictOf } from './approve-or-decline.ts'
import { type CardInput, isExpired } from './card-input.ts'
import { keep } from './card-vault.ts'

/** What it takes to pay with a card. */
export interface CardPaymentStores extends DeadlineStores {
  readonly records: Records
}

/** Pays on a page of the gateway: settles at once, or sends the shopper to the bank first. */
export function payWith(input: CardInput, transaction: Transaction, stores: CardPaymentStores): void {
  begin(input, transaction, stores, (verdict, withCard) => goThroughGateway(verdict, withCard, stores))
}

/**
 * Pays with a card that the merchant sent: settles at once, waits for the uploads of 3-D Secure, or for the shopper
 * to come by `redirect-to`.
 *
 * @param notificationUrl Where the bank sends the result of a challenge.
 */
export function payDirectly(
  input: CardInput,
  transaction: Transaction,
  stores: CardPaymentStores,
  notificationUrl?: string,
): void {
  begin(input, transaction, stores, (verdict, withCard) => {
    const threeDs = uploadsOf(verdict, notificationUrl)
    if (threeDs) waitFor({ ...withCard, threeDs }, stores)
    else goThroughGateway(verdict, withCard, stores)
  })
}

function uploadsOf(
  { threeDs: kind, tells, outcome }: Verdict,
  notificationUrl?: string,
): ThreeDs | undefined {
  const { steps, verified3d } = (kind && COURSES[kind]) || {}
  if (!kind || !steps || !verified3d) return undefined
  return {
    ...{ id: crypto.randomUUID(), kind, steps, visits: [], wrongWords: 0 },
    ...(tells && { tells }),
    recognised: { ...outcome, verified3d },
    ...(notificationUrl && { notificationUrl }),
  }
}

function goThroughGateway(
  { threeDs, tells, outcome }: Verdict,
  transaction: Transaction,
  stores: CardPaymentStores,
): void {
  const course = threeDs && COURSES[threeDs]
  const recognised = { ...outcome, ...(course && { verified3d: course.verified3d }) }
  if (!threeDs || !course?.asks) settleWith(recognised, transaction, stores)
  else {
    const challenge = { token: newToken(), kind: threeDs, wrongWords: 0, recognised, ...(tells && { tells }) }
    waitFor({ ...transaction, challenge }, stores)
  }
}

/** Charges a card whose holder is not there: the bank can ask nobody. */
export function chargeAbsent(input: CardInput, transaction: Transaction, stores: CardPaymentStores): void {
  begin(input, transaction, stores, ({ outcome }, withCard) => settleWith(outcome, withCard, stores))
}

/** Keeps the card with the payment and decides over it. A payment that has its card already stays as it is. */
function begin(
  input: CardInput,
  transaction: Transaction,
  stores: CardPaymentStores,
  go: (verdict: Verdict, withCard: Transaction) => void,
): void {
  if (!takesCard(transaction)) return
  const withCard = { ...transaction, card: keep(input, stores.records) }
  go(isExpired(input, stores.now()) ? EXPIRED : verdictOf(input.number, input.code), withCard)
}

/** The secret part of a page's address. */
export const newToken = () => crypto.randomUUID().replaceAll('-', '')
