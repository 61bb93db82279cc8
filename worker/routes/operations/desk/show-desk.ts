import { operation } from '../../define-operation.ts'
import { deskPage } from '../../pages/desk-page.ts'
import { problem } from '../../respond.ts'

/**
 * `GET /desk`: the merchant's desk. Off unless `DESK` is `on`, and then as if there were none. The page has no data: it sends
 * the merchant key that is typed into it.
 */
export const showDesk = operation(
  {
    route: 'GET /desk',
    tag: 'page',
    summary: 'Shows the merchant’s desk',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: ['not-found'],
  },
  (c) => (c.get('config').DESK === 'on' ? deskPage(c) : problem(c, { code: 'not-found' })),
)
