import type { Records } from './records.ts'

/** The sandbox's clock, in milliseconds: the machine's time plus an offset. It survives a restart. */
export class Clock {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** The sandbox's time, in milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.aheadMs()
  }

  /** How far the sandbox is ahead of the machine. Signature timestamps use the machine's time, not this clock. */
  aheadMs(): number {
    return this.#records.find<number>('clock', 'aheadMs') ?? 0
  }

  /** Moves the clock forward. A reset sets it back. */
  advance(byMs: number): void {
    this.#records.put('clock', 'aheadMs', this.aheadMs() + byMs)
  }
}
