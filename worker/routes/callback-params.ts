/** Reads the parameters of a callback or a browser return, from query, form or JSON. Never fails: they only wake an order. */
import { type Member, objectMembers } from '../../shared/json-members.ts'
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

async function bodyFields(request: Request, deadlineMs: number): Promise<readonly Member[]> {
  const read = await readBytes(request, { maxBytes: MAX_BYTES, deadlineMs })
  if (!read.ok || read.value.length === 0) return []
  const bytes = read.value
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/form-data')) return multipartFields(bytes, type)
  const text = new TextDecoder().decode(bytes).trim()
  return text.startsWith('{') ? (objectMembers(text) ?? []) : [...new URLSearchParams(text)]
}

async function multipartFields(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
}
