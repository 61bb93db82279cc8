/** Returns the result of some work, or `undefined` where the browser or the input makes it throw. */
export function tryTo<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return
  }
}
