/**
 * A shopper of the bench: acts on the edge as a page does. Its requests are timed, so they are a page's, and sent once: no client
 * stands between, which could send one again.
 */
import { randomUUID } from 'node:crypto'
import { LiveSocket } from '../campaign/load/live-socket.ts'
import { nextAddress } from '../campaign/load/shoppers.ts'
import { signOffer } from '../cli/sign-offer.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { CheckoutReply } from '../shared/http-bodies.ts'
import type { OrderStatus } from '../shared/order-status.ts'
import type { OrderView } from '../shared/order-view.ts'
import type { StandInGateway } from './stand-in-gateway.ts'

/** The longest that a page asks an answer to wait for the gateway's reply. */
const MAX_WAIT_SECONDS = 5

/** A step of a page takes no longer, however busy the machine is. */
const LIMIT_MS = 60_000

/** What a page needs of an opened order. */
type Opened = Pick<CheckoutReply, 'order' | 'token'>

/** An offer of a mug at a stack's edge. */
export function mugOffer({ addresses, offerKey }: Stack, item = 'mug'): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  return signOffer(
    {
      ...{ aud: addresses.edge, iat, exp: iat + 3600, item, description: `A ${item}` },
      ...{ currency: 'EUR', intent: 'sale', amount: '12.50', collect: ['email'] },
    },
    offerKey,
  )
}

/** Gets an address. @throws {Error} If the answer is no success. */
export async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const reply = await fetch(url, { headers })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text}`)
  return text
}

/** Opens the order of an offer. */
export const checkout = (edge: string, offer: string) =>
  posted<CheckoutReply>(`${edge}/v1/checkout`, {}, { offer })

/** As the tag: one request opens the order, pays on the hosted page, and is answered with its address. */
export async function toHostedAddress(edge: string, offer: string): Promise<void> {
  await paidAtOnce(edge, offer)
}

/** As the tag of the versions before: opens the order, pays by a second request, and reads the address from a socket. */
export async function toHostedAddressBySocket(edge: string, offer: string): Promise<void> {
  const from = shopper()
  const opened = await posted<CheckoutReply>(`${edge}/v1/checkout`, from, { offer })
  await payHosted(edge, opened, from)
}

/** Pays an opened order on the hosted page, whose address is known then. */
export async function payHosted(edge: string, opened: Opened, from = shopper()): Promise<void> {
  await paid(edge, opened, from)
  const live = await followed(edge, opened)
  await told(live, ({ action }) => action !== undefined)
  live.leave()
}

/** Opens an order and pays, follows it live as the page to which the shopper returns, and reads there that the gateway approved. */
export async function toApproval(edge: string, offer: string, gateway: StandInGateway): Promise<void> {
  const opened = await paidAtOnce(edge, offer)
  const live = await followed(edge, opened)
  await gateway.settle(opened.order.id, edge)
  await told(live, ({ status }) => status === 'approved')
  live.leave()
}

/** @throws {Error} If the answer has no address. */
async function paidAtOnce(edge: string, offer: string): Promise<CheckoutReply> {
  const pay = { ...hostedPayment(randomUUID()), wait: MAX_WAIT_SECONDS }
  const opened = await posted<CheckoutReply>(`${edge}/v1/checkout`, shopper(), { offer, pay })
  if (!opened.order.action) throw new Error(`${opened.order.id} is ${opened.order.status} without an address`)
  return opened
}

async function followed(edge: string, { order, token }: Opened): Promise<LiveSocket> {
  const live = new LiveSocket(edge, { id: order.id, token })
  await live.ready()
  return live
}

async function told(live: LiveSocket, isMet: (view: OrderView) => boolean): Promise<void> {
  if (!(await live.until(isMet, LIMIT_MS))) throw new Error(`${live.id} stayed ${live.last?.status}`)
}

function paid(edge: string, { order, token }: Opened, from: object): Promise<OrderView> {
  const headers = { ...from, ...bearer(token) }
  return posted<OrderView>(`${edge}/v1/orders/${order.id}/pay`, headers, hostedPayment(order.id))
}

/** Each shopper has a budget of their own: an e-mail address, and a network. */
const hostedPayment = (name: string) => ({
  ...{ method: 'hosted', presentation: 'redirect' },
  customer: { email: `${name}@example.com` },
})

const shopper = () => ({ 'CF-Connecting-IP': nextAddress() })

/** Looks at an opened order. */
export const viewOf = async (edge: string, { order, token }: CheckoutReply) =>
  JSON.parse(await get(`${edge}/v1/orders/${order.id}`, bearer(token))) as OrderView

/** Follows an opened order live until it has a status. */
export async function statusIs(edge: string, opened: CheckoutReply, expected: OrderStatus): Promise<void> {
  const live = await followed(edge, opened)
  await told(live, ({ status }) => status === expected)
  live.leave()
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Posts JSON. @throws {Error} If the answer is no success. */
export async function posted<Body>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<Body> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Body
}
