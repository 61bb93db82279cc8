import type { Outcome } from '../money/outcome.ts'
import type { TestBankName, ThreeDsStep } from './test-banks.ts'

/** Where a step of 3-D Secure is told of: once in the reply to what makes it due, in each `status`, or in both. */
export type ReportedIn = 'reply' | 'status' | 'both'

/** A payment that waits for the cardholder at the bank. */
export interface Challenge {
  /** The secret part of the bank page's address. */
  readonly token: string
  /** How the bank behaves. */
  readonly kind: TestBankName
  /** Default: in `status` alone. */
  readonly tells?: ReportedIn
  readonly wrongWords: number
  /** What the payment comes to once the cardholder has been recognised. */
  readonly recognised: Outcome
}

/** One time that the merchant brought its question to the bank. */
export interface Visit {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What the browser loaded the page for, such as `iframe` or `document`: its `Sec-Fetch-Dest`. */
  readonly destination?: string
  readonly windowSize?: string
  /** Parameters of the question that go with the answer, by name. */
  readonly carried: Readonly<Record<string, string>>
}

/** A payment whose 3-D Secure the merchant carries out itself, by uploads. */
export interface ThreeDs {
  /** The value of `threeDSServerTransID`. */
  readonly id: string
  /** How the bank behaves. */
  readonly kind: TestBankName
  /** Default: in `status` alone. */
  readonly tells?: ReportedIn
  /** What is still to be done, in this order. */
  readonly steps: readonly ThreeDsStep[]
  /** Where the bank sends the result of the challenge. */
  readonly notificationUrl?: string
  /** What the merchant uploaded of the method and the browser. */
  readonly uploaded?: Readonly<Record<string, string>>
  readonly visits: readonly Visit[]
  readonly wrongWords: number
  /** What the payment comes to once the cardholder has been recognised. */
  readonly recognised: Outcome
}
