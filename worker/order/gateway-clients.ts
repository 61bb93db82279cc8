/** Makes the client of the gateway from the settings. */
import type { Config } from '../config/config.ts'
import { type Gateway, gatewayClient } from '../gateway/client.ts'
import type { SentNumbers } from '../gateway/sent-values.ts'
import type { Transport } from '../gateway/transport.ts'

/**
 * A client with the merchant's secrets. It holds no state but imported keys, so making one is cheap.
 *
 * @param numbers Those that the same order's requests sent before; those of this client join.
 */
export function gatewayOf(config: Config, send: Transport, numbers?: SentNumbers): Gateway {
  const { GATEWAY_CONTROL_KEY: controlKey, GATEWAY_PRIVATE_KEY: privateKey, GATEWAY_PROFILE } = config
  return gatewayClient({ controlKey, privateKey, ...GATEWAY_PROFILE }, send, numbers)
}
