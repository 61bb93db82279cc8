/** A tag with the edge's card form, for tests: what the form says to the tag, and what it is asked for. */
import { expect } from 'vitest'
import type { CheckoutReply, CheckoutRequest, PayRequest } from '../../shared/http-bodies.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { Checkout, FakeTab, offerOf } from './harness.ts'

/** The page in the place of the edge's card form. */
type CardWindow = Window & {
  readonly connected?: Record<string, unknown>
  readonly port?: MessagePort
  readonly said: Record<string, unknown>[]
  /** What the form answers to `check`. */
  isComplete?: boolean
}

export const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part~=card]')
export const cardOf = (checkout: Checkout) => frameOf(checkout)?.contentWindow as CardWindow | undefined

/** An edge whose frames are answered (`1`) or not (`0`), turn by turn. */
export const edgeOf = (turns: string) => `${location.origin}/turns/${turns}/${crypto.randomUUID()}`

/** A tag whose card form has said that it is there. */
export async function cardTag(claims: Partial<OfferClaims> = {}, tab = new FakeTab()): Promise<Checkout> {
  const offer = offerOf({ methods: ['card', 'hosted'], ...claims })
  tab.edge.template = { methods: claims.methods ?? ['card', 'hosted'] }
  const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
  await expect.poll(() => !frameOf(checkout) || !!cardOf(checkout)?.port).toBe(true)
  if (!frameOf(checkout)) return checkout
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })
  cardOf(checkout)?.port?.postMessage({ type: 'height', height: 160 })
  await expect.poll(() => frameOf(checkout)?.height).toBe('160')
  return checkout
}

/** A tag whose card form has not said within 8 seconds that it is there. */
export async function lateTag(before = (_: Checkout) => {}): Promise<Checkout> {
  const tab = new FakeTab()
  tab.edge.template = { methods: ['card'] }
  const offer = offerOf({ methods: ['card'] })
  const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
  await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
  before(checkout)
  tab.endPauses()
  await checkout.reads('The connection was lost. Please try again.')
  return checkout
}

/** Resolves once what was posted before has arrived. */
export const delivered = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage('')
  })

/** The shopper typed a card that could be paid with. */
export async function typed(checkout: Checkout) {
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })
  cardOf(checkout)?.port?.postMessage({ type: 'height', height: 401 })
  await expect.poll(() => frameOf(checkout)?.height).toBe('401')
}

export const isPayment = ({ type }: Record<string, unknown>) => type === 'pay' || type === 'checkout'

/** The payments that the frame was asked to send. */
export const paymentsOf = (checkout: Checkout) => cardOf(checkout)?.said.filter(isPayment) ?? []

/** Clicks, and waits for what the frame is then asked to send. */
export async function clicked(checkout: Checkout) {
  const before = paymentsOf(checkout).length
  checkout.press('Pay €12.50')
  await expect.poll(() => paymentsOf(checkout)).toHaveLength(before + 1)
  return paymentsOf(checkout).at(-1) as unknown as {
    key: string
    body: Partial<CheckoutRequest & PayRequest>
  }
}

/** Has the edge take the payment that the frame was asked to send. */
export async function taken(checkout: Checkout) {
  const { key, body } = paymentsOf(checkout).at(-1) as unknown as { key: string; body: CheckoutRequest }
  const init = { headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) }
  const response = await checkout.edge.fetch(`${location.origin}/v1/checkout`, { method: 'POST', ...init })
  return (await response.json()) as CheckoutReply
}

/** Has the frame pass on an answer of the edge's. */
export const passOn = (checkout: Checkout, answer: object) =>
  cardOf(checkout)?.port?.postMessage({ type: 'answer', answer })
