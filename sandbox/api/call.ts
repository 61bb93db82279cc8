import { type ApiError, apiError } from './error-codes.ts'
import type { CallbackFate, Fate } from './outcome.ts'
import { type Params, readForm, toParams } from './params.ts'

/** One API request, parsed but not yet checked. */
export interface Call {
  /** Identifies the request; the reply repeats it. */
  readonly serialNumber: string
  /** The path of the operation, such as `/api/v2/sale-form`. */
  readonly prefix: string
  /** The id of the endpoint or group, as text. */
  readonly endpoint: string
  /** Whether the path names a group. */
  readonly group: boolean
  readonly params: Params
  /** The address as it was requested, with its query. */
  readonly url: string
  readonly method: string
  readonly authorization: string | undefined
  /** Names and values of the body as the merchant sent them, in order. `params` are trimmed. */
  readonly form: readonly (readonly [name: string, value: string])[]
  /** What is wrong with the HTTP request itself. */
  readonly problem: ApiError | undefined
  /** What a fault rule does to the stage that the request starts. */
  readonly fate?: Fate
  /** What a fault rule does to the callback about that stage. */
  readonly callback?: CallbackFate
  /** A fault rule has it carried out twice already. */
  readonly isDoubled?: true
  /** Serial numbers of stages that the replica which answers does not have yet. */
  readonly unseen?: readonly string[]
}

/** The host name through which a request came: it tells merchants apart that share an account. */
export const hostOf = ({ url }: Pick<Call, 'url'>) => new URL(url).hostname

/** The media type of every reply. */
export const MEDIA_TYPE = 'application/vnd.pay+json'

const LARGEST_INT64 = 2n ** 63n - 1n

/** Parses a request. Never throws: an error goes into `problem`, so the call can still be counted. */
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

/** The specification allows this value only. Letter case does not count in media types. */
const accepts = ({ headers }: Request) => headers.get('Accept')?.trim().toLowerCase() === MEDIA_TYPE

const isInt64 = (text: string) => /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_INT64
