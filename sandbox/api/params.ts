import { type ApiError, apiError } from './error-codes.ts'

/** The parameters of one request, by name. Values are trimmed. */
export type Params = ReadonlyMap<string, string>

/** What an operation accepts for one parameter. `max` counts characters. */
export interface ParamRule {
  readonly required: boolean
  readonly max: number
  readonly accepts?: (value: string) => boolean
}

/** A parameter that a request must have. */
export const required = (max: number, accepts?: ParamRule['accepts']): ParamRule => ({
  required: true,
  max,
  ...(accepts && { accepts }),
})

/** A parameter that a request may omit or leave empty. If present, it must be well-formed. */
export const optional = (max: number, accepts?: ParamRule['accepts']): ParamRule => ({
  ...required(max, accepts),
  required: false,
})

/** Whether a value is an absolute http or https address. */
export const isWebAddress = (value: string) => URL.canParse(value) && /^https?:\/\//i.test(value)

/** Loose on purpose: checks only what every mail address has. */
export const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)

/** Whether a value could be an IPv4 or IPv6 address. */
export const isIpAddress = (value: string) => /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*)$/i.test(value)

/** Parses a form-encoded body. Decodes the bytes itself, because workerd warns about text with this content type. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
}

/**
 * Converts a form to parameters.
 *
 * @returns `undefined` if a name appears twice: one value could be signed and the other one used.
 */
export function toParams(form: URLSearchParams): Params | undefined {
  const pairs = [...form].map(([name, value]) => [name, value.trim()] as const)
  const params = new Map(pairs)
  return params.size === pairs.length ? params : undefined
}

/** The merchant's order id. Some operations spell the parameter with one hyphen, some with two. */
export const clientOrderIdOf = (params: Params) =>
  params.get('client_orderid') ?? params.get('client-order-id') ?? params.get('client-orderid') ?? ''

/** Returns an error for the first parameter that is missing, too long or malformed. */
export function checkParams(
  params: Params,
  rules: Readonly<Record<string, ParamRule>>,
): ApiError | undefined {
  for (const [name, rule] of Object.entries(rules)) {
    const problem = problemOf(params.get(name) ?? '', rule)
    if (problem) return apiError('INVALID_PARAMETER', `${name} ${problem}`)
  }
  return undefined
}

function problemOf(value: string, rule: ParamRule): string | undefined {
  if (!value) return rule.required ? 'is missing' : undefined
  if (value.length > rule.max) return `is longer than ${rule.max} characters`
  return rule.accepts && !rule.accepts(value) ? 'is malformed' : undefined
}
