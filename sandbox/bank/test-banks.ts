/** How the banks behind test cards handle 3-D Secure: one row for each. Pure: no clock, no storage, no network. */
import type { Outcome } from '../money/outcome.ts'

/** What the cardholder's browser or the merchant has to bring from the bank. */
export type ThreeDsStep = 'method' | 'challenge' | 'pareq'

/** What a bank's answer to a challenge is made of. */
export type AnswerKind = 'usual' | 'padded' | 'error' | 'empty' | 'foreign' | 'cut-off'

/** What is odd about a bank. */
export interface Manner {
  readonly answer?: AnswerKind
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

interface Course extends Manner {
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

const silently = (verified3d: Course['verified3d']): Course => ({ verified3d })
const asking: Course = { asks: true, verified3d: 'AUTHENTICATED' }
const asked = (step: ThreeDsStep, manner: Manner = {}): Course => ({ ...asking, steps: [step], ...manner })
const oddly = (manner: Manner) => asked('challenge', manner)
const methodThenAsked = (method?: MethodKind, manner: Manner = {}): Course => ({
  ...asking,
  steps: ['method', 'challenge'],
  ...(method && { method }),
  ...manner,
})

const ROWS = {
  unsupported: silently('UNSUPPORTED'),
  frictionless: silently('AUTHENTICATED'),
  challenge: asked('challenge'),
  'method-challenge': methodThenAsked('answers'),
  'method-frictionless': { steps: ['method'], method: 'answers', verified3d: 'AUTHENTICATED' },
  'method-silent': methodThenAsked('silent'),
  'method-slow': methodThenAsked('slow'),
  'method-missing': methodThenAsked(),
  pareq: asked('pareq'),
  redirect: asking,
  html: asking,
  'html-alone': asking,
  padded: methodThenAsked('padded', { answer: 'padded' }),
  error: oddly({ answer: 'error' }),
  empty: oddly({ answer: 'empty' }),
  foreign: oddly({ answer: 'foreign' }),
  'cut-off': oddly({ answer: 'cut-off' }),
  brief: oddly({ isBrief: true }),
  'breaks-out': oddly({ breaksOut: true }),
  'posts-to-parent': oddly({ target: '_parent' }),
  'posts-to-top': oddly({ target: '_top' }),
  'asks-once': oddly({ asksOnce: true }),
  cookies: oddly({ needsCookies: true }),
  slow: oddly({ isSlow: true }),
} satisfies Readonly<Record<string, Course>>

/** The name of a bank's behaviour. */
export type ThreeDsKind = keyof typeof ROWS

/** Kind → what happens. A kind that asks without steps sends the cardholder to the bank through the gateway. */
export const COURSES: Readonly<Record<ThreeDsKind, Course>> = ROWS

/** What a payment comes to where the bank did not recognise the cardholder. */
export const NOT_RECOGNISED: Outcome = {
  status: 'declined',
  errorCode: '107',
  errorMessage: 'Cardholder was not recognised',
  verified3d: 'NOT_AUTHENTICATED',
}

/** The same where the cardholder did not come to the bank, or did not answer, in time. */
export const NOT_IN_TIME: Outcome = { ...NOT_RECOGNISED, errorMessage: 'Cardholder did not answer in time' }
