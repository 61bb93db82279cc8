/** A shopper of the bench: acts on the edge as a page does. */
import { randomUUID } from 'node:crypto'
import { LiveSocket } from '../campaign/load/live-socket.ts'
import { signOffer } from '../cli/sign-offer.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { CheckoutReply } from '../shared/http-bodies.ts'
import type { OrderStatus } from '../shared/order-status.ts'
import type { OrderView } from '../shared/order-view.ts'
import type { StandInGateway } from './stand-in-gateway.ts'

/** A step of a page takes no longer, however busy the machine is. */
const LIMIT_MS = 60_000

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

/** Opens an order and pays, until the hosted address is known. */
export async function toHostedAddress(edge: string, offer: string): Promise<void> {
  const opened = await checkout(edge, offer)
  await payHosted(edge, opened)
}

/** Pays an opened order on the hosted page, whose address is known then. */
export async function payHosted(edge: string, opened: CheckoutReply): Promise<void> {
  const live = await paidAndFollowed(edge, opened)
  live.leave()
}

/** Opens an order, pays, follows it live, and is told that the gateway approved. */
export async function toApproval(edge: string, offer: string, gateway: StandInGateway): Promise<void> {
  const opened = await checkout(edge, offer)
  const live = await paidAndFollowed(edge, opened)
  await gateway.settle(opened.order.id, edge)
  await told(live, ({ status }) => status === 'approved')
  live.leave()
}

/** As the tag: once the edge has taken the payment, a live socket tells the hosted address. */
async function paidAndFollowed(edge: string, opened: CheckoutReply): Promise<LiveSocket> {
  await paid(edge, opened)
  const live = new LiveSocket(edge, { id: opened.order.id, token: opened.token })
  await live.ready()
  await told(live, ({ action }) => action !== undefined)
  return live
}

async function told(live: LiveSocket, isMet: (view: OrderView) => boolean): Promise<void> {
  if (!(await live.until(isMet, LIMIT_MS))) throw new Error(`${live.id} stayed ${live.last?.status}`)
}

function paid(edge: string, { order, token }: CheckoutReply): Promise<OrderView> {
  const customer = { email: `${order.id}@example.com` }
  const pay = { method: 'hosted', presentation: 'redirect', customer }
  return posted<OrderView>(`${edge}/v1/orders/${order.id}/pay`, bearer(token), pay)
}

/** Looks at an opened order. */
export const viewOf = async (edge: string, { order, token }: CheckoutReply) =>
  JSON.parse(await get(`${edge}/v1/orders/${order.id}`, bearer(token))) as OrderView

/** Follows an opened order live until it has a status. */
export async function statusIs(edge: string, opened: CheckoutReply, expected: OrderStatus): Promise<void> {
  const live = new LiveSocket(edge, { id: opened.order.id, token: opened.token })
  await live.ready()
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
