/** Path parameter of the addresses that the gateway and the bank's pages call. */
export const GATEWAY_KEY = {
  key: 'The key that authenticates the caller. The edge makes it for one attempt.',
} as const
