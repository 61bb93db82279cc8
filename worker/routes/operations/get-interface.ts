import * as z from 'zod'
import { operation } from '../define-operation.ts'
import { interfaceDocument } from '../openapi/document.ts'

/** The API changes only with a deployment. */
const CACHE_SECONDS = 300

/** `PUBLIC_URL` → document. An isolate has one address, and making the text takes a while. */
const kept = new Map<string, string>()

/** `GET /openapi.json`: describes the API from the operations that serve it. */
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
  (c) => {
    const { PUBLIC_URL } = c.get('config')
    const text = kept.get(PUBLIC_URL) ?? JSON.stringify(interfaceDocument(c.get('operations'), PUBLIC_URL))
    kept.set(PUBLIC_URL, text)
    c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    c.header('Content-Type', 'application/json')
    return c.body(text)
  },
)
