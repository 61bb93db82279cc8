/** Reads the parameters of a callback or a browser return, from query, form or JSON. Never fails: they only wake an order. */
import { readBytes } from './request-body.ts'

/** Real callbacks are far shorter. */
const MAX_BYTES = 64 * 1024

/** Real callbacks have fewer. */
const MAX_FIELDS = 100

/**
 * @param deadlineMs For the whole body.
 * @returns Query and body merged; the body wins. No value is empty, so that none hides another of its name. A body that is
 *   unreadable, too long or too slow counts as empty.
 */
export async function callbackParams(request: Request, deadlineMs: number): Promise<Record<string, string>> {
  const query = [...new URL(request.url).searchParams]
  const body = await bodyFields(request, deadlineMs).catch(() => [])
  const told = [...query, ...body].filter(([, value]) => value.trim())
  return Object.fromEntries(told.slice(0, MAX_FIELDS))
}

async function bodyFields(request: Request, deadlineMs: number): Promise<[string, string][]> {
  const read = await readBytes(request, { maxBytes: MAX_BYTES, deadlineMs })
  if (!read.ok || read.value.length === 0) return []
  const bytes = read.value
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/form-data')) return multipartFields(bytes, type)
  const text = new TextDecoder().decode(bytes).trim()
  return text.startsWith('{') ? jsonFields(text) : [...new URLSearchParams(text)]
}

async function multipartFields(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
}

/** Drops lists and objects: no callback has any. */
const jsonFields = (text: string) =>
  Object.entries(parseWithSources(text)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  )

/** Keeps numbers as they were written: identifiers have up to 19 digits, more than a double can hold. */
function parseWithSources(text: string): object {
  const keepSource = (_: string, value: unknown, context: { source: string }) =>
    typeof value === 'number' ? context.source : value
  const parse = JSON.parse as (text: string, reviver: typeof keepSource) => object
  return parse(text, keepSource)
}
