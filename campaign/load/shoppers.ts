/**
 * Shoppers as their pages act: they follow an order, and pay it by card or give it up. Each has an address, an
 * e-mail address and a card of their own, since a single one would use up its budget.
 * Orders that are only looked at come from an offer; those that are paid, from the shop's server.
 */
import { randomUUID } from 'node:crypto'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import { BROWSER, CUSTOMER, cardIn } from '../cards.ts'
import { LiveSocket } from './live-socket.ts'

/** Where the shoppers are. */
export interface LoadScene {
  /** The edge's origin on this machine. */
  readonly edge: string
  /** An offer of the shop. */
  readonly offer: string
  readonly merchantKey: string
}

/** How one payment went. Times in milliseconds. */
export interface PaymentResult {
  /** What went wrong; empty if nothing did. */
  readonly faults: readonly string[]
  readonly openMs: number
  /** From the click to the message that the payment is approved. */
  readonly approvedMs: number
}

/** No shopper waits longer for an outcome. */
const OUTCOME_LIMIT_MS = 15_000

let shoppers = 0

/** A connection that no other shopper has, within a network that no other has. */
export function nextAddress(): string {
  shoppers += 1
  return `10.${(shoppers >> 8) & 255}.${shoppers & 255}.7`
}

let cards = 0

/** A card that no other shopper has, and that the sandbox approves. */
function nextCard(): string {
  cards += 1
  const digits = `44445555${String(cards).padStart(7, '0')}`
  const sum = [...digits].reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/**
 * Sends once, the shop's requests too: a load counts what the edge takes, and a client would hide a failure by sending again.
 *
 * @throws {Error} If the edge refuses; the message has the status and the code.
 */
async function sent<Body>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<Body> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await reply.json()) as Body & { readonly code?: string }
  if (!reply.ok) throw new Error(`${reply.status} ${answer.code}`)
  return answer
}

/** An opened order with its socket, and what its page needs to act. */
export interface OpenPage {
  readonly live: LiveSocket
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

/** Opens the order of an offer and follows it. */
export async function openPage({ edge, offer }: LoadScene): Promise<OpenPage> {
  const from = { 'CF-Connecting-IP': nextAddress() }
  return followed(edge, from, await sent<CheckoutReply>(`${edge}/v1/checkout`, from, { offer }))
}

/** Has the shop's server open an order, and follows it. */
async function openSession({ edge, merchantKey }: LoadScene): Promise<OpenPage> {
  const reference = randomUUID()
  const order = {
    reference,
    intent: 'sale',
    amount: '12.50',
    currency: 'EUR',
    description: 'A mug',
    methods: ['card'],
  }
  const key = { Authorization: `Bearer ${merchantKey}` }
  const from = { 'CF-Connecting-IP': nextAddress() }
  return followed(edge, from, await sent<CheckoutReply>(`${edge}/v1/orders`, key, order))
}

async function followed(
  edge: string,
  from: Readonly<Record<string, string>>,
  { order, token }: CheckoutReply,
) {
  const live = new LiveSocket(edge, { id: order.id, token })
  await live.ready()
  return { live, id: order.id, headers: { ...from, Authorization: `Bearer ${token}` } }
}

/** Gives an order up, and waits until its page has heard of it. @returns What went wrong. */
export async function giveUp(
  { edge }: LoadScene,
  { live, id, headers }: OpenPage,
): Promise<readonly string[]> {
  await sent(`${edge}/v1/orders/${id}/cancel`, headers, {})
  const isTold = await live.until(({ status }) => status === 'cancelled', OUTCOME_LIMIT_MS)
  live.leave()
  return [
    ...live.faults,
    ...(isTold ? [] : ['after 15 s the page had not heard that its order was cancelled']),
  ]
}

/** Opens an order and pays it. */
export async function payOnce(scene: LoadScene): Promise<PaymentResult> {
  const startedAt = performance.now()
  try {
    const { live, id, headers } = await openSession(scene)
    const clickedAt = performance.now()
    const email = `load-${id}@example.com`
    const body = {
      method: 'card',
      card: { ...cardIn('approved'), number: nextCard() },
      browser: BROWSER,
      customer: { ...CUSTOMER, email },
    }
    await sent(`${scene.edge}/v1/orders/${id}/pay`, headers, body)
    const isTold = await live.until(({ status }) => status === 'approved', OUTCOME_LIMIT_MS)
    const approvedMs = performance.now() - clickedAt
    live.leave()
    const lost = isTold ? [] : [`after 15 s the page had heard only of ${live.last?.status}`]
    return { faults: [...live.faults, ...lost], openMs: clickedAt - startedAt, approvedMs }
  } catch (error) {
    return { faults: [String(error)], openMs: Number.NaN, approvedMs: Number.NaN }
  }
}
