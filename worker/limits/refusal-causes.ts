/** Why a gateway probably refuses every payment. Pure. */

/** What the gateway's words point to. */
export type RefusalCause =
  | 'signature'
  | 'oauth'
  | 'clock'
  | 'order-name'
  | 'endpoint'
  | 'currency'
  | 'login'
  | 'unclear'

/** A refusal, as the gateway put it. */
interface Refusal {
  readonly gatewayCode?: string
  readonly gatewayMessage?: string
}

/**
 * Words → cause; the first match counts. No gateway publishes its codes, so only words can be read. The causes of a wrong
 * control are those that the gateway family's answers to common questions name.
 */
const WORDS: readonly (readonly [words: RegExp, cause: RefusalCause])[] = [
  [/timestamp|nonce|(?<![a-z])clock(?![a-z])/i, 'clock'],
  [/control|checksum/i, 'signature'],
  [/oauth|signature|consumer|unauthori[sz]ed/i, 'oauth'],
  [/client[-_ ]?order[-_ ]?id|merchant[-_ ]?order/i, 'order-name'],
  [/currenc/i, 'currency'],
  [/endpoint|(?<![a-z])group(?![a-z])|project|terminal/i, 'endpoint'],
  [/login|merchant/i, 'login'],
]

/** Reads what a refusal points to. The words themselves may name a shopper, so they go no further. */
export const causeOf = ({ gatewayCode = '', gatewayMessage = '' }: Refusal): RefusalCause =>
  WORDS.find(([words]) => words.test(`${gatewayCode} ${gatewayMessage}`))?.[1] ?? 'unclear'

/** Cause → what to look at, for the merchant. */
export const ADVICE: Readonly<Record<RefusalCause, string>> = {
  signature:
    'It refuses the signature. Compare GATEWAY_CONTROL_KEY, GATEWAY_LOGIN and the endpoints in GATEWAY_ENDPOINTS with those ' +
    'that the gateway gave you for this address: the sandbox has others than the live gateway, and a group is no endpoint.',
  oauth:
    'It refuses the OAuth signature. Check GATEWAY_LOGIN, and that the gateway has the public half of GATEWAY_PRIVATE_KEY.',
  clock:
    'It refuses the time of the signature. The edge’s clock is the platform’s, so ask the gateway about its own.',
  'order-name':
    'It refuses the names of the orders. Some gateways take shorter ones: set orderNameLength in GATEWAY_PROFILE. Or another ' +
    'user of the account has these names, where orderNames is bare.',
  endpoint: 'It does not know the endpoint. Check GATEWAY_ENDPOINTS and GATEWAY_URL.',
  currency: 'Its endpoint does not take the currency. Check GATEWAY_ENDPOINTS.',
  login: 'It does not take the login. Check GATEWAY_LOGIN and GATEWAY_URL.',
  unclear:
    'Its words name no cause that the edge knows. Look at a refused order, and ask the gateway about its code. Check ' +
    'GATEWAY_URL, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY and GATEWAY_ENDPOINTS, and how long a client_orderid it takes ' +
    '(orderNameLength in GATEWAY_PROFILE).',
}
