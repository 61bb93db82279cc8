/** The edge's HTTP interface, as far as the desk uses it. It never throws: a failure comes back as a refusal with a code. */
import type { ListOrdersFilter, SessionRequest } from '../../packages/server/src/contract.generated.ts'
import { FOLLOW_UP_HEADER, TOKEN_HEADER } from '../../shared/http-bodies.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { ListedOrder, MerchantKeyView, OrderSums } from '../../shared/order-list.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskRequest, DeskSession } from './desk-session.ts'
import { csvFile, mergedCsv } from './merged-csv.ts'
import type { KeyedPath, UnkeyedPath } from './order-operations.ts'
import { type ProductApi, productApi } from './product-api.ts'

/** The outcome of a request. */
export type Answered<Body> = Promise<Result<Body, Refusal>>

/** A page of the list. With filters it may be short or empty and still have a cursor: more may match further on. */
export interface OrderPage {
  readonly orders: readonly ListedOrder[]
  readonly cursor?: string
  /** Somebody tests cards at the edge just now. Comes with `needsAttention=true` alone. */
  readonly attack?: object
}

/** Filters of the list, as its query has them. */
export type ListQuery = Readonly<Partial<Record<keyof ListOrdersFilter, string>>>

/** Days of a time zone. */
interface DaySpan {
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** Its IANA name. */
  readonly zone: string
}

/** One order, and what opens its socket. */
export interface OrderAnswer {
  readonly order: OrderDetails
  /** Scope `view`, good for 15 minutes. */
  readonly token: string
  /** Absent: the order does not change by itself. */
  readonly retryAfterSeconds?: number
}

/** What a command came to. */
export interface CommandAnswer {
  readonly order: MerchantOrderView
  /** Number of the follow-up that the command's key made. An older edge does not tell it. */
  readonly followUp?: number
}

/** An order that the desk opened. */
export interface OpenedOrder {
  readonly order: { readonly id: string }
  /** The link that pays it. An older edge makes none. */
  readonly payUrl?: string
}

/** Something that the desk does with an order or a product. `path` is below its address: `capture`. */
export type OrderCommand = { readonly body: object } & (
  | {
      readonly path: KeyedPath
      /** The same key acts once, however often it is sent. */
      readonly key: string
    }
  | { readonly path: UnkeyedPath; readonly key?: never }
)

export interface DeskApi {
  merchantKey(): Answered<MerchantKeyView>
  orders(query: ListQuery, signal?: AbortSignal): Answered<OrderPage>
  order(id: string, signal?: AbortSignal): Answered<OrderAnswer>
  /** @param day A day of UTC, `YYYY-MM-DD`. */
  sums(day: string, signal?: AbortSignal): Answered<OrderSums>
  /** The sums of each day of a time zone, the earliest first. */
  dailySums(span: DaySpan, signal?: AbortSignal): Answered<{ readonly days: readonly OrderSums[] }>
  /** The list of one or several questions as one file, whole or not at all. */
  csv(queries: readonly ListQuery[]): Answered<Blob>
  command(id: string, command: OrderCommand): Answered<CommandAnswer>
  /** Opens an order. The same reference with the same body opens it once. */
  open(body: SessionRequest): Answered<OpenedOrder>
  readonly products: ProductApi
}

/** Makes the client of one session. */
export function deskApi(session: Pick<DeskSession, 'fetch'>): DeskApi {
  const call = async <Body>(path: string, request: DeskRequest = {}): Answered<Body> =>
    reading(await session.fetch(path, request), (response) => response.json())
  return {
    merchantKey: () => call('/v1/merchant-key'),
    orders: (query, signal) =>
      call(`/v1/orders?${new URLSearchParams(query)}`, { ...(signal && { signal }) }),
    sums: (day, signal) => call(`/v1/order-sums?day=${day}`, { ...(signal && { signal }) }),
    dailySums: (span, signal) =>
      call(`/v1/order-sums/days?${new URLSearchParams({ ...span })}`, { ...(signal && { signal }) }),
    order: async (id, signal) =>
      reading(
        await session.fetch(`/v1/orders/${encodeURIComponent(id)}`, { ...(signal && { signal }) }),
        orderAnswer,
      ),
    csv: async (queries) => {
      const ask = (query: ListQuery) => session.fetch(`/v1/orders.csv?${new URLSearchParams(query)}`)
      const files = await Promise.all(
        queries.map(async (query) => reading(await ask(query), (response) => response.text())),
      )
      const failed = files.find((file) => !file.ok)
      return failed && !failed.ok
        ? failed
        : accepted(csvFile(mergedCsv(files.flatMap((file) => (file.ok ? [file.value] : [])))))
    },
    open: (body) => call('/v1/orders', { body }),
    products: productApi(call),
    command: async (id, { path, ...request }) =>
      reading(await session.fetch(`/v1/orders/${encodeURIComponent(id)}/${path}`, request), commandAnswer),
  }
}

/** A body that breaks off, or is no JSON, does not come from the edge. */
async function reading<Body>(
  fetched: Result<Response, Refusal>,
  read: (response: Response) => Promise<Body>,
): Answered<Body> {
  if (!fetched.ok) return fetched
  try {
    return accepted(await read(fetched.value))
  } catch {
    return refused({ code: 'network' })
  }
}

async function orderAnswer(response: Response): Promise<OrderAnswer> {
  const seconds = response.headers.get('Retry-After')
  return {
    order: await response.json(),
    token: response.headers.get(TOKEN_HEADER) ?? '',
    ...(seconds && { retryAfterSeconds: Number(seconds) }),
  }
}

async function commandAnswer(response: Response): Promise<CommandAnswer> {
  const followUp = response.headers.get(FOLLOW_UP_HEADER)
  return { order: await response.json(), ...(followUp && { followUp: Number(followUp) }) }
}
