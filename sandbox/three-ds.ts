import type { Outcome, ThreeDs, ThreeDsStep } from './transactions.ts'

/** How the bank behind a card handles 3-D Secure. */
export type ThreeDsKind =
  | 'unsupported'
  | 'frictionless'
  | 'challenge'
  | 'method-challenge'
  | 'method-frictionless'
  | 'method-silent'
  | 'method-slow'
  | 'method-missing'
  | 'pareq'
  | 'redirect'
  | 'html'

interface Course {
  /** What the merchant uploads, in this order, where it carries out 3-D Secure itself. */
  readonly steps?: readonly ThreeDsStep[]
  readonly method?: ThreeDs['method']
  /** Whether the cardholder is asked at the bank. */
  readonly asks?: boolean
  /** What is known of the cardholder where nothing was asked. */
  readonly verified3d: NonNullable<Outcome['verified3d']>
}

const silently = (verified3d: Course['verified3d']): Course => ({ verified3d })
const asking: Course = { asks: true, verified3d: 'AUTHENTICATED' }
const asked = (step: ThreeDsStep): Course => ({ ...asking, steps: [step] })
const methodThenAsked = (method?: ThreeDs['method']): Course => ({
  ...asking,
  steps: ['method', 'challenge'],
  ...(method && { method }),
})

/** Kind → what happens. A kind that asks without steps sends the cardholder to the bank through the gateway. */
export const COURSES: Readonly<Record<ThreeDsKind, Course>> = {
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
}

/** What a payment comes to where the bank did not recognise the cardholder. */
export const NOT_RECOGNISED: Outcome = {
  status: 'declined',
  errorCode: '107',
  errorMessage: 'Cardholder was not recognised',
  verified3d: 'NOT_AUTHENTICATED',
}
