/** The check of the settings that stands before every route. */
import type { MiddlewareHandler } from 'hono'
import { readConfig } from '../config/config.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'

/** `GET /healthz`: reached only where the settings are right. Those that leave something unchecked are named. */
export function getHealth(c: EdgeContext): Response {
  const { statusTells } = c.get('config').GATEWAY_PROFILE
  const unchecked = (['amount', 'currency'] as const).filter((field) => !statusTells.includes(field))
  const warnings = unchecked.map(
    (field) =>
      `GATEWAY_PROFILE.statusTells lacks ${field}: an approval that tells none is not checked by it.`,
  )
  return c.json({ ok: true, ...(warnings.length > 0 && { warnings }) })
}

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
