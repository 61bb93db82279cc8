import type { Records } from './records.ts'

/** The sandbox's time, in milliseconds: the machine's, plus what it was advanced by. It survives a restart. */
export class Clock {
  readonly #records: Records

  constructor(records: Records) {
    this.#records = records
  }

  /** Milliseconds since the epoch, in the sandbox. */
  now(): number {
    return Date.now() + this.aheadMs()
  }

  /** How far the sandbox is ahead of the machine. Signatures are dated by the machine's time, not by this one. */
  aheadMs(): number {
    return this.#records.find<number>('clock', 'aheadMs') ?? 0
  }

  /** Lets time pass. Emptying the sandbox takes it back. */
  advance(byMs: number): void {
    this.#records.put('clock', 'aheadMs', this.aheadMs() + byMs)
  }
}
