import { type Refusal, refusal } from '../api/error-codes.ts'
import type { Fields } from '../api/params.ts'
import { refused } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { waitFor } from '../bank/challenge-deadlines.ts'
import { COURSES, NOT_RECOGNISED, type ThreeDsStep } from '../bank/test-banks.ts'
import {
  type ResultProblem,
  readChallengeResult,
  readPayerResult,
  type TransStatus,
} from '../bank/three-ds-messages.ts'
import type { ThreeDs } from '../bank/three-ds-state.ts'
import { settleWith } from '../money/settlement.ts'
import { type Transaction, tdsStep } from '../money/transaction.ts'
import { findOrder } from './find-order.ts'
import type { Handler } from './handler.ts'
import { acceptedWithStep } from './new-order.ts'

/** Reads the result of a step. @returns Whether the cardholder may go on, or why the result is none. */
type Read = (fields: Fields, threeDs: ThreeDs, order: Transaction) => TransStatus | Refusal

/** Takes the result of one step, once; one that is refused changes nothing. */
const upload =
  (step: ThreeDsStep, read: Read): Handler =>
  (call, backend) => {
    const [order] = findOrder(call, backend) ?? []
    if (!order) return refused(call, refusal('UNKNOWN_ORDER', 'there is no such order'))
    const { threeDs } = order
    if (!threeDs || tdsStep(order) !== step)
      return refused(call, refusal('WRONG_TDS_STEP', `the order does not wait for the result of a ${step}`))
    const result = read(call.fields, threeDs, order)
    if (typeof result !== 'string') return refused(call, result)
    goOn(result, { ...order, threeDs: { ...threeDs, ...noted(step, call.fields) } }, backend)
    return acceptedWithStep(call, order, backend)
  }

const isOfBrowser = (name: string) => name === 'threeDSCompInd' || name.startsWith('browser')

/** For the ledger: what is told of the browser. */
const noted = (step: ThreeDsStep, fields: Fields): Partial<ThreeDs> =>
  step === 'method' ? { uploaded: Object.fromEntries([...fields].filter(([name]) => isOfBrowser(name))) } : {}

type Authenticating = Transaction & { readonly threeDs: ThreeDs }

function goOn(result: TransStatus, order: Authenticating, backend: Backend): void {
  const { threeDs } = order
  const [_done, ...steps] = threeDs.steps
  if (result === 'N') settleWith(NOT_RECOGNISED, order, backend)
  else if (steps.length === 0) settleWith(threeDs.recognised, order, backend)
  else waitFor({ ...order, threeDs: { ...threeDs, steps } }, backend)
}

/** Whether the page of the bank for the browser was there and answered: yes, no or unavailable. */
export const uploadMethodResult = upload('method', (fields, { id, kind }) => {
  if (fields.get('threeDSServerTransID') !== id) return OTHER
  const isUnavailable = fields.get('threeDSCompInd') === 'U'
  if (isUnavailable === (COURSES[kind].method !== undefined))
    return invalid('threeDSCompInd is U exactly where the bank named no page')
  const missing = needsOf(fields).find((name) => !fields.get(name))
  return missing ? refusal('INVALID_PARAMETER', `${missing} is missing`) : 'Y'
})

const WITH_SCRIPTS = [
  'browserJavaEnabled',
  'browserColorDepth',
  'browserScreenHeight',
  'browserScreenWidth',
  'browserTZ',
]

const needsOf = (fields: Fields) => (fields.get('browserJavascriptEnabled') === 'true' ? WITH_SCRIPTS : [])

/** What the bank said after it asked the cardholder. */
export const uploadChallengeResult = upload('challenge', (fields, threeDs) =>
  toResult(readChallengeResult(fields.get('cRes') ?? '', threeDs), 'cRes is no CRes'),
)

/** The same by 3-D Secure 1.0.2. */
export const uploadPayerResult = upload('pareq', (fields, threeDs, { orderId }) => {
  const md = fields.get('md')
  if (md && md !== orderId) return OTHER
  return toResult(readPayerResult(fields.get('paRes') ?? '', threeDs), 'paRes is no PaRes')
})

const invalid = (detail: string) => refusal('INVALID_TDS_RESULT', detail)

const OTHER = refusal('OTHER_TDS_TRANSACTION', 'the result is of another 3-D Secure transaction')

function toResult(result: TransStatus | ResultProblem, detail: string): TransStatus | Refusal {
  if (result === 'malformed') return invalid(detail)
  return result === 'other-transaction' ? OTHER : result
}
