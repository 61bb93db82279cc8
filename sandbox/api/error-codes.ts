/** How the API answers an error: a malformed request, a broken rule, or an unknown sender. */
interface ErrorKind {
  readonly code: string
  readonly status: 400 | 401
  readonly type: 'validation-error' | 'error'
}

/** The request itself is malformed. */
const validationError = (code: string): ErrorKind => ({ code, status: 400, type: 'validation-error' })

/** The request is well-formed, but a rule forbids it. */
const ruleError = (code: string): ErrorKind => ({ code, status: 400, type: 'error' })

/** The OAuth signature does not prove who sent the request. */
const authenticationError = (code: string): ErrorKind => ({ code, status: 401, type: 'error' })

/**
 * Every reason why the API refuses a request, with its numeric code. Codes are stable; texts are not.
 *
 * The specification publishes no codes, so these are the sandbox's own.
 */
export const ERRORS = {
  INVALID_CONTROL_CODE: validationError('1'),
  INVALID_PARAMETER: validationError('2'),
  UNKNOWN_ENDPOINT: validationError('3'),
  CURRENCY_NOT_SERVED: validationError('4'),
  UNKNOWN_LOGIN: validationError('5'),
  INVALID_REQUEST: validationError('6'),
  UNKNOWN_ORDER: validationError('7'),
  UNKNOWN_OPERATION: validationError('8'),
  INVALID_AMOUNT: validationError('9'),
  UNKNOWN_SERIAL_NUMBER: validationError('10'),
  /** The Authorization header cannot be parsed, lacks a parameter or is badly encoded. */
  INVALID_OAUTH: authenticationError('11'),
  INVALID_SIGNATURE: authenticationError('12'),
  STALE_TIMESTAMP: authenticationError('13'),
  REPEATED_NONCE: authenticationError('14'),
  /** The order, or the named stage, has not succeeded. */
  NOT_SUCCESSFUL: ruleError('20'),
  NOT_A_PREAUTH: ruleError('21'),
  ALREADY_CAPTURED: ruleError('22'),
  /** The hold was released, or the charge was voided. */
  ALREADY_UNDONE: ruleError('23'),
  NOT_VOIDABLE: ruleError('24'),
  ALREADY_SETTLED: ruleError('25'),
  NOT_RETURNABLE: ruleError('26'),
  AMOUNT_TOO_LARGE: ruleError('27'),
  OTHER_CURRENCY: ruleError('28'),
  /** A void or a cancel covers the whole amount. */
  PART_NOT_ALLOWED: ruleError('29'),
  /** An earlier follow-up has no outcome yet. */
  FOLLOW_UP_PENDING: ruleError('30'),
  MISSING_OAUTH: authenticationError('31'),
  WRONG_SIGNATURE_METHOD: authenticationError('32'),
  UNKNOWN_CONSUMER: authenticationError('33'),
  /** The sandbox does not have the merchant's public key. */
  NO_PUBLIC_KEY: authenticationError('34'),
  PAYOUT_NOT_CHECKED: ruleError('41'),
  PAYOUT_ALREADY_PAID: ruleError('42'),
  UNKNOWN_RECURRING_PAYMENT: ruleError('43'),
  UNKNOWN_CARD_REF: ruleError('44'),
  ORDER_WITHOUT_CARD: ruleError('45'),
  /** Only a fault rule answers this: the real gateway takes a name as often as it comes. */
  USED_ORDER_NAME: ruleError('46'),
  /** The order does not wait for this 3-D Secure result. */
  WRONG_TDS_STEP: ruleError('50'),
  /** The result belongs to another 3-D Secure transaction. */
  OTHER_TDS_TRANSACTION: ruleError('51'),
  INVALID_TDS_RESULT: validationError('52'),
  /** Only a fault rule answers this. */
  REFUSED_BY_FAULT: validationError('90'),
  SYSTEM_ERROR: validationError('99'),
} as const

export type ErrorName = keyof typeof ERRORS

/** The code with which `status` answers for an unknown order. A merchant may take it as proof that none was created. */
export const UNKNOWN_ORDER_CODE = ERRORS.UNKNOWN_ORDER.code

/** The code of a decline because of a wrong security code. Issuers of one scheme write it so; ISO 8583:1993 has none. */
export const WRONG_CODE = 'N7'

/** The code with which a payment ends that the shopper cancelled on the gateway's page, as in ISO 8583:1987. */
export const CANCELLED_CODE = '17'

/** Why the API refused a request. `detail` names the parameter or header, never a value. */
export interface ApiError {
  readonly name: ErrorName
  readonly detail: string
}

/** Makes an API error. */
export const apiError = (name: ErrorName, detail: string): ApiError => ({ name, detail })
