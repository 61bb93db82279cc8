/**
 * Marks a text, so that texts which nobody made to collide are told apart. Marks are stored, so the function never changes.
 * It is no secret keeper: a mark tells 32 bits of its text.
 *
 * @returns An unsigned integer of 32 bits (FNV-1a over UTF-16 code units).
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
