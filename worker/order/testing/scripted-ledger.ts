/** Charges of a scripted gateway, which it finds by identifier, or as the newest of a name. */
import {
  type Answer,
  acceptedReply,
  refusedReply,
  type ScriptedGateway,
  statusReply,
} from './scripted-gateway.ts'

interface Charge {
  readonly id: string
  readonly name: string
  fields: Record<string, string>
}

/** Records charges, and refunds each once, as a gateway does. */
export class ScriptedLedger {
  readonly #charges: Charge[] = []
  /** Refunded charges, with the operation. */
  readonly refunded: string[] = []
  /** Operations that it refuses, until a test changes that. */
  refused: readonly string[] = []
  /** It acts, and its answer gets lost. */
  isSilent = false

  /** @param unknown What it answers about a transaction that it does not have. */
  constructor(gateway: ScriptedGateway, unknown: Answer = statusReply('processing')) {
    gateway.onStatus((body, deadline) => {
      const id = body.get('orderid')
      const isIt = (one: Charge) => (id ? one.id === id : one.name === body.get('client_orderid'))
      const charge = this.#charges.findLast(isIt)
      return charge
        ? statusReply(charge.fields.status ?? 'approved', {
            'paynet-order-id': charge.id,
            'merchant-order-id': charge.name,
            ...charge.fields,
          })(body, deadline)
        : unknown(body, deadline)
    })
    gateway.on('void', (body) => this.#refund('void', body))
    gateway.on('return', (body) => this.#refund('reversal', body))
  }

  /** Adds a charge. */
  charge(id: string, name: string, fields: Record<string, string> = {}): void {
    this.#charges.push({ id, name, fields })
  }

  #refund(type: string, body: URLSearchParams): Response {
    const charge = this.#charges.find(({ id }) => id === body.get('orderid'))
    const isRefunded = charge?.fields['transaction-type'] !== undefined
    if (!charge || isRefunded || this.refused.includes(type)) return refusedReply('38')()
    charge.fields = {
      'transaction-type': type,
      'total-reversal-amount': '12.50',
      'by-request-sn': 'serial-r',
    }
    this.refunded.push(`${type} ${charge.id}`)
    return this.isSilent ? new Response('', { status: 502 }) : acceptedReply('serial-r')()
  }
}
