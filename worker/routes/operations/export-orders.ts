/** `GET /v1/orders.csv`: the order list as a file. */
import { type OrderIndex, orderIndex } from '../../outbox/order-index.ts'
import { MAX_LIMIT, type OrderFilter, type OrderPage } from '../../outbox/order-list.ts'
import { operation } from '../define-operation.ts'
import { csvHeader, csvLines } from '../order-csv.ts'
import { orderFilters, readFilters } from '../order-query.ts'
import { problem } from '../respond.ts'

/** Every order that the filters match, newest first. */
export const exportOrders = operation(
  {
    route: 'GET /v1/orders.csv',
    tag: 'merchant',
    summary: 'Returns orders as CSV, newest first',
    about:
      'Has every match, however many there are. Should the edge fail on the way, the connection breaks: an answer that ' +
      'ends is complete. An apostrophe stands before each part of a text that a spreadsheet could take for a formula.',
    pages: 'merchant',
    access: { merchant: 'read' },
    query: orderFilters,
    reply: { status: 200, description: 'RFC 4180, with a line of names, in UTF-8.', body: 'text/csv' },
    problems: ['search-off'],
  },
  async (c, { caller, query }) => {
    const filters = await readFilters(query, { caller, config: c.get('config') })
    if (!filters.ok) return problem(c, filters.reason)
    const pages = pagesOf(
      orderIndex(c.env, () => c.get('config')),
      filters.value,
    )
    // A failure of the first query is still answered as a problem.
    const first = await pages.next()
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present')
    c.header('Content-Disposition', 'attachment; filename="orders.csv"')
    return c.body(streamed(first, pages))
  },
)

async function* pagesOf(index: OrderIndex, filter: OrderFilter): AsyncGenerator<OrderPage, void> {
  let cursor: string | undefined
  do {
    const page = await index.page({ ...filter, limit: MAX_LIMIT, ...(cursor !== undefined && { cursor }) })
    if (!page.ok) throw new TypeError(`the list refused its own ${page.reason}`)
    yield page.value
    cursor = page.value.cursor
  } while (cursor !== undefined)
}

/** Reads the next page only once the receiver has room for it. A failure breaks the stream, so that no part looks whole. */
function streamed(
  first: IteratorResult<OrderPage, void>,
  pages: AsyncGenerator<OrderPage, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: IteratorResult<OrderPage, void> | undefined = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvHeader())),
    async pull(controller) {
      const { done, value } = next ?? (await pages.next())
      next = undefined
      if (done) return controller.close()
      controller.enqueue(encoder.encode(csvLines(value.orders)))
    },
    cancel: async () => {
      await pages.return()
    },
  })
}
