/** A frame's side of the talk with the tag: nothing that is typed leaves but in the payment, to the edge alone. */
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
} from '../../../shared/frame-messages.ts'
import type { PayRequest } from '../../../shared/messages.ts'
import { isFailed } from '../../../shared/order-status.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import { type Answer, type Api, edgeApi } from '../../order/api.ts'
import { browserData } from './browser-data.ts'
import { FieldsForm } from './fields-form.ts'
import { applyTheme } from './inherit-theme.ts'
import type { FrameMethods, MethodFields } from './method-fields.ts'
import { type Texts, textsFor } from './texts.ts'

/** A window that a frame lives in. */
export type FrameWindow = Window & typeof globalThis

/** What a frame needs to pay. */
export interface Talk {
  /** Where the fields are shown. */
  readonly frame: FrameWindow
  /** What is asked for. */
  readonly way: MethodFields
  readonly texts: Texts
  /** To the tag. */
  readonly port: MessagePort
  /** To the edge. */
  readonly pay: Api['pay']
}

/**
 * Waits for the tag: the first message of its kind from the page around, if that is on an origin which the edge named
 * in `data-origins`, and for one of the frame's own ways. Every later one is ignored.
 */
export function awaitTag(frame: FrameWindow, { ways, texts }: FrameMethods) {
  const { origins = '[]', accept = '*/*' } = frame.document.documentElement.dataset
  const allowed: readonly unknown[] = JSON.parse(origins)
  const hear = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    const isTag = source === frame.parent && allowed.includes(origin) && data?.type === CONNECT_MESSAGE
    if (!isTag || !port) return
    const message: ConnectMessage = data
    const { way: name = 'card' } = message
    const way = Object.hasOwn(ways, name) && ways[name]
    if (!way) return
    frame.removeEventListener('message', hear)
    const talk = { frame, way, port, pay: payingWith(frame, accept) }
    begin({ ...talk, texts: textsFor(message.locale, texts) }, message)
  }
  frame.addEventListener('message', hear)
}

/** A bank is told the `Accept` header of the page, not that of a script's request. */
const payingWith = ({ fetch }: FrameWindow, accept: string): Api['pay'] =>
  edgeApi('', (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Accept: accept } })).pay

/** Shows the form and talks to the tag over its port. */
export function begin(talk: Talk, message: ConnectMessage) {
  const { frame, way, texts, port } = talk
  const { document } = frame
  const say = (said: CardMessage) => port.postMessage(said)
  const { savedCard, mayKeepCard } = message
  const form = new FieldsForm(
    { way, texts, savedCard, mayKeepCard },
    { changed: () => tell(), submitted: () => say({ type: 'submit' }) },
  )
  const tell = changes(say, form)
  document.documentElement.lang = texts.language
  applyTheme(document.documentElement, message)
  document.body.replaceChildren(form.element)
  const heights = new frame.ResizeObserver(() => say({ type: 'height', height: document.body.offsetHeight }))
  heights.observe(document.body)
  let isPaying = false
  let order: string | undefined
  port.onmessage = async ({ data }: MessageEvent<TagMessage>) => {
    if (data.type === 'check') form.check()
    if (data.type !== 'pay' || isPaying) return
    isPaying = true
    if (ORDER_ID.test(data.orderId)) order ??= data.orderId
    // For one order alone, so that what was typed for it goes to no other.
    const answer = data.orderId === order ? await paid(talk, form, data) : NOT_THIS_ORDER
    isPaying = false
    say({ type: 'answer', answer })
  }
  tell()
}

/** Answered at once, since a frame that is silent has perhaps paid. */
const NOT_THIS_ORDER: Awaited<Answer<OrderView>> = { ok: false, reason: { code: 'body-malformed' } }

/** Names of orders are part of an address, and the page's word is no address. */
const ORDER_ID = /^[\w-]{1,128}$/

/** Makes what says how the form stands, each time that it stands differently. */
function changes(say: (said: CardMessage) => void, form: FieldsForm): () => void {
  let last = ''
  return () => {
    const { isComplete, brand, wrong } = form
    const state = { type: 'state', isComplete, wrong, ...(brand !== undefined && { brand }) } as const
    const written = JSON.stringify(state)
    if (written !== last) say(state)
    last = written
  }
}

type Payment = Extract<TagMessage, { type: 'pay' }>

async function paid({ frame, way, pay }: Talk, form: FieldsForm, payment: Payment): Answer<OrderView> {
  const { orderId, token, key } = payment
  // By name, since the page must not say for the shopper what is said in the frame alone: that a card may be kept.
  const { method, presentation, customer, savedCard } = payment.body
  if (!form.check()) return { ok: false, reason: { code: 'card-invalid', fields: form.wrong } }
  const browser = browserData({ navigator: frame.navigator, screen: frame.screen, now: new Date() })
  const request: PayRequest = {
    method,
    ...(presentation && { presentation }),
    ...(customer && { customer }),
    ...(savedCard && { savedCard }),
    ...form.request,
    ...(way.tellsBrowser && { browser }),
  }
  const answer = await pay(orderId, token, key, request)
  if (!answer.ok) form.refuse(answer.reason.fields ?? [])
  // A declined card may be tried again, or put right; its code is not kept beside it.
  else form.clear(isFailed(answer.value.body.status) ? ['code'] : undefined)
  return answer
}
