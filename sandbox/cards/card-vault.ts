import type { Records } from '../store/records.ts'
import type { Card } from '../store/transaction.ts'
import type { CardInput } from './card-input.ts'

/** Stores a card's number in the vault, and returns what may be shown. The same number always gets the same id. */
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
 * Loads a stored card.
 *
 * @param code The security code, which is never stored. A missing code counts as the right one.
 */
export function loadCard(card: Card, code: string | undefined, records: Records): CardInput {
  const { brand, expiryMonth, expiryYear, holder } = card
  const number = records.find<string>('card-number', card.vaultId) ?? ''
  return { number, brand, code: code || '123', expiryMonth, expiryYear, holder }
}

/** Masks a stored card: shows its first six digits and its last four. */
export function maskedNumber({ bin, last4, vaultId }: Card, records: Records): string {
  const length = records.find<string>('card-number', vaultId)?.length ?? 16
  return `${bin}${'*'.repeat(length - 10)}${last4}`
}

/** Makes an id of at most twenty digits, which is the limit of the parameters for card references. */
export function newId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return String((BigInt(high) << 32n) | BigInt(low)).padStart(20, '1')
}
