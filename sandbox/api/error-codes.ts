/** How a refusal is answered: malformed, against a rule, or from somebody unknown. */
interface ErrorKind {
  readonly code: string
  readonly status: 400 | 401
  readonly type: 'validation-error' | 'error'
}

/** The request itself is wrong. */
export const validationError = (code: string): ErrorKind => ({ code, status: 400, type: 'validation-error' })

/** The request is right, but a rule forbids what it asks. */
export const ruleError = (code: string): ErrorKind => ({ code, status: 400, type: 'error' })

/** The OAuth signature does not say who sent it. */
export const authenticationError = (code: string): ErrorKind => ({ code, status: 401, type: 'error' })

/**
 * Every reason for which a request is refused, with its numeric code. Codes are stable; texts are not.
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
  /** The header Authorization cannot be read, lacks a parameter or is badly encoded. */
  INVALID_OAUTH: authenticationError('11'),
  INVALID_SIGNATURE: authenticationError('12'),
  STALE_TIMESTAMP: authenticationError('13'),
  REPEATED_NONCE: authenticationError('14'),
  /** The order, or the stage that is meant, is not in a final success. */
  NOT_SUCCESSFUL: ruleError('20'),
  NOT_A_PREAUTH: ruleError('21'),
  ALREADY_CAPTURED: ruleError('22'),
  /** Its hold was released or its charge voided. */
  ALREADY_UNDONE: ruleError('23'),
  NOT_VOIDABLE: ruleError('24'),
  ALREADY_SETTLED: ruleError('25'),
  NOT_RETURNABLE: ruleError('26'),
  AMOUNT_TOO_LARGE: ruleError('27'),
  OTHER_CURRENCY: ruleError('28'),
  /** Voids and cancels are of the whole amount. */
  PART_NOT_ALLOWED: ruleError('29'),
  /** An earlier follow-up has no outcome yet. */
  FOLLOW_UP_PENDING: ruleError('30'),
  MISSING_OAUTH: authenticationError('31'),
  WRONG_SIGNATURE_METHOD: authenticationError('32'),
  UNKNOWN_CONSUMER: authenticationError('33'),
  /** The sandbox was not given the merchant's public key. */
  NO_PUBLIC_KEY: authenticationError('34'),
  PAYOUT_NOT_CHECKED: ruleError('41'),
  PAYOUT_ALREADY_PAID: ruleError('42'),
  UNKNOWN_RECURRING_PAYMENT: ruleError('43'),
  UNKNOWN_CARD_REF: ruleError('44'),
  ORDER_WITHOUT_CARD: ruleError('45'),
  /** The order does not wait for this result of 3-D Secure. */
  WRONG_TDS_STEP: ruleError('50'),
  /** The result is of another 3-D Secure transaction. */
  OTHER_TDS_TRANSACTION: ruleError('51'),
  INVALID_TDS_RESULT: validationError('52'),
  /** Only ever made by a fault rule. */
  REFUSED_BY_FAULT: validationError('90'),
  SYSTEM_ERROR: validationError('99'),
} as const

export type ErrorName = keyof typeof ERRORS

/** The error code with which `status` says that it knows no such order; a merchant may take it as proof. */
export const UNKNOWN_ORDER_CODE = ERRORS.UNKNOWN_ORDER.code

/** Why a request was not carried out. `detail` names the field or header, never a value. */
export interface ApiError {
  readonly name: ErrorName
  readonly detail: string
}

/** Makes a refusal. */
export const apiError = (name: ErrorName, detail: string): ApiError => ({ name, detail })
