import { settings } from '../../../../shared/contract/response-schemas.ts'
import { COLLECT, type Collect } from '../../../../shared/customer.ts'
import type { Settings } from '../../../../shared/http-bodies.ts'
import { LANGUAGES } from '../../../../shared/languages.ts'
import { without } from '../../../../shared/without.ts'
import type { Config } from '../../../config/config.ts'
import { operation } from '../../define-operation.ts'
import { offerMethods } from '../../offer-terms.ts'

/** Settings change only with a deployment. Pages may see old ones for this long. */
const CACHE_SECONDS = 300

/** `GET /v1/settings`: what offers may use, and the data that shoppers are asked for. Draws the form; checkout decides. */
export const getSettings = operation(
  {
    route: 'GET /v1/settings',
    tag: 'edge',
    summary: 'Returns public settings',
    pages: 'any',
    access: {},
    reply: {
      status: 200,
      description: 'Methods of offers, the data that shoppers are asked for by currency, and the seller.',
      body: settings,
    },
    problems: [],
  },
  (c) => {
    const { GATEWAY_ENDPOINTS, MERCHANT, SHOPPER_MAIL, isTest } = c.get('config')
    c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    return c.json<Settings>({
      methods: offerMethods(c.get('config')),
      collect: collectByCurrency(GATEWAY_ENDPOINTS),
      test: isTest,
      locales: ['en', ...LANGUAGES],
      ...(MERCHANT && { merchant: without(MERCHANT, 'imageOrigins') }),
      ...(SHOPPER_MAIL?.receipts && { mailsReceipts: true as const }),
    })
  },
)

function collectByCurrency(endpoints: Config['GATEWAY_ENDPOINTS']): Settings['collect'] {
  const withEmail = (requires: readonly Collect[] = []) =>
    COLLECT.filter((group) => group === 'email' || requires.includes(group))
  const entries = Object.entries(endpoints)
  return Object.fromEntries(entries.map(([currency, { requires }]) => [currency, withEmail(requires)]))
}
