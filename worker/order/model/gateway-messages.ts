/**
 * The gateway's own words on failures. They may name people, so they are stored with the shopper's data, erased with
 * it, and shown to the merchant's server alone.
 */
import type { Failure, MerchantOrderView } from '../../../shared/order-view.ts'
import type { OrderEvent } from './events.ts'
import { refTo, requestKey } from './request-ref.ts'
import type { OrderState } from './state.ts'

/** The key of a failed request → the gateway's words. Small, plain data. */
export type Messages = Readonly<Record<string, string>>

/** The key of a failed attempt. */
export const ofAttempt = (number: number) => requestKey(refTo('attempt', number))

/** The key of a failed follow-up. */
export const ofFollowUp = (number: number) => requestKey(refTo('follow-up', number))

/** An event without the gateway's words, which neither the state nor the log may hold, and those words. */
export function apart(told: OrderEvent): {
  readonly event: OrderEvent
  readonly message?: string | undefined
} {
  if ('report' in told) {
    const { errorMessage: message, ...report } = told.report
    return { event: { ...told, report }, message }
  }
  if (told.type !== 'refused') return { event: told }
  const { gatewayMessage: message, ...failure } = told.failure
  return { event: { ...told, failure }, message }
}

/**
 * The change of the words to keep once an order has changed: those on a failure go with the failure.
 *
 * @param message The words of the event that changed it. An event is about one attempt or one follow-up.
 * @returns `undefined` where no failure changed, as with most events: then the stored words need not be read.
 */
export function messageChange(
  { before, after }: { readonly before: OrderState; readonly after: OrderState },
  message: string | undefined,
): ((known: Messages) => Messages) | undefined {
  const stood = failuresOf(before)
  const changed = [...failuresOf(after)].filter(([name, failure]) => failure !== stood.get(name))
  if (changed.length === 0) return undefined
  const names = changed.map(([name]) => name)
  const told = message ? changed.flatMap(([name, failure]) => (failure ? [[name, message]] : [])) : []
  return (known) => {
    const kept = Object.entries(known).filter(([name]) => !names.includes(name))
    return Object.fromEntries([...kept, ...told])
  }
}

const failuresOf = ({ attempts, followUps }: OrderState): ReadonlyMap<string, Failure | undefined> =>
  new Map([
    ...attempts.map(({ number, error, refusal }) => [ofAttempt(number), error ?? refusal] as const),
    ...followUps.map(({ number, error, refusal }) => [ofFollowUp(number), error ?? refusal] as const),
  ])

/** The order as its merchant sees it, with the gateway's words. Not for webhooks, which others keep. */
export const withMessages = (order: MerchantOrderView, messages: Messages): MerchantOrderView => ({
  ...order,
  attempts: order.attempts.map((attempt) => ({
    ...attempt,
    ...(attempt.failure && { failure: saying(attempt.failure, messages[ofAttempt(attempt.number)]) }),
  })),
  followUps: order.followUps.map((followUp) => ({
    ...followUp,
    ...(followUp.error && { error: saying(followUp.error, messages[ofFollowUp(followUp.number)]) }),
  })),
})

const saying = (failure: Failure, message: string | undefined): Failure =>
  message ? { ...failure, gatewayMessage: message } : failure
