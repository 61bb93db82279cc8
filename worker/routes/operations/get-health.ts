import { settingWarnings } from '../../config/setting-warnings.ts'
import { operation } from '../define-operation.ts'
import { health } from '../openapi/response-schemas.ts'

/** `GET /healthz`: reached only if every setting is right. Warns of what the settings leave open. */
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
    const warnings = settingWarnings(c.get('config'), c.env)
    return c.json({ ok: true, ...(warnings.length > 0 && { warnings }) })
  },
)
