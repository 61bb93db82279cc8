/** How long the test banks take and wait, in milliseconds. */
export interface BankTimes {
  /** How long after it was asked for a challenge has to be opened. */
  readonly startMs: number
  /** How long the cardholder may take to answer, wherever the bank asks. */
  readonly finishMs: number
  /** The same for the bank that waits a few seconds only. */
  readonly briefMs: number
  /** How long the slow bank takes to show its question. */
  readonly slowMs: number
  /** How long the slow page of a method takes to answer. */
  readonly slowMethodMs: number
}

/**
 * A challenge begins within 30 seconds and ends within 10 minutes; a merchant waits 10 seconds for a method.
 *
 * @see EMV 3-D Secure Protocol and Core Functions Specification, timeouts
 */
export const BANK_TIMES: BankTimes = {
  startMs: 30_000,
  finishMs: 600_000,
  briefMs: 5_000,
  slowMs: 5_000,
  slowMethodMs: 12_000,
}
