/**
 * Long unbroken runs and grouped digits may be tokens, keys or card numbers; text with an at sign may be an e-mail
 * address. The part before the sign is bounded, so that the search stays fast in a long text.
 */
const SUSPECT = /\S{1,64}@\S+|[\w.~+/=-]{16,}|\d(?:[ .-]{0,3}\d){11,}/g

const MAX_CHARACTERS = 200

/**
 * Describes an unexpected error for the log, without any secret that it may contain.
 *
 * @returns Its class and its redacted, shortened message. No stack.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown, but no Error'
  // Redact before cutting: the search would miss half a card number.
  return `${error.name}: ${error.message}`.replaceAll(SUSPECT, '…').slice(0, MAX_CHARACTERS)
}
