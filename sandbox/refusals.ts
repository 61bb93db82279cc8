/**
 * Every reason for which a request is refused, with its numeric code. Codes are stable; texts are not.
 *
 * The specification publishes no codes, so these are the sandbox's own.
 */
export const REFUSALS = {
  INVALID_CONTROL_CODE: '1',
  INVALID_PARAMETER: '2',
  UNKNOWN_ENDPOINT: '3',
  CURRENCY_NOT_SERVED: '4',
  UNKNOWN_LOGIN: '5',
  INVALID_REQUEST: '6',
  UNKNOWN_ORDER: '7',
  UNKNOWN_OPERATION: '8',
  INVALID_AMOUNT: '9',
  UNKNOWN_SERIAL_NUMBER: '10',
  /** Only ever made by a fault rule. */
  REFUSED_BY_FAULT: '90',
  SYSTEM_ERROR: '99',
} as const

export type RefusalName = keyof typeof REFUSALS

/** The error code with which `status` says that it knows no such order; a merchant may take it as proof. */
export const UNKNOWN_ORDER_CODE = REFUSALS.UNKNOWN_ORDER

/** Why a request was not carried out. `detail` names the field or header, never a value. */
export interface Refusal {
  readonly name: RefusalName
  readonly detail: string
}

/** Makes a refusal. */
export const refusal = (name: RefusalName, detail: string): Refusal => ({ name, detail })
