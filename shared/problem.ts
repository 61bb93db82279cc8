/** Every problem that the edge answers with: code → HTTP status and title. Codes are stable, titles are not. */
export const PROBLEMS = {
  'body-malformed': [400, 'The body is not what this address takes'],
  'idempotency-key-missing': [400, 'This request needs an Idempotency-Key of 16 to 128 characters'],
  'token-invalid': [401, 'The token is missing, wrong or out of date'],
  'scope-missing': [403, 'The token does not allow this'],
  'origin-not-allowed': [403, 'This page may not use this edge or offer'],
  'not-found': [404, 'There is nothing here'],
  'method-not-allowed': [405, 'This address does not take this method'],
  'attempt-in-flight': [409, 'A payment of this order is under way'],
  'order-final': [409, 'This order takes no more payments'],
  'key-reused': [409, 'This Idempotency-Key was used with another request'],
  'offer-limit': [409, 'This offer has been used up'],
  'body-too-large': [413, 'The body is too large'],
  'amount-invalid': [422, 'The amount is outside what the offer allows'],
  'quantity-invalid': [422, 'The quantity is outside what the offer allows'],
  'customer-invalid': [422, 'Something about the customer is wrong'],
  'collect-missing': [422, 'Something that the gateway needs is missing'],
  'method-off': [422, 'This way to pay is not offered'],
  'return-url-invalid': [422, 'The return address is outside the shop'],
  'offer-invalid': [422, 'The offer is not valid'],
  'offer-expired': [422, 'The offer has expired'],
  'offer-withdrawn': [422, 'The offer was withdrawn'],
  'currency-not-served': [422, 'This currency is not served'],
  'upgrade-required': [426, 'This address takes WebSockets only'],
  internal: [500, 'Something failed at the edge'],
  'configuration-invalid': [503, 'The edge is not configured'],
  'payments-paused': [503, 'New payments are paused'],
  unavailable: [503, 'The edge cannot answer just now'],
} as const satisfies Record<string, readonly [status: number, title: string]>

/** A stable code of a problem. */
export type ProblemCode = keyof typeof PROBLEMS
