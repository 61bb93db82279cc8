/**
 * Long unbroken runs may be tokens, keys or card numbers, and so may digits in groups; what holds an at sign may be an
 * address. The part before it is bounded: looking for one must not take ages in a long text.
 */
const SUSPECT = /\S{1,64}@\S+|[\w.~+/=-]{16,}|\d(?:[ .-]{0,3}\d){11,}/g

const MAX_CHARACTERS = 200

/**
 * Tells the log of an unexpected error without what the error may carry.
 *
 * @returns Its class and message with whatever may be secret left out, then cut short. No stack.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown, but no Error'
  // A card number that is cut before it is looked for may be too short to be found.
  return `${error.name}: ${error.message}`.replaceAll(SUSPECT, '…').slice(0, MAX_CHARACTERS)
}
