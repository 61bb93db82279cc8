/** Reads bodies and queries up to a size limit, and validates them against a schema. */
import type { z } from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'

/** Room for an offer of 4 kB, a return address of 8 kB and a customer. */
const MAX_JSON_BYTES = 16 * 1024

/**
 * Reads a JSON body. An empty body counts as `{}`.
 *
 * @returns The value; else `body-too-large`, or `body-malformed` with the invalid fields.
 */
export async function readJson<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<Result<z.output<Shape>, Refusal>> {
  const bytes = await readBytes(request, MAX_JSON_BYTES)
  if (!bytes) return refused({ code: 'body-too-large' })
  if (bytes.length > 0 && !isJson(request)) return refused({ code: 'body-malformed', why: 'content type' })
  const json = parseJson(bytes)
  if (!json.ok) return refused({ code: 'body-malformed', why: json.reason })
  const read = shape.safeParse(json.value)
  return read.success ? accepted(read.data) : misshapen('body-malformed', read.error)
}

/** @returns The query as the schema reads it; else `query-malformed` with the invalid parameters. */
export function readQuery<Shape extends z.ZodType>(
  query: Readonly<Record<string, string>>,
  shape: Shape,
): Result<z.output<Shape>, Refusal> {
  const read = shape.safeParse(query)
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
    return accepted(JSON.parse(text || '{}') as unknown)
  } catch {
    return refused('no JSON')
  }
}

/**
 * Reads a whole body.
 *
 * @returns `undefined` if it is longer than the limit; the rest stays unread.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream, so a sender cannot keep the edge reading.
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
