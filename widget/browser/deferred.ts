/** A promise that somebody else resolves. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
}

/** What `Promise.withResolvers` does, which browsers of three years ago lack. */
export function deferred<Value>(): Deferred<Value> {
  let resolve = (_: Value) => {}
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
