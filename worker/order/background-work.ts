/** Work that no caller waits for. The alarm awaits it, so that it does not set another alarm to make up for it. */
export class BackgroundWork {
  readonly #ctx: Pick<DurableObjectState, 'waitUntil'>
  readonly #pending = new Set<Promise<void>>()

  constructor(ctx: Pick<DurableObjectState, 'waitUntil'>) {
    this.#ctx = ctx
  }

  /** Keeps the object alive until the work is done. */
  follow(work: Promise<void>): void {
    const followed = work.finally(() => this.#pending.delete(followed))
    this.#pending.add(followed)
    this.#ctx.waitUntil(followed)
  }

  get pending(): readonly Promise<void>[] {
    return [...this.#pending]
  }
}
