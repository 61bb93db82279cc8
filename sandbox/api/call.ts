import type { Fate } from '../money/outcome.ts'
import { type ApiError, apiError } from './error-codes.ts'
import { type Params, readForm, toParams } from './params.ts'

/** One request to the programming interface, read but not yet checked. */
export interface Call {
  /** Given to every request; quoted in its reply. */
  readonly serialNumber: string
  /** Path prefix of the operation, such as `/api/v2/sale-form`. */
  readonly prefix: string
  /** Identifier of the endpoint or group, as text. */
  readonly endpoint: string
  /** The path says that the endpoint is a group. */
  readonly group: boolean
  readonly params: Params
  /** As the request line has it, query included. */
  readonly url: string
  readonly method: string
  readonly authorization: string | undefined
  /** The body's names and values as they were sent, in their order; `fields` are trimmed. */
  readonly form: readonly (readonly [name: string, value: string])[]
  /** What was wrong with the request itself. */
  readonly problem: ApiError | undefined
  /** What a fault rule makes of the stage that the request starts. */
  readonly fate?: Fate
}

/** The only media type that replies come in. */
export const MEDIA_TYPE = 'application/vnd.pay+json'

const LARGEST_INT64 = 2n ** 63n - 1n

/** Reads a request. It never fails: what is wrong stands in `problem`, so that the call can still be counted. */
export async function readCall(request: Request): Promise<Call> {
  const path = splitPath(new URL(request.url).pathname)
  const form = await readForm(request)
  const params = toParams(form)
  return {
    serialNumber: crypto.randomUUID(),
    ...path,
    params: params ?? new Map(),
    url: request.url,
    method: request.method,
    authorization: request.headers.get('Authorization') ?? undefined,
    form: [...form],
    problem: problemOf(request, path.endpoint, params),
  }
}

function splitPath(pathname: string) {
  const [, prefix = pathname, group, endpoint = ''] = /^(.*?)(\/group)?\/([^/]*)$/.exec(pathname) ?? []
  return { prefix, endpoint, group: group !== undefined }
}

function problemOf(request: Request, endpoint: string, params: Params | undefined): ApiError | undefined {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';')
  const problems: [boolean, string][] = [
    [request.method !== 'POST', 'the method is not POST'],
    [!accepts(request), `the header Accept is not ${MEDIA_TYPE}`],
    [type.trim().toLowerCase() !== 'application/x-www-form-urlencoded', 'the body is not form-urlencoded'],
    [!isInt64(endpoint), 'the endpoint is not an int64'],
    [!params, 'a parameter comes twice'],
  ]
  const problem = problems.find(([applies]) => applies)
  return problem && apiError('INVALID_REQUEST', problem[1])
}

/** The only value that the specification allows; media types have no letter case. */
const accepts = ({ headers }: Request) => headers.get('Accept')?.trim().toLowerCase() === MEDIA_TYPE

const isInt64 = (text: string) => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_INT64
