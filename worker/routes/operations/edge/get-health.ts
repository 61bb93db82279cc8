import { health } from '../../../../shared/contract/response-schemas.ts'
import type { Config } from '../../../config/config.ts'
import { errorText } from '../../../config/error-text.ts'
import { objectNamed } from '../../../config/jurisdiction.ts'
import { log } from '../../../config/log.ts'
import { settingWarnings } from '../../../config/setting-warnings.ts'
import { withTimeout } from '../../../deadline.ts'
import { GATEWAY } from '../../../limits/limit-names.ts'
import { EVERY_TYPE, type GatewayView } from '../../../outbox/notifications.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'

/** `GET /healthz`: reached only if every setting is right. Warns of what the settings leave open, and of a refusing gateway. */
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
  async (c) => {
    const config = c.get('config')
    const warnings = [...settingWarnings(config, c.env), ...unknownTypes(config)]
    const refusing = await refusingGateway(c)
    // A caller compares its clock with the edge's. Not every server in front of a Worker says the time.
    c.header('Date', new Date().toUTCString())
    return c.json({
      ok: true,
      ...(warnings.length > 0 && { warnings }),
      ...(refusing && { gateway: refusing }),
    })
  },
)

/** A type that is never sent is probably misspelt. */
const unknownTypes = ({ WEBHOOKS = [] }: Config): readonly string[] =>
  [...new Set(WEBHOOKS.flatMap(({ events = [] }) => events))]
    .filter((type) => !EVERY_TYPE.some((known) => known === type))
    .map((type) => `WEBHOOKS has the type ${type}, which this version never sends.`)

/** What strangers may read of it: no code of the gateway, and no time. */
type Refusing = Pick<GatewayView, 'refusals' | 'cause' | 'advice'>

/** Monitors ask every few seconds, and anybody may: the object that knows hears of few of them. */
const HEARD_MS = 30_000

const heard = new WeakMap<Config, { readonly at: number; readonly refusing: Refusing | undefined }>()

/** What the gateway refuses, as this isolate last heard. A silent object makes no edge ill. */
async function refusingGateway(c: EdgeContext): Promise<Refusing | undefined> {
  const config = c.get('config')
  const known = heard.get(config)
  const now = Date.now()
  if (known && now - known.at < HEARD_MS) return known.refusing
  try {
    const asked = objectNamed(c.env.TALLIES, GATEWAY, config).refusing()
    const view = await withTimeout(config.times.limiterDeadline, asked)
    const refusing = view && { refusals: view.refusals, cause: view.cause, advice: view.advice }
    heard.set(config, { at: now, refusing })
    return refusing
  } catch (error) {
    log('limiter-unanswered', { error: errorText(error) })
    return undefined
  }
}
