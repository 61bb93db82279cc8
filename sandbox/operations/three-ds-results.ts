import { type ApiError, apiError } from '../api/error-codes.ts'
import { isIpAddress, optional, type Params, required } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { type ResultProblem, readCres, readPares, type TransStatus } from '../bank/three-ds-messages.ts'
import { startWaiting } from '../cards/challenge-deadlines.ts'
import { settle } from '../money/settlement.ts'
import { controlSigned } from '../signing/control.ts'
import { findOrder } from '../store/order-store.ts'
import { type Transaction, tdsStep } from '../store/transaction.ts'
import { NOT_RECOGNISED, TEST_BANKS, type ThreeDsStep } from '../three-ds/test-banks.ts'
import type { ThreeDs } from '../three-ds/three-ds-state.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedReplyWithStep } from './new-order.ts'
import { control } from './param-groups.ts'

/** Parses the result of a step. @returns Whether the payment continues, or why the result is invalid. */
type ReadResult = (params: Params, threeDs: ThreeDs, order: Transaction) => TransStatus | ApiError

/** Makes a handler that accepts the result of one step, once. A refused result changes nothing. */
const upload =
  (step: ThreeDsStep, read: ReadResult): Handler =>
  (call, backend) => {
    const [order] = findOrder(call, backend) ?? []
    if (!order) return errorReply(call, apiError('UNKNOWN_ORDER', 'there is no such order'))
    const { threeDs } = order
    if (!threeDs || tdsStep(order) !== step)
      return errorReply(
        call,
        apiError('WRONG_TDS_STEP', `the order does not wait for the result of a ${step}`),
      )
    const result = read(call.params, threeDs, order)
    if (typeof result !== 'string') return errorReply(call, result)
    continuePayment(
      result,
      { ...order, threeDs: { ...threeDs, ...browserReport(step, call.params) } },
      backend,
    )
    return acceptedReplyWithStep(call, order, backend)
  }

const isOfBrowser = (name: string) => name === 'threeDSCompInd' || name.startsWith('browser')

/** What the merchant reports about the browser, for the ledger. */
const browserReport = (step: ThreeDsStep, params: Params): Partial<ThreeDs> =>
  step === 'method' ? { uploaded: Object.fromEntries([...params].filter(([name]) => isOfBrowser(name))) } : {}

type Authenticating = Transaction & { readonly threeDs: ThreeDs }

function continuePayment(result: TransStatus, order: Authenticating, backend: Backend): void {
  const { threeDs } = order
  const [_done, ...steps] = threeDs.steps
  if (result === 'N') settle(NOT_RECOGNISED, order, backend)
  else if (steps.length === 0) settle(threeDs.recognised, order, backend)
  else startWaiting({ ...order, threeDs: { ...threeDs, steps } }, backend)
}

/** Accepts whether the bank's method page answered: yes, no, or the bank has none. */
const uploadMethodResult = upload('method', (params, { id, kind }) => {
  if (params.get('threeDSServerTransID') !== id) return OTHER_TRANSACTION
  const isUnavailable = params.get('threeDSCompInd') === 'U'
  if (isUnavailable === (TEST_BANKS[kind].method !== undefined))
    return invalidResult('threeDSCompInd is U exactly where the bank named no page')
  const missing = missingWithoutScripts(params).find((name) => !params.get(name))
  return missing ? apiError('INVALID_PARAMETER', `${missing} is missing`) : 'Y'
})

const WITH_SCRIPTS = [
  'browserJavaEnabled',
  'browserColorDepth',
  'browserScreenHeight',
  'browserScreenWidth',
  'browserTZ',
]

const missingWithoutScripts = (params: Params) =>
  params.get('browserJavascriptEnabled') === 'true' ? WITH_SCRIPTS : []

/** Accepts the bank's answer to the challenge. */
const uploadChallengeResult = upload('challenge', (params, threeDs) =>
  toResult(readCres(params.get('cRes') ?? '', threeDs), 'cRes is no CRes'),
)

/** Accepts the bank's answer of 3-D Secure 1.0.2. */
const uploadPayerResult = upload('pareq', (params, threeDs, { orderId }) => {
  const md = params.get('md')
  if (md && md !== orderId) return OTHER_TRANSACTION
  return toResult(readPares(params.get('paRes') ?? '', threeDs), 'paRes is no PaRes')
})

const invalidResult = (detail: string) => apiError('INVALID_TDS_RESULT', detail)

const OTHER_TRANSACTION = apiError('OTHER_TDS_TRANSACTION', 'the result is of another 3-D Secure transaction')

function toResult(result: TransStatus | ResultProblem, detail: string): TransStatus | ApiError {
  if (result === 'malformed') return invalidResult(detail)
  return result === 'other-transaction' ? OTHER_TRANSACTION : result
}

const auth = controlSigned('login', 'client-order-id', 'orderid')
const order = { login: required(20), 'client-order-id': required(128), orderid: required(20), control }
const isBoolean = (value: string) => value === 'true' || value === 'false'
const isWhole = (value: string) => /^\d+$/.test(value)

/** `browserJavascriptEnabled` decides which of these are required. The handler checks it. */
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

/** Uploads of 3-D Secure results. */
export const THREE_DS_RESULTS: Operations = {
  'upload-cres-result': {
    prefix: '/api/3ds/v1/upload-cres-result',
    auth,
    params: { ...order, cRes: required(4096) },
    handle: uploadChallengeResult,
  },
  'upload-method-url-result': {
    prefix: '/api/3ds/v1/upload-method-url-result',
    auth,
    params: {
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
    params: { ...order, paRes: required(10_240), md: optional(1024) },
    handle: uploadPayerResult,
  },
}
