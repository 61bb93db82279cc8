/** The card frame's side of the talk with the tag: nothing that is typed leaves but in the payment, to the edge alone. */
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
} from '../../shared/frame-messages.ts'
import { type Api, edgeApi } from '../api.ts'
import { browserFacts } from './browser-facts.ts'
import type { CardField } from './card-fields.ts'
import { CardForm } from './card-form.ts'
import { wear } from './card-styles.ts'

/** A window that a frame lives in. */
type FrameWindow = Window & typeof globalThis

/** A problem's field → the form's. */
const FIELDS: Readonly<Record<string, CardField>> = {
  'card.number': 'number',
  'card.holder': 'holder',
  'card.expiryMonth': 'expiry',
  'card.expiryYear': 'expiry',
  'card.cvv': 'code',
}

/**
 * Waits for the tag: the first message of its kind from the page around, if that is on an origin which the edge named
 * in `data-origins`.
 */
export function awaitTag(frame: FrameWindow) {
  const { origins = '[]', accept = '*/*' } = frame.document.documentElement.dataset
  const allowed: readonly unknown[] = JSON.parse(origins)
  const hear = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    const isTag = source === frame.parent && allowed.includes(origin) && data?.type === CONNECT_MESSAGE
    if (!isTag || !port) return
    frame.removeEventListener('message', hear)
    begin(frame, port, data, payingWith(frame, accept))
  }
  frame.addEventListener('message', hear)
}

/** A bank is told the `Accept` header of the page, not that of a script's request. */
const payingWith = ({ fetch }: FrameWindow, accept: string): Api['pay'] =>
  edgeApi('', (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Accept: accept } })).pay

/** Shows the form and talks to the tag over its port. */
export function begin(frame: FrameWindow, port: MessagePort, message: ConnectMessage, pay: Api['pay']) {
  const { document } = frame
  const say = (message: CardMessage) => port.postMessage(message)
  const form: CardForm = new CardForm({
    changed: () => say({ type: 'state', isComplete: form.isComplete }),
    submitted: () => say({ type: 'submit' }),
  })
  wear(document.documentElement, message)
  document.body.replaceChildren(form.element)
  const heights = new frame.ResizeObserver(() => say({ type: 'height', height: document.body.offsetHeight }))
  heights.observe(document.body)
  port.onmessage = async ({ data }: MessageEvent<TagMessage>) => {
    if (data.type === 'check') form.check()
    else say({ type: 'answer', answer: await paid(frame, form, pay, data) })
  }
  say({ type: 'state', isComplete: form.isComplete })
}

type Payment = Extract<TagMessage, { type: 'pay' }>

async function paid(frame: FrameWindow, form: CardForm, pay: Api['pay'], payment: Payment) {
  const { orderId, token, key, body } = payment
  if (!form.check()) return { ok: false, reason: { code: 'card-invalid', fields: ['card'] } } as const
  const browser = browserFacts({ navigator: frame.navigator, screen: frame.screen, now: new Date() })
  const answer = await pay(orderId, token, key, { ...body, card: form.card, browser })
  const refused = answer.ok ? [] : (answer.reason.fields ?? [])
  form.refuse(refused.flatMap((path) => FIELDS[path] ?? []))
  return answer
}
