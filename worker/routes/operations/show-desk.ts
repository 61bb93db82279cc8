import { operation } from '../define-operation.ts'
import { deskPage } from '../pages/desk-page.ts'
import { problem } from '../respond.ts'

/** `GET /desk`: the merchant's desk. Off by default, and then as if there were none. */
export const showDesk = operation(
  {
    route: 'GET /desk',
    tag: 'page',
    summary: 'Shows the merchant’s desk',
    about:
      'Off unless `DESK` is `on`. The page has no data: it sends the merchant key that is typed into it.',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: ['not-found'],
  },
  (c) => (c.get('config').DESK === 'on' ? deskPage(c) : problem(c, { code: 'not-found' })),
)
