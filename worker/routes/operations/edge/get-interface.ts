import * as z from 'zod'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { DOCUMENT_FILE, DOCUMENT_ORIGIN } from '../../openapi/document-file.ts'
import { problem } from '../../respond.ts'

/** The API changes only with a deployment. */
const CACHE_SECONDS = 300

/** `PUBLIC_URL` → document. An isolate has one address. */
const kept = new Map<string, string>()

/** `GET /openapi.json`: the public API, from the file that the build has made of the operations. */
export const getInterface = operation(
  {
    route: 'GET /openapi.json',
    tag: 'edge',
    summary: 'Returns this OpenAPI document',
    pages: 'any',
    access: {},
    reply: { status: 200, description: 'This document.', body: z.object({ openapi: z.string() }) },
    problems: [],
  },
  async (c) => {
    const { PUBLIC_URL } = c.get('config')
    const text = kept.get(PUBLIC_URL) ?? (await readDocument(c, PUBLIC_URL))
    if (text === undefined) return problem(c, { code: 'unavailable', why: `no ${DOCUMENT_FILE}` })
    kept.set(PUBLIC_URL, text)
    c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    c.header('Content-Type', 'application/json')
    return c.body(text)
  },
)

/** @returns The document with this edge's address; `undefined` if the file is missing. */
async function readDocument(c: EdgeContext, publicUrl: string): Promise<string | undefined> {
  const file = await c.env.ASSETS.fetch(`${publicUrl}/${DOCUMENT_FILE}`)
  return file.ok ? (await file.text()).replaceAll(DOCUMENT_ORIGIN, publicUrl) : undefined
}
