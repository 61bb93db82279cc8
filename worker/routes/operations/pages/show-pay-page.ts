import { operation } from '../../define-operation.ts'
import { payPage } from '../../pages/pay-page.ts'

/**
 * `GET /pay`: the edge's own payment page, where payment links lead. The fragment contains the offer, or the order of a
 * returning shopper.
 */
export const showPayPage = operation(
  {
    route: 'GET /pay',
    tag: 'page',
    summary: 'Shows the edge’s own payment page',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: [],
  },
  payPage,
)
