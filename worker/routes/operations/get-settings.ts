/** `GET /v1/settings`: what anybody may know of the edge. It only draws the form; checkout has the last word. */
import { COLLECT, type Collect } from '../../../shared/customer.ts'
import type { Settings } from '../../../shared/messages.ts'
import type { Config } from '../../config/config.ts'
import type { EdgeContext } from '../context.ts'

/** A change of settings is a deployment; pages may be behind it for as long. */
const CACHE_SECONDS = 300

/** Tells the methods, and what shoppers are asked for. */
export function getSettings(c: EdgeContext): Response {
  const { CHECKOUT_METHODS, GATEWAY_ENDPOINTS, isTest } = c.get('config')
  c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  return c.json<Settings>({
    methods: CHECKOUT_METHODS,
    collect: collectByCurrency(GATEWAY_ENDPOINTS),
    test: isTest,
  })
}

function collectByCurrency(endpoints: Config['GATEWAY_ENDPOINTS']): Settings['collect'] {
  const withEmail = (requires: readonly Collect[] = []) =>
    COLLECT.filter((group) => group === 'email' || requires.includes(group))
  const entries = Object.entries(endpoints)
  return Object.fromEntries(entries.map(([currency, { requires }]) => [currency, withEmail(requires)]))
}
