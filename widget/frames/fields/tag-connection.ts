/** A frame's connection to the tag. What the shopper types leaves the frame only in the payment, and only to the edge. */
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
} from '../../../shared/frame-messages.ts'
import type { CheckoutReply, PayRequest } from '../../../shared/http-bodies.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import { type Answer, edgeApi } from '../../order/api.ts'
import { isPassing } from '../../order/problems.ts'
import type { Payer } from '../../order/submission.ts'
import { browserData } from './browser-data.ts'
import { type Texts, textsOf } from './field-texts.ts'
import { FieldsForm } from './fields-form.ts'
import { applyTheme } from './inherit-theme.ts'
import type { FrameMethods, MethodFields } from './method-fields.ts'

/** The window of a frame. */
export type FrameWindow = Window & typeof globalThis

/** What a connected frame needs to pay. */
export interface FrameConnection {
  /** The window that shows the fields. */
  readonly frame: FrameWindow
  /** The fields to ask for. */
  readonly method: MethodFields
  readonly texts: Texts
  /** To the tag. */
  readonly port: MessagePort
  /** To the edge. */
  readonly edge: Payer
  /** The origin of the page around, as the browser says it. */
  readonly origin: string
}

/**
 * Waits for the tag: connect messages from the page around, if the edge allows that page's origin in `data-origins`, and for
 * one of the frame's own methods. Each shows an empty form, and closes the port of the one before: while a frame loads
 * again, the document that comes may get the message that was meant for the one that goes, and the tag listens to its last
 * port alone. A payment that the form before has sent goes on, and its answer goes to a closed port: the tag asks the edge
 * for the order.
 */
export function connectToTag(frame: FrameWindow, { methods, texts }: FrameMethods) {
  const root = frame.document.documentElement
  const { origins = '[]', accept = '*/*', texts: translated = '{}' } = root.dataset
  const allowed: readonly unknown[] = JSON.parse(origins)
  const { lang } = root
  let endLast = () => {}
  const receive = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    const isTag = source === frame.parent && allowed.includes(origin) && data?.type === CONNECT_MESSAGE
    if (!isTag || !port) return
    const message: ConnectMessage = data
    const { way: name = 'card' } = message
    const method = Object.hasOwn(methods, name) && methods[name]
    if (!method) return
    endLast()
    const connection = { frame, method, port, origin, edge: payingWith(frame, accept) }
    const { labels } = message
    // The page's own words are in its language; all others are in that of the document.
    root.lang = labels && Object.keys(labels).length ? message.locale : lang
    endLast = showForm({ ...connection, texts: textsOf(texts, labels, JSON.parse(translated)) }, message)
  }
  frame.addEventListener('message', receive)
}

/** The bank gets the `Accept` header of the page, not that of a script's request. */
const payingWith = ({ fetch }: FrameWindow, accept: string): Payer =>
  edgeApi('', (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Accept: accept } }))

/** Shows the form, and answers the tag over its port. @returns A function that closes it; a payment in flight goes on. */
export function showForm(connection: FrameConnection, message: ConnectMessage): () => void {
  const { frame, method, texts, port } = connection
  const { document } = frame
  const send = (message: CardMessage) => port.postMessage(message)
  const { savedCard, mayKeepCard } = message
  const form = new FieldsForm(
    { method, texts, savedCard, mayKeepCard },
    { changed: () => sendState(), submitted: () => send({ type: 'submit' }) },
  )
  const sendState = stateSender(send, form)
  applyTheme(document.documentElement, message)
  document.body.replaceChildren(form.element)
  const heights = new frame.ResizeObserver(() => send({ type: 'height', height: document.body.offsetHeight }))
  heights.observe(document.body)
  let payment: Promise<PayAnswer> | undefined
  let order = NO_ORDER
  port.onmessage = async ({ data }: MessageEvent<TagMessage>) => {
    if (data.type === 'theme') applyTheme(document.documentElement, data)
    if (data.type === 'check') send({ type: 'checked', isComplete: form.check(data.isBeside) })
    if (data.type === 'name') form.name(`${data.name}`)
    if (data.type === 'declined') {
      // The tag may hear of the decline before the answer comes, which still changes the form.
      await payment
      form.end(data.code, data.takesFocus)
    }
    if ((data.type !== 'pay' && data.type !== 'checkout') || payment) return
    const name = data.type === 'pay' ? data.orderId : data.key
    if (!order.names.length && ORDER_NAME.test(name)) order = { names: [name], isTried: false }
    // For one order alone, so that the typed values go to no other.
    payment = order.names.includes(name) ? pay(connection, form, data) : NOT_THIS_ORDER
    const answer = await payment
    order = namesOf(order, data, answer)
    payment = undefined
    send({ type: 'answer', answer })
  }
  send({ type: 'says', codes: form.says })
  sendState()
  return () => {
    heights.disconnect()
    port.close()
  }
}

/** Sent at once, since the tag takes a silent frame to have paid, perhaps. */
const NOT_THIS_ORDER: Answer<never> = Promise.resolve({ ok: false, reason: { code: 'body-malformed' } })

/** The order that the form pays. */
interface PaidOrder {
  readonly names: readonly string[]
  /** Values may have been sent for it, so that no later refusal frees the form. */
  readonly isTried: boolean
}

const NO_ORDER: PaidOrder = { names: [], isTried: false }

/** The page sends the order's id, which becomes part of an address, or the key that opens the order. */
const ORDER_NAME = /^[\w-]{1,128}$/

/** The names of the one order that the form pays. An order that was refused for certain, and never paid before, is none. */
function namesOf({ names, isTried }: PaidOrder, { type }: Payment, answer: PayAnswer): PaidOrder {
  const mayBeTried = answer.ok ? hasTried(answer.value.body) : isPassing(answer.reason)
  if (!isTried && type !== 'pay' && !mayBeTried) return NO_ORDER
  const opened = answer.ok && 'order' in answer.value.body ? [answer.value.body.order.id] : []
  return { names: [...names, ...opened], isTried: true }
}

/** Makes a function that sends the form's state whenever it has changed. */
function stateSender(send: (message: CardMessage) => void, form: FieldsForm): () => void {
  let last = ''
  return () => {
    const { isComplete, brand, wrong } = form
    const state = { type: 'state', isComplete, wrong, ...(brand !== undefined && { brand }) } as const
    const written = JSON.stringify(state)
    if (written !== last) send(state)
    last = written
  }
}

type Payment = Extract<TagMessage, { type: 'pay' | 'checkout' }>

type PayAnswer = Awaited<Answer<OrderView | CheckoutReply>>

async function pay(connection: FrameConnection, form: FieldsForm, payment: Payment): Promise<PayAnswer> {
  if (!form.check()) return { ok: false, reason: { code: 'card-invalid', fields: form.wrong } }
  const answer = await send(connection, payment, {
    ...form.request,
    ...(connection.method.sendsBrowserData && { browser: browserOf(connection.frame) }),
  })
  if (!answer.ok) form.refuse(answer.reason.fields ?? [])
  else if (hasTried(answer.value.body)) form.clear()
  return answer
}

/** Whether the edge has taken the payment. It also answers with an order whose price is over, and tries none of it. */
const hasTried = (body: OrderView | CheckoutReply): boolean =>
  !('order' in body) || body.order.attempts.length > 0

const browserOf = ({ navigator, screen }: FrameWindow) => browserData({ navigator, screen, now: new Date() })

/** @param typed What the page does not have. */
function send(
  { edge, origin }: FrameConnection,
  payment: Payment,
  typed: Partial<PayRequest>,
): Promise<PayAnswer> {
  if (payment.type === 'pay')
    return edge.pay(payment.orderId, payment.token, payment.key, requestOf(payment.body, typed))
  const { pay, ...goods } = payment.body
  return edge.checkout(payment.key, { ...goods, origin, ...(pay && { pay: requestOf(pay, typed) }) })
}

/** Only these fields: the frame alone may say for the shopper that the edge may keep the card. */
const requestOf = (
  { method, presentation, customer, savedCard, check, wait }: PayRequest,
  typed: Partial<PayRequest>,
): PayRequest => ({
  method,
  ...(presentation && { presentation }),
  ...(customer && { customer }),
  ...(savedCard && { savedCard }),
  ...(check && { check }),
  ...(wait && { wait }),
  ...typed,
})
