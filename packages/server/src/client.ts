/** Makes clients of an edge from the table of its operations. */
import { type Accepted, type Sending, sendUntilCertain } from './certain.ts'
import {
  type FollowedUp,
  type MerchantOperations,
  type MerchantOrder,
  OPERATIONS,
  type OperationRow,
  type ShopperOperations,
} from './contract.generated.ts'
import { UncertainError } from './errors.ts'
import { type Pages, pagesOf } from './pages.ts'
import { CLOCK, type Clock, type Fetch, platformFetch } from './platform.ts'
import { type Arguments, describeCall } from './request.ts'
import { type Waiting, waitingFor } from './settled.ts'

/** Where the edge is, and how patient a client is. */
export interface EdgeOptions {
  /** The edge's origin, such as `https://pay.example.com`. */
  readonly edge: string
  /** For one try, in milliseconds. Default: 45 s; the edge itself waits 30 s for the gateway. */
  readonly timeoutMs?: number
  /** For how long the same request is sent again until it is certain. Default: two minutes. */
  readonly patienceMs?: number
  /** The same, while the edge has too many requests (429) and says when it takes one. Default: `patienceMs`. */
  readonly busyPatienceMs?: number
  /** Ends every call, with all its tries. */
  readonly signal?: AbortSignal
  /** Default: that of the platform. */
  readonly fetch?: Fetch
  /** For tests. Default: the platform's. */
  readonly clock?: Clock
}

/** A merchant's server at its edge. */
export interface MerchantClient extends MerchantOperations, Pages, Waiting {}

/**
 * Makes a client with a merchant key. It keeps nothing: two of them, also on two machines, act as one.
 *
 * Every method sends its request again until the answer is certain: after a broken connection, a time-out, an answer 5xx,
 * and after 429 once the edge's pause is over. It never repeats what the edge refused.
 *
 * @throws {TypeError} If the edge is no origin, or the key is empty.
 */
export function merchantClient({ key, ...options }: EdgeOptions & { readonly key: string }): MerchantClient {
  const operations = operationsOf<MerchantOperations>(options, key)
  const clock = options.clock ?? CLOCK
  return { ...operations, ...pagesOf(operations), ...waitingFor(operations, clock) }
}

/**
 * Makes a client with the token of one order, as a page without the tag would pay.
 *
 * @throws {TypeError} If the edge is no origin, or the token is empty.
 */
export const shopperClient = ({
  token,
  ...options
}: EdgeOptions & { readonly token: string }): ShopperOperations =>
  operationsOf<ShopperOperations>(options, token)

/** The value of the tag's `session`, from the answer to `createOrder`. */
export const sessionOf = ({
  order,
  token,
}: {
  readonly order: { readonly id: string }
  readonly token: string
}): string => `${order.id}.${token}`

const TIMEOUT_MS = 45_000
const PATIENCE_MS = 120_000

function operationsOf<Operations>(options: EdgeOptions, bearer: string): Operations {
  if (typeof bearer !== 'string' || bearer === '') throw new TypeError('there is no key or token')
  const { timeoutMs = TIMEOUT_MS, patienceMs = PATIENCE_MS, clock = CLOCK, fetch = platformFetch } = options
  const { busyPatienceMs, signal } = options
  const sending = {
    ...{ origin: originOf(options.edge), bearer, fetch, timeoutMs, patienceMs, clock },
    ...(busyPatienceMs !== undefined && { busyPatienceMs }),
    ...(signal && { signal }),
  }
  const methods = Object.entries(OPERATIONS).map(([name, row]) => [
    name,
    (...given: Arguments) => perform(row, sending, given),
  ])
  // The generated interfaces say for each row what it takes and answers.
  return Object.fromEntries(methods)
}

async function perform(
  row: OperationRow,
  sending: Omit<Sending, 'expected'>,
  given: Arguments,
): Promise<unknown> {
  const { request, options } = await describeCall(row, given)
  const { patienceMs = sending.patienceMs } = options
  const signals = [sending.signal, options.signal].filter((signal) => signal !== undefined)
  const accepted = await sendUntilCertain(request, {
    ...{ ...sending, patienceMs, expected: row },
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
  })
  return row.isFollowUp ? followedUp(row, accepted) : accepted.body
}

/** @throws {UncertainError} If the answer does not say which follow-up the request made, as after a proxy that drops headers. */
function followedUp({ id }: OperationRow, { headers, body }: Accepted): FollowedUp {
  const order = body as MerchantOrder
  const { followUps = [] }: Partial<MerchantOrder> = order
  const number = Number(headers.get('Follow-Up'))
  const followUp = followUps.find((one) => one.number === number)
  if (!followUp)
    throw new UncertainError(id, { tries: 1, cause: new Error('the answer has no header Follow-Up') })
  return { order, followUp }
}

function originOf(edge: string): string {
  if (!URL.canParse(edge) || !/^https?:/.test(edge))
    throw new TypeError('edge: an origin, such as https://pay.example.com')
  return new URL(edge).origin
}
