/** From a piece of a library's text up to another, the second left standing; and what takes the place. */
export type Cut = readonly [from: string, to: string, by: string]

/**
 * Changes one place of a text.
 *
 * @throws {Error} If there is not exactly one: the library is of another release than the cut was made for.
 */
export function replaceOnce(code: string, [from, to, by]: Cut): string {
  const start = code.indexOf(from)
  const end = code.indexOf(to, start)
  if (start < 0 || end < 0 || code.includes(from, start + 1))
    throw new Error(`The library has changed: it has ${from} … ${to} not once`)
  return code.slice(0, start) + by + code.slice(end)
}
