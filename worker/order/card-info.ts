/** What the gateway tells of a card that it keeps. It moves no money, so it may be asked again. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { endpointFor } from '../config/gateway-endpoints.ts'
import type { Gateway } from '../gateway/client.ts'
import { operations } from '../gateway/operations.ts'
import { transport } from '../gateway/transport.ts'
import { gatewayOf } from './gateway-clients.ts'
import { heard, type Unwilling, unwilling } from './gateway-refusal.ts'
import type { Destination } from './model/state.ts'

/** A kept card, as it may be shown. */
export interface CardInfo {
  readonly cardRef: string
  readonly bin: string
  readonly brand: string
  readonly masked: string
  /** `MM/YY`, empty where it was not told. */
  readonly expires: string
  readonly holder?: string
}

/** Asks what card a reference stands for. */
export function cardInfo(
  config: Config,
  cardRef: string,
  fetcher: typeof fetch = (input, init) => fetch(input, init),
): Promise<Result<CardInfo, Unwilling | { readonly code: 'currency-not-served' }>> {
  const { GATEWAY_URL: url, GATEWAY_LOGIN: login, GATEWAY_ENDPOINTS: endpoints, times } = config
  const endpoint = endpointFor(endpoints, '', operations['get-card-info'].endpoint)
  if (!endpoint) return Promise.resolve(refused({ code: 'currency-not-served' }))
  const to = { url, login, endpointPath: endpoint.path, endpointId: endpoint.id }
  return askCardInfo(gatewayOf(config, transport(fetcher, times.requestDeadline)), to, cardRef)
}

/** Asks it at an endpoint. Repeating it is harmless. */
export function askCardInfo(
  gateway: Gateway,
  to: Destination,
  cardRef: string,
): Promise<Result<CardInfo, Unwilling>> {
  return heard(async () => {
    const reply = await gateway.call('get-card-info', to, { cardRef })
    if (reply.kind === 'refused') return unwilling(reply)
    const { bin, brand, masked, expiryMonth, expiryYear, holder } = reply
    const expires = expiryMonth && expiryYear ? `${expiryMonth}/${expiryYear.slice(-2)}` : ''
    return accepted({ cardRef, bin, brand, masked, expires, ...(holder && { holder }) })
  })
}
