import { deskSession } from '../../../../shared/contract/response-schemas.ts'
import { toIsoTime } from '../../../../shared/iso-time.ts'
import type { DeskSessionView } from '../../../../shared/order-list.ts'
import { ASSERTION_HEADER, verifyAssertion } from '../../../credentials/access-assertion.ts'
import { deskKey, isAccessOn } from '../../../credentials/desk-keys.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { problem } from '../../respond.ts'

/**
 * `POST /desk/session`: a key of the desk for a person who signed in at Cloudflare Access. Access signs in by a cookie,
 * which browsers add to requests of any page: so this is the one route that reads what it says, and it gives no more than a
 * key, in an answer that the desk's own page alone can read. Off unless `DESK_ACCESS` is set, and then as if there were none.
 */
export const startDeskSession = operation(
  {
    route: 'POST /desk/session',
    tag: 'page',
    summary: 'Gives a person at the desk a key',
    about:
      'For the desk’s own page, behind Cloudflare Access, which names the person in `Cf-Access-Jwt-Assertion`. The key ends ' +
      'after 15 minutes, or with the session at Access.',
    pages: 'merchant',
    access: {},
    budget: 'address',
    reply: { status: 200, description: 'The key.', body: deskSession },
    problems: ['not-found', 'origin-not-allowed', 'token-invalid', 'scope-missing'],
  },
  async (c) => {
    const config = c.get('config')
    const { DESK_ACCESS: access } = config
    if (!access || !isAccessOn(config)) return problem(c, { code: 'not-found' })
    if (!isOwnPage(c)) return problem(c, { code: 'origin-not-allowed', why: 'not the desk’s own page' })
    const now = Date.now()
    const token = c.req.header(ASSERTION_HEADER) ?? ''
    const signedIn = await verifyAssertion(config, access, { token, now })
    if (!signedIn.ok) return problem(c, signedIn.reason)
    const made = await deskKey(config, signedIn.value, now)
    if (!made) return problem(c, { code: 'scope-missing', why: 'not in DESK_ACCESS.people' })
    const { until, ...view } = made
    return c.json<DeskSessionView>({ ...view, expiresAt: toIsoTime(until) })
  },
)

/** Browsers add both headers, and no page can change them. A program without them may be anything, and needs no desk. */
const isOwnPage = (c: EdgeContext) =>
  c.req.header('Origin') === c.get('config').PUBLIC_URL && c.req.header('Sec-Fetch-Site') === 'same-origin'
