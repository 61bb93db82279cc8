/** Reads what a callback or a browser return says, in whichever form it comes. Never fails: it only wakes. */
import { readBytes } from './request-body.ts'

/** The gateway's own callbacks are far shorter. */
const MAX_BYTES = 64 * 1024

/** More than any callback has; a longer list is noise. */
const MAX_FIELDS = 100

/** @returns Query and body as one flat list, the body winning. What cannot be read counts as said nothing. */
export async function noticeFields(request: Request): Promise<Record<string, string>> {
  const query = [...new URL(request.url).searchParams]
  const body = await bodyFields(request).catch(() => [])
  return Object.fromEntries([...query, ...body].slice(0, MAX_FIELDS))
}

async function bodyFields(request: Request): Promise<[string, string][]> {
  const bytes = await readBytes(request, MAX_BYTES)
  if (!bytes || bytes.length === 0) return []
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/form-data')) return multipartFields(bytes, type)
  const text = new TextDecoder().decode(bytes).trim()
  return text.startsWith('{') ? jsonFields(text) : [...new URLSearchParams(text)]
}

async function multipartFields(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
}

/** Lists and objects inside say nothing that a callback could mean. */
const jsonFields = (text: string) =>
  Object.entries(parseWithSources(text)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  )

/** Numbers are kept as they were written: identifiers have up to 19 digits, which a double cannot hold. */
function parseWithSources(text: string): object {
  const keepSource = (_: string, value: unknown, context: { source: string }) =>
    typeof value === 'number' ? context.source : value
  const parse = JSON.parse as (text: string, reviver: typeof keepSource) => object
  return parse(text, keepSource)
}
