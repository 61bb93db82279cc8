/** Path parameter of the addresses that the gateway and the bank's pages call. */
export const GATEWAY_KEY = { key: 'What lets the caller in: made by the edge for one attempt.' } as const
