/** What requests told the gateway of cards and accounts, by which an echo of it is recognized. In memory alone. */
import type { Values } from './request.ts'
import { compact } from './text-decodings.ts'

/** What must not come back in an answer. All of it is compact: letters and digits, in small letters. */
export interface SentValues {
  /** Numbers of cards and accounts, wallets and telephones. */
  readonly numbers: readonly string[]
  /** Whatever else of them can stand in a sentence. */
  readonly words: readonly string[]
}

/** Where nothing was sent that could come back. */
export const NOTHING_SENT: SentValues = { numbers: [], words: [] }

/** Values of requests that name a card or an account; see `field-groups.ts`. */
const NUMBERS = ['cardNumber', 'destinationCardNumber', 'accountNumber', 'wallet', 'receiverPhone'] as const

/** Values that belong to one, and names of people, each word of which counts. */
const WHOLE = ['cvv', 'bankName', 'routingNumber', 'email'] as const
const NAMES = ['cardHolder', 'accountName'] as const

/** A shorter account number could be any number of the gateway's by chance. No card number is. */
const MIN_NUMBER = 8

/** A shorter word stands in too many sentences. */
const MIN_WORD = 3

/** What one request tells. */
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
 * The numbers that an order's requests sent, for as long as its object is in memory: the answer to a later question may
 * repeat them. Codes and holders are not here: they are forgotten with their own request.
 */
export class SentNumbers {
  readonly #known = new Set<string>()

  /** Notes the numbers of a request. @returns What no answer to it may repeat. */
  of(values: Values): SentValues {
    const { numbers, words } = sentIn(values)
    for (const number of numbers) this.#known.add(number)
    return { numbers: [...this.#known], words }
  }
}
