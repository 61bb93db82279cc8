/** A promise that is kept from outside; `Promise.withResolvers` is missing in browsers that shoppers still use. */
export class Deferred<Value> {
  resolve: (value: Value) => void = () => undefined
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = resolve
  })
}
