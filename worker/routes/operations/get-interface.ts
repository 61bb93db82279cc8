/** `GET /openapi.json`: the interface, described by the table that it is served from. */
import type { EdgeContext } from '../context.ts'
import { interfaceDocument } from '../openapi/document.ts'

/** A change of the interface is a deployment. */
const CACHE_SECONDS = 300

/** One text for each address that the edge is known by: there is one, and making it takes a while. */
const made = new Map<string, string>()

/** Answers the document. */
export function getInterface(c: EdgeContext): Response {
  const { PUBLIC_URL } = c.get('config')
  const text = made.get(PUBLIC_URL) ?? JSON.stringify(interfaceDocument(PUBLIC_URL))
  made.set(PUBLIC_URL, text)
  c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  c.header('Content-Type', 'application/json')
  return c.body(text)
}
