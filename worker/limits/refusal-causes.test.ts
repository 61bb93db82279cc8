import { describe, expect, it } from 'vitest'
import { ADVICE, causeOf } from './refusal-causes.ts'

describe('the cause of a refusal', () => {
  it.each([
    ['INVALID_CONTROL_CODE', 'signature'],
    ['Control code is incorrect for client_orderid', 'signature'],
    ['Invalid oauth_signature', 'oauth'],
    ['oauth_timestamp is not within five minutes', 'clock'],
    ['oauth_nonce was used', 'clock'],
    ['Unknown consumer', 'oauth'],
    ['client_orderid: size must be between 0 and 20', 'order-name'],
    ['Merchant order id is too long', 'order-name'],
    ['Currency EUR is not supported by the endpoint', 'currency'],
    ['End point with id 1 not found', 'unclear'],
    ['Endpoint 1001 was not found', 'endpoint'],
    ['Group 7 is not active', 'endpoint'],
    ['Login is unknown', 'login'],
    ['Merchant is not active', 'login'],
    ['The card number is wrong', 'unclear'],
  ])('by %j is %s', (gatewayMessage, cause) => {
    expect(causeOf({ gatewayMessage })).toBe(cause)
  })

  it('is unclear where the gateway says a number alone, or nothing', () => {
    expect([causeOf({ gatewayCode: '1' }), causeOf({})]).toEqual(['unclear', 'unclear'])
  })

  it.each(Object.keys(ADVICE))('%s says what to look at', (cause) => {
    expect(ADVICE[cause as keyof typeof ADVICE]).toMatch(/GATEWAY_|ask the gateway/)
  })
})
