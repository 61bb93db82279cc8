/** Repeatable random numbers. Pure: no clock, no storage, no network. */

/** FNV-1a's constants for 32 bits. */
const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Hashes names to a number, so that a draw does not depend on earlier draws.
 *
 * @returns A number from 0 to 1, excluding 1; always the same for the same names.
 */
export function chance(...names: readonly (string | number)[]): number {
  const text = names.join('\n')
  let hash = OFFSET_BASIS
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), PRIME)
  return (mixed(hash) >>> 0) / 2 ** 32
}

/** Spreads a difference in the last character over all bits (the finalizer of MurmurHash3). */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
