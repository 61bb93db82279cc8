/** How a refusal is answered: malformed, against a rule, or from somebody unknown. */
interface Kind {
  readonly code: string
  readonly status: 400 | 401
  readonly type: 'validation-error' | 'error'
}

/** The request itself is wrong. */
export const malformed = (code: string): Kind => ({ code, status: 400, type: 'validation-error' })

/** The request is right, but a rule forbids what it asks. */
export const forbidden = (code: string): Kind => ({ code, status: 400, type: 'error' })

/** The OAuth signature does not say who sent it. */
export const unsigned = (code: string): Kind => ({ code, status: 401, type: 'error' })

/**
 * Every reason for which a request is refused, with its numeric code. Codes are stable; texts are not.
 *
 * The specification publishes no codes, so these are the sandbox's own.
 */
export const REFUSALS = {
  INVALID_CONTROL_CODE: malformed('1'),
  INVALID_PARAMETER: malformed('2'),
  UNKNOWN_ENDPOINT: malformed('3'),
  CURRENCY_NOT_SERVED: malformed('4'),
  UNKNOWN_LOGIN: malformed('5'),
  INVALID_REQUEST: malformed('6'),
  UNKNOWN_ORDER: malformed('7'),
  UNKNOWN_OPERATION: malformed('8'),
  INVALID_AMOUNT: malformed('9'),
  UNKNOWN_SERIAL_NUMBER: malformed('10'),
  /** The header Authorization cannot be read, lacks a parameter or is badly encoded. */
  INVALID_OAUTH: unsigned('11'),
  INVALID_SIGNATURE: unsigned('12'),
  STALE_TIMESTAMP: unsigned('13'),
  REPEATED_NONCE: unsigned('14'),
  /** The order, or the stage that is meant, is not in a final success. */
  NOT_SUCCESSFUL: forbidden('20'),
  NOT_A_PREAUTH: forbidden('21'),
  ALREADY_CAPTURED: forbidden('22'),
  /** Its hold was released or its charge voided. */
  ALREADY_UNDONE: forbidden('23'),
  NOT_VOIDABLE: forbidden('24'),
  ALREADY_SETTLED: forbidden('25'),
  NOT_RETURNABLE: forbidden('26'),
  AMOUNT_TOO_LARGE: forbidden('27'),
  OTHER_CURRENCY: forbidden('28'),
  /** Voids and cancels are of the whole amount. */
  PART_NOT_ALLOWED: forbidden('29'),
  /** An earlier follow-up has no outcome yet. */
  FOLLOW_UP_PENDING: forbidden('30'),
  MISSING_OAUTH: unsigned('31'),
  WRONG_SIGNATURE_METHOD: unsigned('32'),
  UNKNOWN_CONSUMER: unsigned('33'),
  /** The sandbox was not given the merchant's public key. */
  NO_PUBLIC_KEY: unsigned('34'),
  PAYOUT_NOT_CHECKED: forbidden('41'),
  PAYOUT_ALREADY_PAID: forbidden('42'),
  UNKNOWN_RECURRING_PAYMENT: forbidden('43'),
  UNKNOWN_CARD_REF: forbidden('44'),
  ORDER_WITHOUT_CARD: forbidden('45'),
  /** The order does not wait for this result of 3-D Secure. */
  WRONG_TDS_STEP: forbidden('50'),
  /** The result is of another 3-D Secure transaction. */
  OTHER_TDS_TRANSACTION: forbidden('51'),
  INVALID_TDS_RESULT: malformed('52'),
  /** Only ever made by a fault rule. */
  REFUSED_BY_FAULT: malformed('90'),
  SYSTEM_ERROR: malformed('99'),
} as const

export type RefusalName = keyof typeof REFUSALS

/** The error code with which `status` says that it knows no such order; a merchant may take it as proof. */
export const UNKNOWN_ORDER_CODE = REFUSALS.UNKNOWN_ORDER.code

/** Why a request was not carried out. `detail` names the field or header, never a value. */
export interface Refusal {
  readonly name: RefusalName
  readonly detail: string
}

/** Makes a refusal. */
export const refusal = (name: RefusalName, detail: string): Refusal => ({ name, detail })
