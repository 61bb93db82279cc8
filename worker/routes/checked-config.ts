import type { MiddlewareHandler } from 'hono'
import { readConfig } from '../config/config.ts'
import type { Edge } from './context.ts'
import { problem } from './respond.ts'

/**
 * Refuses every request while a setting is wrong. The answer names the setting and what it must be, never its value.
 */
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
