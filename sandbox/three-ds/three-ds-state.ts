import type { Outcome } from '../api/outcome.ts'
import type { TestBankName, ThreeDsStep } from './test-banks.ts'

/** Where the gateway reports a 3-D Secure step: once, in the reply to the request that starts it; in `status`; or in both. */
export type ReportedIn = 'reply' | 'status' | 'both'

/** The 3-D Secure state of a payment that the gateway sends to the bank. */
export interface Challenge {
  /** The secret part of the bank page's address. */
  readonly token: string
  /** The test bank. */
  readonly kind: TestBankName
  /** Where the gateway reports the step. Default: in `status` only. */
  readonly tells?: ReportedIn
  readonly wrongWords: number
  /** The outcome once the bank has authenticated the cardholder. */
  readonly recognised: Outcome
}

/** One visit to the bank's page with a challenge request. */
export interface Visit {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The browser's `Sec-Fetch-Dest`, such as `iframe` or `document`. */
  readonly destination?: string
  readonly windowSize?: string
  /** Parameters of the request that the answer repeats, by name. */
  readonly carried: Readonly<Record<string, string>>
}

/** The 3-D Secure state of a payment whose merchant runs the steps itself and uploads their results. */
export interface ThreeDs {
  /** The value of `threeDSServerTransID`. */
  readonly id: string
  /** The test bank. */
  readonly kind: TestBankName
  /** Where the gateway reports the step. Default: in `status` only. */
  readonly tells?: ReportedIn
  /** The remaining steps, in order. */
  readonly steps: readonly ThreeDsStep[]
  /** Where the bank sends the result of the challenge. */
  readonly notificationUrl?: string
  /** What the merchant uploaded about the method and the browser. */
  readonly uploaded?: Readonly<Record<string, string>>
  readonly visits: readonly Visit[]
  readonly wrongWords: number
  /** The outcome once the bank has authenticated the cardholder. */
  readonly recognised: Outcome
}
