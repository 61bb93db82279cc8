/** Sells in a Vendure shop while everything around it fails, and compares its books with the gateway's ledger. */
import { setTimeout as pause } from 'node:timers/promises'
import type { MerchantClient } from '../../../packages/server/src/server.ts'
import { isOf, type Ledger, type Movement } from '../../support/ledger.ts'
import { type BookFindings, compareBooks } from './books.ts'
import { Chance } from './chance.ts'
import type { LossyBox } from './lossy-box.ts'
import type { BookedPayment, BookedRefund, PRICES, ShopAdmin } from './shop-admin.ts'
import { type Manner, type ShopAddress, type ShoppedOrder, shopAndPay } from './shop-shopper.ts'
import { killNowAndThen, type VendureServer } from './vendure-server.ts'

/** Where the run takes place. */
export interface RunScene {
  readonly server: VendureServer
  readonly admin: ShopAdmin
  readonly address: ShopAddress
  readonly boxes: readonly LossyBox[]
  readonly gateway: string
  /** The merchant at the edge. */
  readonly pay: MerchantClient
}

/** What the shop has once nothing fails any more. */
export interface Settlement {
  readonly findings: BookFindings
  /** Refunds that still move. */
  readonly unfinished: readonly string[]
  /** Why refunds were refused, for each. */
  readonly refused: readonly string[]
  /** Fault of the sandbox → how often it struck. */
  readonly faults: Readonly<Record<string, number>>
}

const MANNERS: Readonly<Record<Manner, number>> = {
  pays: 60,
  'is declined, and pays': 14,
  'pays in two tabs': 8,
  'takes more, and pays': 10,
  leaves: 8,
}

const CURRENCIES: Readonly<Record<keyof typeof PRICES, number>> = { EUR: 6, JPY: 2, KWD: 2 }

/** What goes wrong at the gateway meanwhile. */
const GATEWAY_FAULTS = [
  { operation: '*', fault: 'drop-request', probability: 0.03 },
  { operation: '*', fault: 'drop-reply', probability: 0.05 },
  { operation: '*', fault: '500', probability: 0.03 },
  { operation: '*', fault: '500-after', probability: 0.04 },
  { operation: '*', fault: 'garbled', probability: 0.03 },
  { operation: '*', fault: 'decline', probability: 0.03 },
  { operation: '*', fault: 'delay', probability: 0.07, delayMs: 250 },
  { operation: 'callback', fault: 'missing', probability: 0.2 },
  { operation: 'callback', fault: 'duplicate', probability: 0.12, delayMs: 200 },
  { operation: 'callback', fault: 'late', probability: 0.12, delayMs: 1_500 },
  { operation: 'callback', fault: 'reordered', probability: 0.12, delayMs: 3_000 },
]

const SHOPPERS_AT_ONCE = 16

/** The shop dies after so many more orders and refunds are done: in the middle of those of the other shoppers. */
const LIVES_FOR = [12, 30] as const

const SETTLES_WITHIN_MS = 120_000

/** From now on the gateway fails as often as {@link GATEWAY_FAULTS} say. */
export async function beginFaults({ gateway }: RunScene, seed: number): Promise<void> {
  await control(gateway, 'PUT', 'faults', {
    rules: GATEWAY_FAULTS.map((rule, index) => ({ ...rule, seed: seed * 100 + index })),
  })
}

/** Has shoppers order and pay while the shop dies again and again. */
export async function sell(
  { server, address }: RunScene,
  { orders, seed }: { readonly orders: number; readonly seed: number },
): Promise<{ shopped: readonly ShoppedOrder[]; kills: number }> {
  const shopped: ShoppedOrder[] = []
  const kills = await whileItDies(server, new Chance('lives', seed), async (progress) =>
    atOnce(orders, async (number) => {
      const chance = new Chance('shopper', seed, number)
      const manner = chance.weighted(MANNERS)
      const currency = chance.weighted(CURRENCIES)
      shopped.push(await shopAndPay(address, { currency, manner, chance }))
      progress.done += 1
    }),
  )
  return { shopped, kills }
}

/** Has an administrator refund while the shop dies. Every second refund is of the whole payment, the others of a part. */
export async function refund(
  { server, admin }: RunScene,
  { refunds, seed }: { readonly refunds: number; readonly seed: number },
): Promise<{ refunds: number; kills: number }> {
  const isPaid = ({ state }: { readonly state: string }) => state === 'PaymentSettled'
  const paid = (await admin.books()).filter(isPaid).slice(0, refunds)
  const chance = new Chance('refunds', seed)
  const kills = await whileItDies(server, new Chance('later lives', seed), async (progress) =>
    atOnce(paid.length, async (index) => {
      const { code = '', payments = [] } = paid[index] ?? {}
      const amount = payments.find(({ state }) => state === 'Settled')?.amount ?? 0
      const part = chance.integer(1, amount / 100 - 1) * 100
      await admin.refund(code, index % 2 === 0 ? amount : part)
      progress.done += 1
    }),
  )
  return { refunds: paid.length, kills }
}

/** Ends every fault, and waits until the shop and the gateway agree. */
export async function settle(scene: RunScene): Promise<Settlement> {
  const faults = await faultsOf(scene.gateway)
  await control(scene.gateway, 'PUT', 'faults', { rules: [] })
  for (const box of scene.boxes) await box.mend()
  return { ...(await agreement(scene)), faults }
}

/** How much is done. */
interface Progress {
  done: number
}

/** @returns How often the server died until the work was done. */
async function whileItDies(
  server: VendureServer,
  chance: Chance,
  work: (progress: Progress) => Promise<void>,
): Promise<number> {
  const progress = { done: 0 }
  let isOver = false
  let end = chance.integer(...LIVES_FOR)
  const isDue = () => {
    if (progress.done < end) return false
    end = progress.done + chance.integer(...LIVES_FOR)
    return true
  }
  const killing = killNowAndThen(server, { isDue, isOver: () => isOver })
  try {
    await work(progress)
  } finally {
    isOver = true
  }
  return killing
}

/** In order, several at the same time. */
async function atOnce(count: number, work: (number: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const number of numbers) await work(number)
  }
  await Promise.all(Array.from({ length: SHOPPERS_AT_ONCE }, worker))
}

/** Waits until the shop and the gateway agree. @returns What they did not agree about in the end, and what still moves. */
async function agreement({ admin, gateway, pay }: RunScene) {
  const deadline = Date.now() + SETTLES_WITHIN_MS
  for (;;) {
    const books = await admin.books()
    const { movements } = (await (await control(gateway, 'GET', 'ledger')).json()) as Ledger
    const findings = compareBooks(books, movements)
    const payments = books.flatMap((order) => order.payments)
    const waiting = payments.filter(isRefundMoving)
    const unfinished = waiting.map(({ transactionId }) => `a refund of ${transactionId}`)
    const refused = payments.flatMap(({ refunds }) => refunds.filter(isRefused).map(refusalIn))
    const isQuiet = [...Object.values(findings), unfinished].every((list) => list.length === 0)
    if (isQuiet || Date.now() > deadline) return { findings, unfinished, refused }
    for (const { transactionId } of waiting) await resolveDoubt(pay, transactionId ?? '', movements)
    await pause(1_000)
  }
}

const isRefundMoving = ({ refunds }: BookedPayment) =>
  refunds.some((refund) => refund.state === 'Pending' && !isRefused(refund))

const isRefused = ({ state, metadata }: BookedRefund) =>
  state === 'Pending' && metadata?.refusal !== undefined

const refusalIn = ({ metadata }: BookedRefund) => metadata?.refusal ?? ''

/**
 * Of a refund whose request was lost the edge cannot tell whether the gateway will act. A person asks the gateway, whose ledger
 * has nothing of it, and says so.
 */
async function resolveDoubt(pay: MerchantClient, id: string, movements: readonly Movement[]): Promise<void> {
  const order = await pay.refreshOrder(id)
  const doubt = order.followUps.find(({ status }) => status === 'unknown')
  const isReturned = movements.some(
    ({ kind, clientOrderId }) => kind === 'reversal' && isOf(order.reference)({ clientOrderId }),
  )
  if (doubt && !isReturned) await pay.declareNotAccepted(id, { followUp: doubt.number })
}

async function faultsOf(gateway: string): Promise<Record<string, number>> {
  const { rules } = (await (await control(gateway, 'GET', 'faults')).json()) as {
    rules: { fault: string; fired: number }[]
  }
  return Object.fromEntries(rules.map(({ fault, fired }) => [fault, fired]))
}

async function control(gateway: string, method: string, path: string, body?: object): Promise<Response> {
  const reply = await fetch(`${gateway}/__sandbox/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

/** What happened to the shoppers, in words. */
export function soldReport(shopped: readonly ShoppedOrder[], kills: number): string {
  return [
    `${shopped.length} orders: ${counted(shopped, ({ manner }) => manner)}; ${kills} deaths of the shop`,
    `shoppers saw: ${counted(shopped, ({ status }) => status)}`,
  ].join('\n')
}

/** What failed around the shop, in words. */
export function faultReport({ faults, refused }: Settlement, boxes: readonly LossyBox[]): string {
  const listed = (entries: Iterable<readonly [string, number]>) =>
    [...entries].map(([name, count]) => `${name} ${count}`).join(', ')
  return [
    `gateway: ${listed(Object.entries(faults))}`,
    ...boxes.map(({ counts }, index) => `${['shop to edge', 'webhooks'][index]}: ${listed(counts)}`),
    `refused refunds: ${refused.join(', ') || 'none'}`,
  ].join('\n')
}

const counted = (shopped: readonly ShoppedOrder[], key: (order: ShoppedOrder) => string) =>
  [...Map.groupBy(shopped, key)].map(([name, list]) => `${name} ${list.length}`).join(', ')
