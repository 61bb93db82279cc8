/** Long unbroken runs may be tokens, keys or card numbers; what holds an at sign may be an address. */
const SUSPECT = /\S+@\S+|[\w.~+/=-]{16,}|\d[\d ]{10,}\d/g

const MAX_CHARACTERS = 200

/**
 * Tells the log of an unexpected error without what the error may carry.
 *
 * @returns Its class and message, cut short, with whatever may be secret left out. No stack.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown, but no Error'
  return `${error.name}: ${error.message}`.slice(0, MAX_CHARACTERS).replaceAll(SUSPECT, '…')
}
