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
  /** The header Authorization is missing or cannot be read. */
  INVALID_OAUTH: unsigned('11'),
  INVALID_SIGNATURE: unsigned('12'),
  STALE_TIMESTAMP: unsigned('13'),
  REPEATED_NONCE: unsigned('14'),
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
