/** A gateway that answers at once, so that its time is not the edge's. It decides as it is told. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running gateway. */
export interface StandInGateway {
  readonly url: string
  /**
   * Decides an order's newest payment, and calls the edge back. Repeating it sends the same callback again.
   *
   * @param edge The edge's origin on this machine.
   * @returns When the callback was sent, in milliseconds of `performance.now()`; the edge has answered it.
   * @throws {Error} If the gateway knows no such order, or the edge refuses the callback.
   */
  readonly settle: (order: string, edge: string, as?: 'approved' | 'declined') => Promise<number>
  /** How often the edge asked for a status. */
  readonly statusRequests: () => number
  readonly stop: () => Promise<void>
}

interface Payment {
  readonly gatewayId: string
  readonly clientOrderId: string
  /** Path at the edge. */
  readonly callback: string
  readonly money: { readonly amount: string; readonly currency: string }
  status: 'processing' | 'approved' | 'declined'
}

/**
 * Starts a gateway.
 *
 * @param controlKey Signs its callbacks.
 * @param status What it reports of a payment before `settle`.
 */
export async function startGateway(
  controlKey: string,
  status: Payment['status'] = 'processing',
): Promise<StandInGateway> {
  const payments = new Map<string, Payment>()
  const byOrder = new Map<string, Payment>()
  let asked = 0
  const take = (fields: URLSearchParams) => {
    const { pathname } = new URL(fields.get('server_callback_url') ?? 'http://127.0.0.1/callback/')
    const money = { amount: fields.get('amount') ?? '', currency: fields.get('currency') ?? '' }
    const clientOrderId = fields.get('client_orderid') ?? ''
    const payment = { gatewayId: `${payments.size + 1}`, clientOrderId, callback: pathname, money, status }
    payments.set(payment.gatewayId, payment)
    byOrder.set(pathname.split('/')[2] ?? '', payment)
    return payment
  }
  const answer = (path: string, fields: URLSearchParams): Record<string, string> => {
    if (path.includes('/status/')) {
      asked += 1
      return statusReply(payments.get(fields.get('orderid') ?? ''))
    }
    const { gatewayId, clientOrderId } = take(fields)
    return {
      type: path.includes('-form') ? 'async-form-response' : 'async-response',
      'serial-number': randomUUID(),
      'merchant-order-id': clientOrderId,
      'paynet-order-id': gatewayId,
      ...(path.includes('-form') && { 'redirect-url': `${url}/form` }),
    }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(new URLSearchParams(answer(request.url ?? '', new URLSearchParams(body))).toString())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settle: async (order, edge, as = 'approved') => {
      const payment = byOrder.get(order)
      if (!payment) throw new Error(`the gateway knows no payment of ${order}`)
      payment.status = as
      const sentAt = performance.now()
      const reply = await fetch(edge + payment.callback, {
        method: 'POST',
        body: callbackOf(payment, controlKey),
      })
      if (!reply.ok) throw new Error(`the edge answered the callback with ${reply.status}`)
      return sentAt
    },
    statusRequests: () => asked,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const statusReply = (payment: Payment | undefined): Record<string, string> =>
  payment
    ? {
        ...{ type: 'status-response', status: payment.status, 'serial-number': randomUUID() },
        ...{ 'merchant-order-id': payment.clientOrderId, 'paynet-order-id': payment.gatewayId },
        ...{ 'transaction-type': 'sale', ...payment.money },
      }
    : { type: 'error', 'error-code': '1', 'error-message': 'no such order' }

function callbackOf({ status, gatewayId, clientOrderId, money }: Payment, key: string): URLSearchParams {
  const control = createHash('sha1').update(`${status}${gatewayId}${clientOrderId}${key}`).digest('hex')
  return new URLSearchParams({
    ...{ status, orderid: gatewayId, client_orderid: clientOrderId, type: 'sale' },
    ...{ ...money, control },
  })
}
