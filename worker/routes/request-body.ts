/** Reads bodies and queries up to a size and a time limit, and validates them against a schema. */
import type { z } from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import { hasRepeatedName } from './repeated-names.ts'

/** Room for an offer of 4 kB, a return address of 8 kB, a customer and a payment. */
export const MAX_JSON_BYTES = 16 * 1024

/** How much of a body is read, and for how long. */
interface BodyLimits {
  readonly maxBytes: number
  readonly longer?: LongerBody | undefined
  /** For the whole body, from the call on. */
  readonly deadlineMs: number
}

/** Allows a body to exceed `maxBytes`, so that a stranger cannot have the edge read more than that. */
export interface LongerBody {
  readonly maxBytes: number
  /**
   * Decides whether the rest is read.
   *
   * @param start The body so far: a little more than the usual limit. Its last character may be cut.
   */
  readonly isAllowed: (start: string) => Promise<boolean>
}

/**
 * Reads a JSON body. An empty body counts as `{}`.
 *
 * @returns The value; else `body-too-large`, `body-too-slow`, or `body-malformed` with the invalid fields.
 */
export async function readJson<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
  limits: Omit<BodyLimits, 'maxBytes'>,
): Promise<Result<z.output<Shape>, Refusal>> {
  const bytes = await readBytes(request, { maxBytes: MAX_JSON_BYTES, ...limits })
  if (!bytes.ok) return refused({ code: bytes.reason })
  if (bytes.value.length > 0 && !isJson(request))
    return refused({ code: 'body-malformed', why: 'content type' })
  const json = parseJson(bytes.value)
  if (!json.ok) return refused({ code: 'body-malformed', why: json.reason })
  const read = shape.safeParse(json.value)
  return read.success ? accepted(read.data) : misshapen('body-malformed', read.error)
}

/**
 * Reads a query. A parameter that comes twice has no meaning: programs on the way differ in which one they take.
 *
 * @returns The query as the schema reads it; else `query-malformed` with the invalid parameters.
 */
export function readQuery<Shape extends z.ZodObject>(
  query: URLSearchParams,
  shape: Shape,
): Result<z.output<Shape>, Refusal> {
  const twice = Object.keys(shape.shape).filter((name) => query.getAll(name).length > 1)
  if (twice.length > 0) return refused({ code: 'query-malformed', why: 'repeated', fields: twice })
  const read = shape.safeParse(Object.fromEntries(query))
  return read.success ? accepted(read.data) : misshapen('query-malformed', read.error)
}

/** Names only fields of the schema. It never echoes an unknown name or a value. */
function misshapen(code: 'body-malformed' | 'query-malformed', { issues }: z.ZodError) {
  const fields = issues.map(({ path }) => path.join('.')).filter(Boolean)
  return refused<Refusal>({ code, why: 'shape', ...(fields.length > 0 && { fields }) })
}

const isJson = (request: Request) =>
  /^application\/json(;|$)/i.test(request.headers.get('Content-Type')?.trim() ?? '')

function parseJson(bytes: Uint8Array): Result<unknown, string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    const value = JSON.parse(text || '{}') as unknown
    return hasRepeatedName(text) ? refused('repeated name') : accepted(value)
  } catch {
    return refused('no JSON')
  }
}

/** Why a body was not read to its end. */
type Unread = 'body-too-large' | 'body-too-slow'

/**
 * Reads a whole body.
 *
 * @returns Why not, if it is longer or slower than the limits; the rest stays unread.
 */
export async function readBytes(
  request: Request,
  { maxBytes, longer, deadlineMs }: BodyLimits,
): Promise<Result<Uint8Array, Unread>> {
  if (!request.body) return accepted(new Uint8Array())
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), deadlineMs)
  try {
    return await collected(reader, { maxBytes, longer }, late.promise)
  } finally {
    clearTimeout(timer)
    // A sender must not keep the edge reading. What the stream says of its end is of no interest any more.
    reader.cancel().catch(() => undefined)
  }
}

async function collected(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { maxBytes, longer }: Omit<BodyLimits, 'deadlineMs'>,
  late: Promise<'late'>,
): Promise<Result<Uint8Array, Unread>> {
  const chunks: Uint8Array[] = []
  let length = 0
  let most = maxBytes
  for (;;) {
    const next = await Promise.race([late, reader.read()])
    if (next === 'late') return refused('body-too-slow')
    if (next.done) return accepted(await joined(chunks))
    length += next.value.length
    chunks.push(next.value)
    if (length <= most) continue
    const isLonger = longer && length <= longer.maxBytes && most < longer.maxBytes
    if (!(isLonger && (await longer.isAllowed(await new Blob(chunks).text()))))
      return refused('body-too-large')
    most = longer.maxBytes
  }
}

/** Most bodies come in one piece, which needs no copy. */
async function joined(chunks: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first, ...others] = chunks
  return first && others.length === 0 ? first : new Uint8Array(await new Blob([...chunks]).arrayBuffer())
}
