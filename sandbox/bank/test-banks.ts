/** How the banks behind test cards handle 3-D Secure: one row for each. Pure: no clock, no storage, no network. */
import type { Outcome } from '../money/outcome.ts'

/** What the cardholder's browser or the merchant has to bring from the bank. */
export type ThreeDsStep = 'method' | 'challenge' | 'pareq'

/** What a bank's answer to a challenge is made of. */
export type AnswerQuirk = 'usual' | 'padded' | 'error' | 'empty' | 'foreign' | 'cut-off'

/** What is odd about a bank. */
export interface BankQuirks {
  readonly answer?: AnswerQuirk
  /** Where in the browser the answer is posted, if not to the page's own frame. */
  readonly target?: '_parent' | '_top'
  /** Its page tries to take the whole window. */
  readonly breaksOut?: true
  /** Its page cannot be opened twice. */
  readonly asksOnce?: true
  readonly needsCookies?: true
  readonly isSlow?: true
  /** It waits seconds for the cardholder, and not minutes. */
  readonly isBrief?: true
}

interface TestBank extends BankQuirks {
  /** What the merchant uploads, in this order, where it carries out 3-D Secure itself. */
  readonly steps?: readonly ThreeDsStep[]
  /** How the bank's page for the method behaves; missing if the bank has none. */
  readonly method?: MethodKind
  /** Whether the cardholder is asked at the bank. */
  readonly asks?: boolean
  /** What is known of the cardholder where nothing was asked. */
  readonly verified3d: NonNullable<Outcome['verified3d']>
}

/** How a bank's page for the method behaves. */
export type MethodKind = 'answers' | 'padded' | 'slow' | 'silent'

const frictionless = (verified3d: TestBank['verified3d']): TestBank => ({ verified3d })
const viaGateway: TestBank = { asks: true, verified3d: 'AUTHENTICATED' }
const challenged = (step: ThreeDsStep, manner: BankQuirks = {}): TestBank => ({
  ...viaGateway,
  steps: [step],
  ...manner,
})
const quirky = (manner: BankQuirks) => challenged('challenge', manner)
const methodThenChallenge = (method?: MethodKind, manner: BankQuirks = {}): TestBank => ({
  ...viaGateway,
  steps: ['method', 'challenge'],
  ...(method && { method }),
  ...manner,
})

const ROWS = {
  unsupported: frictionless('UNSUPPORTED'),
  frictionless: frictionless('AUTHENTICATED'),
  challenge: challenged('challenge'),
  'method-challenge': methodThenChallenge('answers'),
  'method-frictionless': { steps: ['method'], method: 'answers', verified3d: 'AUTHENTICATED' },
  'method-silent': methodThenChallenge('silent'),
  'method-slow': methodThenChallenge('slow'),
  'method-missing': methodThenChallenge(),
  pareq: challenged('pareq'),
  redirect: viaGateway,
  html: viaGateway,
  'html-alone': viaGateway,
  padded: methodThenChallenge('padded', { answer: 'padded' }),
  error: quirky({ answer: 'error' }),
  empty: quirky({ answer: 'empty' }),
  foreign: quirky({ answer: 'foreign' }),
  'cut-off': quirky({ answer: 'cut-off' }),
  brief: quirky({ isBrief: true }),
  'breaks-out': quirky({ breaksOut: true }),
  'posts-to-parent': quirky({ target: '_parent' }),
  'posts-to-top': quirky({ target: '_top' }),
  'asks-once': quirky({ asksOnce: true }),
  cookies: quirky({ needsCookies: true }),
  slow: quirky({ isSlow: true }),
} satisfies Readonly<Record<string, TestBank>>

/** The name of a bank's behaviour. */
export type TestBankName = keyof typeof ROWS

/** Kind → what happens. A kind that asks without steps sends the cardholder to the bank through the gateway. */
export const TEST_BANKS: Readonly<Record<TestBankName, TestBank>> = ROWS

/** What a payment comes to where the bank did not recognise the cardholder. */
export const NOT_RECOGNISED: Outcome = {
  status: 'declined',
  errorCode: '107',
  errorMessage: 'Cardholder was not recognised',
  verified3d: 'NOT_AUTHENTICATED',
}

/** The same where the cardholder did not come to the bank, or did not answer, in time. */
export const NOT_IN_TIME: Outcome = { ...NOT_RECOGNISED, errorMessage: 'Cardholder did not answer in time' }
