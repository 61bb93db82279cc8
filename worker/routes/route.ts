import type { Handler } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import type { Edge } from './context.ts'
import { problem } from './respond.ts'

/**
 * Registers the methods that an address takes; every other one is answered 405 with what it takes (RFC 9110 §15.5.6).
 *
 * @param handlers By method. `HEAD` goes with `GET`.
 */
export function route(
  app: HonoBase<Edge>,
  path: string,
  handlers: Readonly<Record<string, Handler<Edge>>>,
): void {
  const methods = Object.keys(handlers)
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler)
  app.all(path, (c) => {
    c.header('Allow', methods.join(', '))
    return problem(c, { code: 'method-not-allowed' })
  })
}
