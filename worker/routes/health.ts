/** The check of the settings that stands before every route. */
import type { MiddlewareHandler } from 'hono'
import { readConfig } from '../config/config.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** `GET /healthz`: reached only where the settings are right. */
export const getHealth = (c: EdgeContext): Response => c.json({ ok: true })

/** Lets nothing pass while a setting is wrong; says which and what it must be, never what it is. */
export const checkedConfig: MiddlewareHandler<Edge> = async (c, next) => {
  const read = readConfig(c.env)
  if (!read.ok) {
    const fields = read.reason.map(({ setting }) => setting)
    const detail = read.reason.map(({ setting, must }) => `${setting} must ${must}.`).join(' ')
    return problem(c, { code: 'configuration-invalid', fields, detail, why: fields.join(' ') })
  }
  c.set('config', read.value)
  await next()
}
