/** Turns an operation and its values into a signed request. */
import { control, type LetterCase } from '../signing/control.ts'
import { type OpenScheme, type Operation, type Scheme, schemeOf } from './operation-row.ts'
import { type OperationName, operations } from './operations.ts'
import {
  describeRequest,
  type GatewayTarget,
  type RequestDescription,
  type Spellings,
  type Values,
} from './request.ts'
import { keptSigners, type Signers, type SigningKeys } from './signers.ts'
import type { SignedRequest } from './transport.ts'

/** Settings for writing and signing requests to one gateway. */
export interface SigningSettings extends SigningKeys {
  readonly controlCase: LetterCase
  readonly callbackField: string
  readonly schemes: Readonly<Record<OpenScheme, Scheme>>
  /** This gateway's spellings, except that of the callback's field. */
  readonly spellings: Spellings
  /** Default: made from the keys, and cached. */
  readonly signers?: Signers | undefined
}

/**
 * Describes and signs a request.
 *
 * @throws {TypeError} On any error. It means that nothing was sent.
 */
export async function signedRequest(
  name: OperationName,
  to: GatewayTarget,
  input: Values,
  settings: SigningSettings,
): Promise<SignedRequest> {
  const spellings = { ...settings.spellings, callbackField: settings.callbackField }
  const description = describeRequest(operations[name], to, input, spellings)
  try {
    const { headers, fields } = await proof(operations[name], description, to.login, settings)
    return {
      operation: name,
      url: description.url,
      headers: {
        accept: 'application/vnd.pay+json',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams(
        [...description.fields, ...fields].map(([key, value]) => [key, value]),
      ).toString(),
    }
  } catch (cause) {
    throw new TypeError(`${name} cannot be signed: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

/** The part of a request that authenticates it. */
interface Proof {
  readonly headers: Readonly<Record<string, string>>
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Signs a request by its operation's scheme. */
async function proof(
  operation: Operation,
  { url, fields, controlValues }: RequestDescription,
  login: string,
  { controlKey, controlCase, schemes, privateKey, signers }: SigningSettings,
): Promise<Proof> {
  const used = schemeOf(operation, schemes)
  if (used === 'control') {
    return { headers: {}, fields: [['control', await control(controlValues, controlKey, controlCase)]] }
  }
  const sign = (signers ?? keptSigners({ controlKey, privateKey }))(used, login)
  return { headers: { authorization: await sign({ method: 'POST', url, body: fields }) }, fields: [] }
}
