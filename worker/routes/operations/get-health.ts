import { operation } from '../define-operation.ts'
import { health } from '../openapi/response-schemas.ts'

/** `GET /healthz`: reached only if every setting is right. Warns of checks that the settings turn off, and of what shoppers miss. */
export const getHealth = operation(
  {
    route: 'GET /healthz',
    tag: 'edge',
    summary: 'Health check',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The settings are valid.', body: health },
    problems: [],
  },
  (c) => {
    const { GATEWAY_PROFILE, MERCHANT } = c.get('config')
    const { statusTells } = GATEWAY_PROFILE
    const unchecked = (['amount', 'currency'] as const).filter((field) => !statusTells.includes(field))
    const warnings = [
      ...unchecked.map(
        (field) =>
          `GATEWAY_PROFILE.statusTells lacks ${field}: an approval that tells none is not checked by it.`,
      ),
      ...(MERCHANT ? [] : ['MERCHANT is not set: payment pages and receipts name no seller.']),
    ]
    return c.json({ ok: true, ...(warnings.length > 0 && { warnings }) })
  },
)
