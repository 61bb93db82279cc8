/** For tests inside workerd: shoppers under limits, each at an address of their own, at a scripted gateway. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Way } from '../../../shared/order-view.ts'
import { configOf } from '../../config/config.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Budget } from '../../limits/budget.ts'
import { type BudgetKind, budgetName, EDGE } from '../../limits/limit-names.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import { terms as exampleTerms } from './examples.ts'
import { CARD, lasting, orderOf, shown } from './orders.ts'
import { startOver } from './platform.ts'
import { acceptedReply, ScriptedGateway, statusReply } from './scripted-gateway.ts'

/** Turns the limits on, with a test's own settings. */
export const limited = (limits: object = {}, settings: object = {}) =>
  setWith({
    ...lasting({ limiterDeadline: 5000 }),
    LIMITS: JSON.stringify({ cardsForOffers: 'auto', ...limits }),
    ...settings,
  })

/**
 * Has each test of a file run under limits, at a gateway that declines every card but one, and with a clock that stands still.
 *
 * @returns The gateway of the present test.
 */
export function limitedGateway(): () => ScriptedGateway {
  let gateway: ScriptedGateway
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    gateway = new ScriptedGateway()
    declinesAllBut(gateway)
    answerWith(gateway.fetch)
    limited()
    // What an isolate has heard in the test before does not count any more.
    passes(1)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await startOver()
  })
  return () => gateway
}

/** Puts the clock forward. */
export const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** The gateway declines every card but those with this code, and opens every form. */
function declinesAllBut(gateway: ScriptedGateway, cvv = '123'): void {
  const good = new Set<string | null>()
  gateway.on('sale', (body) => {
    if (body.get('cvv2') === cvv) good.add(body.get('client_orderid'))
    return acceptedReply('serial-1')()
  })
  gateway.onStatus((question, deadline) =>
    statusReply(good.has(question.get('client_orderid')) ? 'approved' : 'declined')(question, deadline),
  )
}

let cards = 0

/** Another card of the same test bank each time. */
export const anotherCard = () => ({ ...CARD, number: String(4_000_000_000_000_000 + ++cards), cvv: '999' })

/** A shopper with an order, an address and a card. */
export interface Shopper {
  readonly id: string
  readonly ip: string
  readonly email: string
  /** The shopper came by the order's link, by an exchange of this name. */
  readonly exchange?: string
}

let people = 0

const BOTH = ['hosted', 'card'] as const

/** An offer's order with a form and a card entry, and its shopper. Each has an e-mail address of their own. */
export const shopperAt = (ip: string, change: Partial<OrderTerms> = {}): Promise<Shopper> =>
  open(ip, { ...exampleTerms, methods: BOTH, ...change })

/** The same with the order of a merchant's server. */
export async function sessionAt(ip: string): Promise<Shopper> {
  const { offer: _, ...terms } = exampleTerms
  return open(ip, { ...terms, methods: BOTH })
}

/** The same, whose shopper came by its link. */
export const linkedAt = async (ip: string): Promise<Shopper> => ({
  ...(await sessionAt(ip)),
  exchange: crypto.randomUUID(),
})

async function open(ip: string, terms: OrderTerms): Promise<Shopper> {
  const id = crypto.randomUUID()
  const openedAt = Date.now()
  const own = { id, reference: id, openedAt, expiresAt: openedAt + 3_600_000 }
  await orderOf(id).open({ ...terms, ...own })
  people += 1
  return { id, ip, email: `shopper-${people}@example.com` }
}

/** Pays. @returns `ok`, or the refusal. */
export async function tries(
  { id, ip, email, exchange }: Shopper,
  method: Way = 'card',
  {
    card = anotherCard(),
    key = crypto.randomUUID(),
    check,
  }: { card?: typeof CARD; key?: string; check?: string } = {},
): Promise<'ok' | Refusal> {
  const details = method === 'card' ? { details: { card } } : {}
  const wish = { key, method, ip, customer: { email }, ...details, ...(check && { check }) }
  const answer = await orderOf(id).pay(wish, undefined, exchange)
  return answer.ok ? 'ok' : answer.reason
}

/** The same in short: `ok`, or the code with what belongs to it. */
export async function shortly(...wish: Parameters<typeof tries>): Promise<string> {
  const answer = await tries(...wish)
  if (answer === 'ok') return answer
  const { code, retryAfterSeconds: seconds } = answer
  return code === 'too-many-requests' ? `${code} ${seconds}` : code
}

/** The tally of the edge. */
export const edgeTally = () => env.TALLIES.getByName(EDGE)

/**
 * Waits until the order's last attempt has ended so. Asks the gateway, since the alarm of an order whose clock was put
 * forward lies in the machine's future.
 */
export const ends = ({ id }: Shopper, expected: string) =>
  expect
    .poll(async () => {
      await orderOf(id).refresh()
      return (await shown(id)).status
    })
    .toBe(expected)

/** The budget's object of a network, an e-mail address or a card. */
export const budgetOf = async (kind: BudgetKind, text: string) =>
  env.BUDGETS.getByName((await budgetName(configOf(env), kind, text)) ?? '')

/** Everything that a budget's object stores. */
export const storedIn = (budget: DurableObjectStub<Budget>) =>
  runInDurableObject(budget, (_: Budget, { storage }) => JSON.stringify([...storage.kv.list()]))

/** Cards fail elsewhere, so that the edge is no longer calm. */
export async function cardsFail(bad: number): Promise<void> {
  await edgeTally().note({ bad, good: 0 })
  // What was heard of the tally before does not count any more.
  passes(1)
}
