import type { Backend } from '../backend.ts'
import { waitFor } from '../bank/challenge-deadlines.ts'
import { COURSES } from '../bank/test-banks.ts'
import type { ThreeDs } from '../bank/three-ds-state.ts'
import { settleWith } from '../money/settlement.ts'
import { type Transaction, takesCard } from '../money/transaction.ts'
import { EXPIRED, type Verdict, verdictOf } from './approve-or-decline.ts'
import { type CardInput, isExpired } from './card-input.ts'
import { keep } from './card-vault.ts'

/** Pays on a page of the gateway: settles at once, or sends the shopper to the bank first. */
export function payWith(input: CardInput, transaction: Transaction, backend: Backend): void {
  begin(input, transaction, backend, (verdict, withCard) => goThroughGateway(verdict, withCard, backend))
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
  backend: Backend,
  notificationUrl?: string,
): void {
  begin(input, transaction, backend, (verdict, withCard) => {
    const threeDs = uploadsOf(verdict, notificationUrl)
    if (threeDs) waitFor({ ...withCard, threeDs }, backend)
    else goThroughGateway(verdict, withCard, backend)
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
  backend: Backend,
): void {
  const course = threeDs && COURSES[threeDs]
  const recognised = { ...outcome, ...(course && { verified3d: course.verified3d }) }
  if (!threeDs || !course?.asks) settleWith(recognised, transaction, backend)
  else {
    const challenge = { token: newToken(), kind: threeDs, wrongWords: 0, recognised, ...(tells && { tells }) }
    waitFor({ ...transaction, challenge }, backend)
  }
}

/** Charges a card whose holder is not there: the bank can ask nobody. */
export function chargeAbsent(input: CardInput, transaction: Transaction, backend: Backend): void {
  begin(input, transaction, backend, ({ outcome }, withCard) => settleWith(outcome, withCard, backend))
}

/** Keeps the card with the payment and decides over it. A payment that has its card already stays as it is. */
function begin(
  input: CardInput,
  transaction: Transaction,
  backend: Backend,
  go: (verdict: Verdict, withCard: Transaction) => void,
): void {
  if (!takesCard(transaction)) return
  const withCard = { ...transaction, card: keep(input, backend.records) }
  go(isExpired(input, backend.now()) ? EXPIRED : verdictOf(input.number, input.code), withCard)
}

/** The secret part of a page's address. */
export const newToken = () => crypto.randomUUID().replaceAll('-', '')
