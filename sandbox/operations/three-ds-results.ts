import { type Refusal, refusal } from '../api/error-codes.ts'
import { type Fields, isIpAddress, optional, required } from '../api/params.ts'
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
import { signed } from '../signing/control.ts'
import { findOrder } from '../store/order-store.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedWithStep } from './new-order.ts'
import { control } from './param-groups.ts'

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

const auth = signed('login', 'client-order-id', 'orderid')
const order = { login: required(20), 'client-order-id': required(128), orderid: required(20), control }
const isBoolean = (value: string) => value === 'true' || value === 'false'
const isWhole = (value: string) => /^\d+$/.test(value)

/** Which of these a browser has depends on `browserJavascriptEnabled`; the handler looks. */
const browser = {
  browserAcceptHeader: required(2048),
  browserIP: required(45, isIpAddress),
  browserJavascriptEnabled: required(5, isBoolean),
  browserJavaEnabled: optional(5, isBoolean),
  browserLanguage: required(8),
  browserColorDepth: optional(2, isWhole),
  browserScreenHeight: optional(6, isWhole),
  browserScreenWidth: optional(6, isWhole),
  browserTZ: optional(5, (value) => /^-?\d+$/.test(value)),
  browserUserAgent: required(2048),
}

/** Uploads of what came of a step of 3-D Secure. */
export const THREE_DS_RESULTS: Operations = {
  'upload-cres-result': {
    prefix: '/api/3ds/v1/upload-cres-result',
    auth,
    fields: { ...order, cRes: required(4096) },
    handle: uploadChallengeResult,
  },
  'upload-method-url-result': {
    prefix: '/api/3ds/v1/upload-method-url-result',
    auth,
    fields: {
      ...order,
      threeDSServerTransID: required(36),
      threeDSCompInd: required(1, (value) => /^[YNU]$/.test(value)),
      ...browser,
    },
    handle: uploadMethodResult,
  },
  'upload-pares-result': {
    prefix: '/api/3ds/v1/upload-pares-result',
    auth,
    fields: { ...order, paRes: required(10_240), md: optional(1024) },
    handle: uploadPayerResult,
  },
}
