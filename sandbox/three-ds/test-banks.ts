/** The test banks: how each one handles 3-D Secure. One row per bank. Pure: no clock, no storage, no network. */
import type { Outcome } from '../api/outcome.ts'

/** The steps of 3-D Secure that a merchant may have to run. */
export type ThreeDsStep = 'method' | 'challenge' | 'pareq'

/** What the bank answers to a challenge. */
export type AnswerQuirk = 'usual' | 'padded' | 'error' | 'empty' | 'foreign' | 'cut-off'

/** What is unusual about a bank. */
interface BankQuirks {
  readonly answer?: AnswerQuirk
  /** The browsing context that the answer is posted to. Default: the page's own frame. */
  readonly target?: '_parent' | '_top'
  /** Its page tries to take over the whole window. */
  readonly breaksOut?: true
  /** Its page can be opened only once. */
  readonly asksOnce?: true
  readonly needsCookies?: true
  readonly isSlow?: true
  /** It waits for the cardholder only seconds, not minutes. */
  readonly isBrief?: true
}

interface TestBank extends BankQuirks {
  /** The steps, in order, if the merchant runs 3-D Secure itself. */
  readonly steps?: readonly ThreeDsStep[]
  /** How the method page behaves. Missing if the bank has none. */
  readonly method?: MethodKind
  /** Whether the bank challenges the cardholder. */
  readonly asks?: boolean
  /** The result of a successful authentication. */
  readonly verified3d: NonNullable<Outcome['verified3d']>
}

/** How a bank's method page behaves. */
type MethodKind = 'answers' | 'padded' | 'slow' | 'silent'

const frictionless = (verified3d: TestBank['verified3d']): TestBank => ({ verified3d })
const viaGateway: TestBank = { asks: true, verified3d: 'AUTHENTICATED' }
const challenged = (step: ThreeDsStep, quirks: BankQuirks = {}): TestBank => ({
  ...viaGateway,
  steps: [step],
  ...quirks,
})
const quirky = (quirks: BankQuirks) => challenged('challenge', quirks)
const methodThenChallenge = (method?: MethodKind, quirks: BankQuirks = {}): TestBank => ({
  ...viaGateway,
  steps: ['method', 'challenge'],
  ...(method && { method }),
  ...quirks,
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

/** The name of a test bank. */
export type TestBankName = keyof typeof ROWS

/** The test banks by name. A bank that asks but has no steps sends the cardholder through the gateway. */
export const TEST_BANKS: Readonly<Record<TestBankName, TestBank>> = ROWS

/** The outcome if the bank did not authenticate the cardholder. */
export const NOT_RECOGNISED: Outcome = {
  status: 'declined',
  errorCode: '107',
  errorMessage: 'Cardholder was not recognised',
  verified3d: 'NOT_AUTHENTICATED',
}

/** The outcome if the cardholder did not open or answer the challenge in time. */
export const NOT_IN_TIME: Outcome = { ...NOT_RECOGNISED, errorMessage: 'Cardholder did not answer in time' }
