/** Charges at a gateway in a test's own hands: what is asked about by its identifier, or by the newest of a name. */
import { refuses, type ScriptedGateway, takes, tells } from './scripted-gateway.ts'

interface Charge {
  readonly id: string
  readonly name: string
  told: Record<string, string>
}

/** Keeps charges, and gives them back as a gateway does: once. */
export class ScriptedLedger {
  readonly #charges: Charge[] = []
  /** Identifiers of what was given back, and how. */
  readonly back: string[] = []
  /** Kinds that are refused, until a test says otherwise. */
  refused: readonly string[] = []
  /** Acts, and keeps its answer to itself. */
  isSilent = false

  constructor(gateway: ScriptedGateway) {
    gateway.onStatus((body, deadline) => {
      const id = body.get('orderid')
      const isIt = (one: Charge) => (id ? one.id === id : one.name === body.get('client_orderid'))
      const charge = this.#charges.findLast(isIt)
      return charge
        ? tells(charge.told.status ?? 'approved', {
            'paynet-order-id': charge.id,
            'merchant-order-id': charge.name,
            ...charge.told,
          })(body, deadline)
        : tells('processing')(body, deadline)
    })
    gateway.on('void', (body) => this.#giveBack('void', body))
    gateway.on('return', (body) => this.#giveBack('reversal', body))
  }

  /** Money is taken. */
  charge(id: string, name: string, told: Record<string, string> = {}): void {
    this.#charges.push({ id, name, told })
  }

  #giveBack(type: string, body: URLSearchParams): Response {
    const charge = this.#charges.find(({ id }) => id === body.get('orderid'))
    const isBack = charge?.told['transaction-type'] !== undefined
    if (!charge || isBack || this.refused.includes(type)) return refuses('38')()
    charge.told = { 'transaction-type': type, 'total-reversal-amount': '12.50', 'by-request-sn': 'serial-r' }
    this.back.push(`${type} ${charge.id}`)
    return this.isSilent ? new Response('', { status: 502 }) : takes('serial-r')()
  }
}
