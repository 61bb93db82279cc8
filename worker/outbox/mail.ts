/**
 * E-mail notifications of important changes, through the platform's binding: short text, no personal data unless the merchant
 * turned it on for paid orders.
 */
import type { Customer } from '../../shared/customer.ts'
import { toIsoTime } from '../../shared/iso-time.ts'
import { outcomeOf } from '../../shared/order-outcome.ts'
import type { Intent, MerchantOrderView } from '../../shared/order-view.ts'
import { inOneLine } from '../../shared/plain-text.ts'
import { handOver } from './mail-platform.ts'
import type {
  AnyNotification,
  AttackNotification,
  Delivery,
  GatewayNotification,
  Notification,
  NotificationType,
  StockNotification,
} from './notifications.ts'

/** The platform's binding. It sends from a domain of the account to a verified address. */
export interface MailBinding {
  readonly NOTIFY: SendEmail
}

/** Receiver and sender of mail. */
export interface MailSettings {
  readonly to: string
  /** The edge's own address. Its host is the sender's domain. */
  readonly publicUrl: string
  readonly deadlineMs: number
  readonly binding: SendEmail
  /** Who ordered, where the merchant wants it in the mail of a paid order. */
  readonly customer?: Customer
}

type WholeEdgeNotification = AttackNotification | GatewayNotification

/** Intent → words of an approval beyond the order's payment. A verification moves nothing, and a payout cannot be called back. */
const SURPLUS: Readonly<Record<Intent, string>> = {
  sale: 'charged by mistake, to be given back',
  preauth: 'held by mistake, to be released',
  verify: 'verified by mistake',
  payout: 'paid out by mistake, and not called back',
}

/** What the totals of an order are called. */
const totalNames = (intent: Intent) =>
  intent === 'payout' ? ['Paid out', 'Came back'] : ['Captured', 'Returned']

/** What became of an order; what is not simply ordered is named. */
const outcomeWords = ({ order }: Notification) =>
  [order.act !== 'order' && order.act, outcomeOf(order)].filter(Boolean).join(' ')

/** Notification type → words for the mail. Types that are not listed go to webhook and list only. */
const WORDS: { readonly [Type in NotificationType]?: (notification: Notification) => string } = {
  'order.approved': outcomeWords,
  'order.unknown': outcomeWords,
  'order.returned': outcomeWords,
  'order.partially-returned': outcomeWords,
  'order.charged-back': outcomeWords,
  'follow-up.waiting': waitingWords,
  'follow-up.settled': settledWords,
  'surplus.found': ({ order }) => SURPLUS[order.intent],
  'surplus.reversed': ({ order }) =>
    order.intent === 'preauth' ? 'hold by mistake released' : 'charge by mistake given back',
  'transaction.foreign': () => 'a transaction that was not started here',
}

/** Notification type → words, for the edge as a whole. */
const EDGE_WORDS: { readonly [Type in WholeEdgeNotification['type']]: string } = {
  'attack.began': 'cards are being tested, so offers take no cards in the page for now',
  'attack.ended': 'offers take cards in the page again',
  'gateway.refusing': 'the gateway refuses every payment',
}

/** Whether a notification is also sent by e-mail. */
export const isWorthMail = ({ type }: Pick<AnyNotification, 'type'>) =>
  type in WORDS || type in EDGE_WORDS || type === 'product.low'

/** A mail, still without its sender and receiver. */
interface Letter {
  readonly subject: string
  readonly text: string
}

/**
 * Writes the mail of a notification, without a bank's reason.
 *
 * @param customer Of a paid order, their name and the delivery address. Every other mail is without the shopper's data.
 */
export function mailOf(notification: AnyNotification, customer: Customer = {}): Letter {
  if ('attack' in notification) return attackLetter(notification)
  if ('gateway' in notification) return gatewayLetter(notification)
  return 'product' in notification ? stockLetter(notification) : orderLetter(notification, customer)
}

function gatewayLetter(notification: GatewayNotification): Letter {
  const { refusals, advice, codes, since } = notification.gateway
  return edgeLetter(notification, [
    `. It refused the last ${refusals} and has accepted none since.`,
    '',
    `Likely cause: ${advice}`,
    '',
    `Codes of the gateway: ${codes.join(', ') || 'none'}`,
    `Since: ${since}`,
  ])
}

function attackLetter(notification: AttackNotification): Letter {
  const { failures, since } = notification.attack
  return edgeLetter(notification, [
    '. Hosted pages stay open.',
    '',
    `Cards that failed in ten minutes: ${failures}`,
    `Since: ${since}`,
  ])
}

/** As of an order, the subject begins with what it is about. */
function stockLetter(notification: StockNotification): Letter {
  const { id, left, lowAt } = notification.product
  const words = left > 0 ? `${left} left` : 'sold out'
  const told = `You are told at ${lowAt}, and again after there were more.`
  return {
    subject: `${id}: ${words}`,
    text: textOf(notification, [`Product ${id}: ${words}.`, '', told]),
  }
}

/** A letter about the edge as a whole. The first line goes on with the words. */
function edgeLetter(notification: WholeEdgeNotification, [first, ...more]: readonly string[]): Letter {
  const words = EDGE_WORDS[notification.type]
  return {
    subject: `Payment edge: ${words}`,
    text: textOf(notification, [`Your payment edge: ${words}${first}`, ...more]),
  }
}

/** Every letter ends with the time, and the id by which a repeat is known. */
const textOf = ({ at, id }: AnyNotification, lines: readonly string[]) =>
  [...lines, `When: ${toIsoTime(at)}`, `Message: ${id}`, ''].join('\n')

function orderLetter(notification: Notification, customer: Customer): Letter {
  const { order } = notification
  const mark = order.test ? '[TEST] ' : ''
  const happened = WORDS[notification.type]?.(notification) ?? notification.type
  const subject = [`${mark}${order.reference}: ${happened}`, ...sumOf(notification)].join(', ')
  const whom = notification.type === 'order.approved' ? customerLines(customer) : []
  return { subject, text: textOf(notification, [...linesOf(order, happened), ...whom]) }
}

/** Each value has one line: a shopper's text cannot look like another line of the mail. */
function customerLines({ name, shipping }: Customer): string[] {
  const { address, postalCode, city, state, country } = shipping ?? {}
  const place = [address, postalCode, city, state, country].filter(Boolean).join(', ')
  return [
    ...(name ? [`Name: ${inOneLine(name)}`] : []),
    ...(place ? [`Deliver to: ${inOneLine(place)}`] : []),
  ]
}

/** The sum of what happened: a part that went back is not the whole. A verification has none. */
function sumOf({ type, order }: Notification): readonly string[] {
  if (order.intent === 'verify') return []
  return [sum(type === 'order.partially-returned' ? order.returned : order.amount, order)]
}

const sum = (amount: string, { currency }: MerchantOrderView) => `${amount} ${currency}`.trim()

function settledWords({ order, followUp }: Notification): string {
  const settled = order.followUps.find(({ number }) => number === followUp)
  return settled ? `${settled.kind} of ${sum(settled.amount, order)} ${settled.status}` : 'settled'
}

/** A person with another key decides at the desk. */
function waitingWords(notification: Notification): string {
  return `${settledWords(notification)} for a decision at the desk`
}

function linesOf(order: MerchantOrderView, happened: string): string[] {
  const [captured, returned] = totalNames(order.intent)
  return [
    ...(order.test ? ['This is a test: no money moves.', ''] : []),
    `Order ${order.reference}: ${happened}.`,
    '',
    `Reference: ${order.reference}`,
    `Order: ${order.id}`,
    `Kind: ${order.intent}`,
    ...(order.act ? [`Act: ${order.act}`] : []),
    `Amount: ${sum(order.amount, order)}`,
    `${captured}: ${sum(order.captured, order)}`,
    `${returned}: ${sum(order.returned, order)}`,
    `Status: ${order.status}`,
    `Needs attention: ${order.needsAttention ? 'yes' : 'no'}`,
  ]
}

/**
 * Sends one mail, without a retry.
 *
 * @returns `delivered` if the platform took it; otherwise why not.
 */
export async function sendMail(notification: AnyNotification, way: MailSettings): Promise<Delivery> {
  const { hostname } = new URL(way.publicUrl)
  const mail = { from: `pay-checkout@${hostname}`, to: way.to, ...mailOf(notification, way.customer) }
  const failed = await handOver(way.binding, mail, way.deadlineMs)
  return failed === undefined ? 'delivered' : { failed }
}
