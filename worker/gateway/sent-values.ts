/** Card and account data of sent requests, to recognize echoes of it in replies. In memory only. */
import type { Values } from './request.ts'
import { compact } from './text-decodings.ts'

/** Values that a reply must not echo. All are compact: only letters and digits, in lower case. */
export interface SentValues {
  /** Numbers of cards, accounts, wallets and phones. */
  readonly numbers: readonly string[]
  /** Other values that may appear in a sentence. */
  readonly words: readonly string[]
}

/** Nothing was sent that a reply could echo. */
export const NOTHING_SENT: SentValues = { numbers: [], words: [] }

/** Values that identify a card or an account; see `field-groups.ts`. */
const NUMBERS = ['cardNumber', 'destinationCardNumber', 'accountNumber', 'wallet', 'receiverPhone'] as const

/** Other values of a card or an account; and names of people, of which each word counts. */
const WHOLE = ['cvv', 'bankName', 'routingNumber', 'email'] as const
const NAMES = ['cardHolder', 'accountName'] as const

/** A shorter account number could equal a number of the gateway's by chance. Card numbers are longer. */
const MIN_NUMBER = 8

/** Shorter words occur in too many sentences. */
const MIN_WORD = 3

/** The values of one request. */
export function sentIn(values: Values): SentValues {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : ''
  }
  const words = [...WHOLE.map(text), ...NAMES.flatMap((name) => text(name).split(/\s+/))]
  return {
    numbers: NUMBERS.map((name) => compact(text(name))).filter(({ length }) => length >= MIN_NUMBER),
    words: words.map(compact).filter(({ length }) => length >= MIN_WORD),
  }
}

/**
 * The numbers that an order's requests sent, as long as its object is in memory: the reply to a later request may echo
 * them. Security codes and holders are not here; they are forgotten with their own request.
 */
export class SentNumbers {
  readonly #known = new Set<string>()

  /** Adds the numbers of a request. @returns The values that its reply must not echo. */
  of(values: Values): SentValues {
    const { numbers, words } = sentIn(values)
    for (const number of numbers) this.#known.add(number)
    return { numbers: [...this.#known], words }
  }
}
