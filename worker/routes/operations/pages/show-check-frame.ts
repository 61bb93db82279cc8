import { operation } from '../../define-operation.ts'
import { checkFrame } from '../../pages/frames.ts'
import { problem } from '../../respond.ts'

/**
 * `GET /frames/check`: the bot check, which a page shows after the problem `check-needed`. It is for a frame in the shop's
 * page, or a page of its own, which then goes back to the shop with the token in the fragment. The fragment of this address
 * contains the order and the shop's page.
 */
export const showCheckFrame = operation(
  {
    route: 'GET /frames/check',
    tag: 'page',
    summary: 'Shows the bot check',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: ['not-found'],
  },
  (c) => {
    const { TURNSTILE_SITE_KEY: siteKey } = c.get('config')
    return siteKey ? checkFrame(c, siteKey) : problem(c, { code: 'not-found', why: 'no bot check is set' })
  },
)
