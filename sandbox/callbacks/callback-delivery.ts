import { present } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { majorUnits } from '../money/minor-units.ts'
import {
  acquirerId,
  approvalCode,
  DESCRIPTOR,
  retrievalNumber,
  type Transaction,
} from '../money/transaction.ts'
import { control } from '../signing/control.ts'
import { CALLBACK_DEADLINE_MS } from './callback-queue.ts'

/** The control of what the gateway tells by callback and browser return. */
const outcomeControl = ({ status, orderId, clientOrderId }: Transaction, key: string) =>
  control([status, orderId, clientOrderId], key)

/** What callback and browser return have in common. */
export function outcomeFields(transaction: Transaction, key: string): Record<string, string> {
  const { status, orderId, clientOrderId, type, amountMinor, currency, card, outcome } = transaction
  return present({
    status,
    orderid: orderId,
    merchant_order: clientOrderId,
    client_orderid: clientOrderId,
    type,
    amount: currency && majorUnits(amountMinor, currency),
    descriptor: DESCRIPTOR,
    error_code: outcome?.errorCode,
    error_message: outcome?.errorMessage,
    'processor-tx-id': acquirerId(transaction),
    bin: card?.bin,
    'card-type': card?.brand,
    'last-four-digits': card?.last4,
    control: outcomeControl(transaction, key),
  })
}

/** Puts the callback for a settled transaction in the queue, if the merchant asked for one. */
export function queueCallback(transaction: Transaction, backend: Backend): void {
  const { callbackUrl, orderId, clientOrderId, status } = transaction
  if (!callbackUrl) return
  const fields = callbackFields(transaction, backend.settings.controlKey)
  for (const message of backend.faults.messages('callback', clientOrderId, fields)) {
    const url = withQuery(callbackUrl, message.fields)
    const id = backend.callbacks.add({ orderId, status, url, dueAt: backend.now() + message.delayMs })
    if (message.isOvertaken) backend.overtaking.wait(id, clientOrderId)
    else backend.overtaking.overtake(id, clientOrderId)
  }
}

function callbackFields(transaction: Transaction, key: string): Record<string, string> {
  const { email, card, merchantData } = transaction
  return {
    ...outcomeFields(transaction, key),
    ...present({
      name: card?.holder,
      email,
      'approval-code': approvalCode(transaction),
      'processor-rrn': retrievalNumber(transaction),
      'gate-partial-reversal': 'enabled',
      'gate-partial-capture': 'enabled',
      merchantdata: merchantData,
    }),
  }
}

/** Adds parameters to an address; a query of its own stays as it is, letter by letter. */
export function withQuery(url: string, fields: Readonly<Record<string, string>>): string {
  const [address = '', fragment] = url.split('#', 2)
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${new URLSearchParams(fields)}${fragment === undefined ? '' : `#${fragment}`}`
}

/**
 * The address under which a server can be reached from here.
 *
 * Names under `localhost` are loopback (RFC 6761 §6.3) but known to browsers only, so they become 127.0.0.1.
 */
export function reachable(url: string): string {
  const address = new URL(url)
  if (/(^|\.)localhost$/.test(address.hostname)) address.hostname = '127.0.0.1'
  return address.href
}

/** Sends one callback. @returns Whether it was answered 200; a redirect is not an answer. Never rejects. */
export async function deliver(url: string, send: typeof fetch): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CALLBACK_DEADLINE_MS)
    const response = await send(reachable(url), { redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    // Whatever went wrong, the merchant did not get it: the schedule has the next try.
    return false
  }
}
