/** E-mail notifications of important changes, through the platform's binding: short text, no personal data. */
import { toIsoTime } from '../../shared/iso-time.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type {
  AnyNotification,
  AttackNotification,
  Delivery,
  GatewayNotification,
  Notification,
  NotificationType,
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
}

/** Notification type → words for the mail. Types that are not listed go to webhook and list only. */
const WORDS: { readonly [Type in NotificationType]?: string } = {
  'order.approved': 'paid',
  'order.unknown': 'outcome unknown',
  'order.returned': 'returned in full',
  'order.partially-returned': 'returned in part',
  'order.charged-back': 'charged back',
  'follow-up.settled': 'settled',
  'surplus.found': 'charged once too often, to be given back',
  'surplus.reversed': 'surplus charge given back',
  'transaction.foreign': 'a transaction that was not started here',
}

/** Notification type → words, for attacks. */
const ATTACK_WORDS: { readonly [Type in AttackNotification['type']]: string } = {
  'attack.began': 'cards are being tested, so offers take no cards in the page for now',
  'attack.ended': 'offers take cards in the page again',
}

/** Notification type → words, for the gateway. */
const GATEWAY_WORDS: { readonly [Type in GatewayNotification['type']]: string } = {
  'gateway.refusing': 'the gateway refuses every payment',
}

/** Whether a notification is also sent by e-mail. */
export const isWorthMail = ({ type }: Pick<AnyNotification, 'type'>) =>
  type in ATTACK_WORDS || type in GATEWAY_WORDS || WORDS[type as NotificationType] !== undefined

/** A mail, still without its sender and receiver. */
interface Letter {
  readonly subject: string
  readonly text: string
}

/** Writes the mail of a notification, without the shopper's data and without a bank's reason. */
export function mailOf(notification: AnyNotification): Letter {
  if ('attack' in notification) return attackLetter(notification)
  return 'gateway' in notification ? gatewayLetter(notification) : orderLetter(notification)
}

function gatewayLetter({ type, at, gateway, id }: GatewayNotification): Letter {
  const { refusals, advice, codes, since } = gateway
  const lines = [
    `Your payment edge: ${GATEWAY_WORDS[type]}. It refused the last ${refusals} and has accepted none since.`,
    '',
    `Likely cause: ${advice}`,
    '',
    `Codes of the gateway: ${codes.join(', ') || 'none'}`,
    `Since: ${since}`,
    `When: ${toIsoTime(at)}`,
    `Message: ${id}`,
    '',
  ]
  return { subject: `Payment edge: ${GATEWAY_WORDS[type]}`, text: lines.join('\n') }
}

function attackLetter({ type, at, attack, id }: AttackNotification): Letter {
  const lines = [
    `Your payment edge: ${ATTACK_WORDS[type]}. Hosted pages stay open.`,
    '',
    `Cards that failed in ten minutes: ${attack.failures}`,
    `Since: ${attack.since}`,
    `When: ${toIsoTime(at)}`,
    `Message: ${id}`,
    '',
  ]
  return { subject: `Payment edge: ${ATTACK_WORDS[type]}`, text: lines.join('\n') }
}

function orderLetter(notification: Notification): Letter {
  const { order } = notification
  const mark = order.test ? '[TEST] ' : ''
  const happened = wordsOf(notification)
  const subject = `${mark}${order.reference}: ${happened}, ${sum(order.amount, order)}`
  return { subject, text: linesOf(notification, happened).join('\n') }
}

const sum = (amount: string, { currency }: MerchantOrderView) => `${amount} ${currency}`.trim()

function wordsOf({ type, order, followUp }: Notification): string {
  const settled = order.followUps.find(({ number }) => number === followUp)
  if (type !== 'follow-up.settled' || !settled) return WORDS[type] ?? type
  return `${settled.kind} of ${sum(settled.amount, order)} ${settled.status}`
}

function linesOf({ order, at, id }: Notification, happened: string): string[] {
  return [
    ...(order.test ? ['This is a test: no money moves.', ''] : []),
    `Order ${order.reference}: ${happened}.`,
    '',
    `Reference: ${order.reference}`,
    `Order: ${order.id}`,
    `Kind: ${order.intent}`,
    ...(order.act ? [`Act: ${order.act}`] : []),
    `Amount: ${sum(order.amount, order)}`,
    `Captured: ${sum(order.captured, order)}`,
    `Returned: ${sum(order.returned, order)}`,
    `Status: ${order.status}`,
    `Needs attention: ${order.needsAttention ? 'yes' : 'no'}`,
    `When: ${toIsoTime(at)}`,
    `Message: ${id}`,
    '',
  ]
}

/**
 * Sends one mail, without a retry.
 *
 * @returns `delivered` if the platform took it; otherwise `timeout` or the platform's own code, such as
 *   `E_SENDER_NOT_VERIFIED`. After a time-out the mail may still arrive.
 */
export async function sendMail(notification: AnyNotification, way: MailSettings): Promise<Delivery> {
  const { hostname } = new URL(way.publicUrl)
  const mail = { from: `pay-checkout@${hostname}`, to: way.to, ...mailOf(notification) }
  const { promise: late, resolve } = Promise.withResolvers<Delivery>()
  const timer = setTimeout(() => resolve({ failed: 'timeout' }), way.deadlineMs)
  try {
    return await Promise.race([handOver(way.binding, mail), late])
  } finally {
    clearTimeout(timer)
  }
}

async function handOver(binding: SendEmail, mail: EmailMessageBuilder): Promise<Delivery> {
  try {
    await binding.send(mail)
    return 'delivered'
  } catch (error) {
    return { failed: codeOf(error) }
  }
}

/** The platform's messages may contain e-mail addresses; its codes do not. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^E_[A-Z_]{1,60}$/.test(code) ? code : 'mail-refused'
}
