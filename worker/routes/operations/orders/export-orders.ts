/** `GET /v1/orders.csv`: the order list as a file. */
import * as z from 'zod'
import { log } from '../../../config/log.ts'
import type { KeptEntry } from '../../../outbox/listed-order.ts'
import { type OrderIndex, orderIndex } from '../../../outbox/order-index.ts'
import { MAX_LIMIT, type OrderFilter, type OrderPage } from '../../../outbox/order-list.ts'
import { scopeRefusal } from '../../authorize.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { csvHeader, csvHeaderWithCustomer, csvLines, csvLineWithCustomer } from '../../order-csv.ts'
import { orderOf } from '../../order-place.ts'
import { orderFilters, readFilters } from '../../order-query.ts'
import { problem } from '../../respond.ts'

/** Each order of such a file costs a call to its object, and the platform limits the calls of one request. */
const MAX_WITH_CUSTOMER = 500

/** Orders that are asked at once. */
const AT_ONCE = 20

const query = orderFilters.extend({
  customer: z
    .literal('true')
    .describe(
      `Adds the shopper’s data, as far as it is not erased. Needs the scope \`personal\` too, and at most ${MAX_WITH_CUSTOMER} ` +
        'matches: else 422 `export-too-large`. Counts as a read of each order’s data.',
    )
    .exactOptional(),
})

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
    query,
    reply: { status: 200, description: 'RFC 4180, with a line of names, in UTF-8.', body: 'text/csv' },
    problems: ['search-off', 'export-too-large'],
  },
  async (c, { caller, query: { customer, ...given } }) => {
    const missing = customer ? scopeRefusal(caller, 'personal') : undefined
    if (missing) return problem(c, missing)
    const filters = await readFilters(given, { caller, config: c.get('config') })
    if (!filters.ok) return problem(c, filters.reason)
    const pages = pagesOf(
      orderIndex(c.env, () => c.get('config')),
      filters.value,
    )
    if (!customer) return file(c, csvHeader(), linesOf(pages))
    const entries = await entriesIn(pages)
    if (!entries) return problem(c, { code: 'export-too-large' })
    log('personal-data-exported', { by: caller.name, orders: entries.length })
    return file(c, csvHeaderWithCustomer(), linesWithCustomer(c, entries, caller.name))
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

async function* linesOf(pages: AsyncGenerator<OrderPage, void>): AsyncGenerator<string, void> {
  for await (const { orders } of pages) yield csvLines(orders)
}

/** All matches; `undefined` if they are more than a file with the shoppers' data may have. */
async function entriesIn(pages: AsyncGenerator<OrderPage, void>): Promise<KeptEntry[] | undefined> {
  const entries: KeptEntry[] = []
  for await (const { orders } of pages) {
    entries.push(...orders)
    if (entries.length > MAX_WITH_CUSTOMER) return undefined
  }
  return entries
}

/** @param by Name of the merchant key, which each order notes. */
async function* linesWithCustomer(
  c: EdgeContext,
  entries: readonly KeptEntry[],
  by: string,
): AsyncGenerator<string, void> {
  for (let done = 0; done < entries.length; done += AT_ONCE) {
    const part = entries.slice(done, done + AT_ONCE)
    const lines = part.map(async (entry) =>
      csvLineWithCustomer(entry, (await orderOf(c, entry.id).readCustomer(by)) ?? {}),
    )
    yield (await Promise.all(lines)).join('')
  }
}

/** Answers with a file. A failure before its first lines are there is still answered as a problem. */
async function file(c: EdgeContext, header: string, lines: AsyncGenerator<string, void>): Promise<Response> {
  const first = await lines.next()
  c.header('Content-Type', 'text/csv; charset=utf-8; header=present')
  c.header('Content-Disposition', 'attachment; filename="orders.csv"')
  return c.body(streamed(header, first, lines))
}

/** Reads the next part only once the receiver has room for it. A failure breaks the stream, so that no part looks whole. */
function streamed(
  header: string,
  first: IteratorResult<string, void>,
  lines: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string, void> | undefined = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(header)),
    async pull(controller) {
      const { done, value } = next ?? (await lines.next())
      next = undefined
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await lines.return()
    },
  })
}
