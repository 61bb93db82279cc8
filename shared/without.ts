/**
 * A copy of an object without some of its members. The object stays as it is.
 *
 * @param names Those left out; a name that the object does not have changes nothing.
 */
export function without<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  ...names: readonly Name[]
): Omit<Whole, Name>
export function without(whole: object, ...names: readonly PropertyKey[]): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
}
