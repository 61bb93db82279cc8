import type { Card } from '../money/transaction.ts'
import type { Records } from '../store/records.ts'
import type { CardInput } from './card-input.ts'

/** Keeps a card's number apart from what is shown of the card. The same number gets the same id every time. */
export function storeCard(input: CardInput, records: Records): Card {
  const { number, brand, expiryMonth, expiryYear, holder } = input
  const vaultId = records.find<string>('card-id', number) ?? newId()
  records.put('card-id', number, vaultId)
  records.put('card-number', vaultId, number)
  return {
    vaultId,
    brand,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth,
    expiryYear,
    holder,
  }
}

/**
 * Makes a kept card usable again.
 *
 * @param code Its security code, which is never kept; without one it counts as the right one.
 */
export function loadCard(card: Card, code: string | undefined, records: Records): CardInput {
  const { brand, expiryMonth, expiryYear, holder } = card
  const number = records.find<string>('card-number', card.vaultId) ?? ''
  return { number, brand, code: code || '123', expiryMonth, expiryYear, holder }
}

/** How a card is shown: its first six digits and its last four. */
export function maskedNumber({ bin, last4, vaultId }: Card, records: Records): string {
  const length = records.find<string>('card-number', vaultId)?.length ?? 16
  return `${bin}${'*'.repeat(length - 10)}${last4}`
}

/** Twenty digits at most, which is what fits into the parameters that name a card. */
export function newId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return String((BigInt(high) << 32n) | BigInt(low)).padStart(20, '1')
}
