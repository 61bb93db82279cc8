/** Reads status replies. Pure: no clock, no storage, no network. */
import { brandIn, expiryOf, lastFourOf } from './card-values.ts'
import { isError, isRefusalStatus, isSuccess, refused } from './refused-reply.ts'
import type { GatewayStatus, StatusReply, StatusReport } from './reply.ts'
import {
  address,
  currencyCode,
  errorCode,
  errorMessage,
  first,
  identifier,
  isBareRefusal,
  isOwn,
  minorOf,
  NAMES,
  pageOf,
  type ReplyFields,
  readFields,
  transactionKind,
} from './reply-fields.ts'
import { readThreeDsStep, stepNames, type ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply } from './transport.ts'

const STATUSES: readonly string[] = ['approved', 'declined', 'error', 'filtered', 'processing', 'unknown']

/**
 * Reads the reply to a status request.
 *
 * @param exponent Decimals of the order's currency.
 * @param threeDs The gateway's words for 3-D Secure steps; without them no step is read.
 * @returns `undefined` if it is unreadable.
 */
export function readStatusReply(
  raw: RawReply,
  exponent: number,
  threeDs?: ThreeDsVocabulary,
): StatusReply | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  const isNo = isBareRefusal(raw)
  if (!fields || !(isNo || isReport(raw, fields) || isError(fields))) return undefined
  if (isError(fields) || namesNothing(raw, fields))
    return {
      ...refused(fields),
      ...{ kind: 'error', isFirm: isFirm(raw) },
      ...(first(fields, NAMES.gatewayId) && { namesTransaction: true }),
    }
  const status = statusOf(fields)
  return {
    kind: 'status',
    status,
    gatewayId: identifier(first(fields, NAMES.gatewayId)),
    clientOrderId: identifier(first(fields, NAMES.clientOrderId)),
    serialNumber: identifier(fields.get('by-request-sn')),
    ...amountsOf(fields, exponent),
    currency: currencyCode(fields.get('currency')),
    transactionType: transactionKind(fields.get('transaction-type')),
    ...lacksIn(fields),
    errorCode: errorCode(fields),
    errorMessage: errorMessage(fields),
    card: cardOf(fields),
    cardRef: identifier(fields.get('card-ref-id')),
    redirectUrl: address(first(fields, NAMES.redirectUrl)),
    // What is left over of a step when all is decided leads nowhere.
    threeDs: threeDs && status === 'processing' ? readThreeDsStep(fields, threeDs) : undefined,
    html: status === 'processing' ? pageOf(fields.get('html')) : undefined,
  }
}

/** Whether the gateway refused the status request itself. A word such as "error" is then not the order's status. */
const namesNothing = ({ status }: RawReply, fields: ReplyFields) =>
  isRefusalStatus(status) && !first(fields, NAMES.gatewayId) && !first(fields, NAMES.clientOrderId)

/** Client errors that may mean an unknown order. 401 and 403 mean that the request was not authorized. */
const NOT_FOUND = [400, 404, 422]

const isFirm = ({ status }: RawReply) => isSuccess(status) || NOT_FOUND.includes(status)

/** Field that an approval is checked by → its names in a reply. */
const CHECKED = { amount: 'amount', currency: 'currency', type: 'transaction-type' } as const

function lacksIn(fields: ReplyFields): Pick<StatusReport, 'lacks'> {
  const lacks = (['amount', 'currency', 'type'] as const).filter((name) => !fields.get(CHECKED[name]))
  return lacks.length > 0 ? { lacks } : {}
}

/** Other programs write `status` too: a proxy's `{"status":500}` is not a reply of the gateway. */
const isReport = (raw: RawReply, fields: ReplyFields) =>
  fields.has('type') ||
  STATUSES.includes(fields.get('status')?.toLowerCase() ?? '') ||
  (isOwn(raw) && isSuccess(raw.status) && fields.has('status'))

/** A reply without a status means that the transaction is under way. An unknown word decides nothing. */
function statusOf(fields: ReplyFields): GatewayStatus {
  const told = fields.get('status')?.toLowerCase() || 'processing'
  return STATUSES.includes(told) ? (told as GatewayStatus) : 'unknown'
}

const amountsOf = (fields: ReplyFields, exponent: number) => ({
  amountMinor: minorOf(fields.get('amount'), exponent),
  initialAmountMinor: minorOf(fields.get('initial-amount'), exponent),
  reversedMinor: minorOf(fields.get('total-reversal-amount'), exponent),
  capturedMinor: minorOf(fields.get('total-capture-amount'), exponent),
})

function cardOf(fields: ReplyFields): StatusReport['card'] {
  const lastFour = lastFourOf(fields.get('last-four-digits'), '')
  if (!lastFour) return undefined
  const expiry = { month: fields.get('card-exp-month'), year: fields.get('card-exp-year') }
  const { month, year } = expiryOf(expiry)
  return {
    brand: brandIn(fields.get('card-type')),
    masked: `•••• ${lastFour}`,
    expires: month && `${month}/${year.slice(-2)}`,
  }
}
