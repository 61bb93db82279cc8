import { describe, expect, it } from 'vitest'
import { testGateway } from '../testing/merchant.ts'
import { OPERATIONS, operationAt } from './operation-table.ts'

/** All paths of the specification. */
const PATHS = [
  '/api/3ds/v1/upload-cres-result',
  '/api/3ds/v1/upload-method-url-result',
  '/api/3ds/v1/upload-pares-result',
  '/api/v2/account-verification-form',
  '/api/v2/account-verification',
  '/api/v2/capture',
  '/api/v2/create-card-ref',
  '/api/v2/get-card-info',
  '/api/v2/make-rebill',
  '/api/v2/payment-form',
  '/api/v2/payout-form',
  '/api/v2/payout',
  '/api/v2/preauth-form',
  '/api/v2/preauth',
  '/api/v2/return',
  '/api/v2/sale-form',
  '/api/v2/sale',
  '/api/v2/status',
  '/api/v2/void',
  '/api/v4/create-card-ref',
  '/api/v4/create-recurring-payment',
  '/api/v4/payout-check',
  '/api/v4/payout-pay',
  '/api/v2/pan-eligibility/send',
  '/api/v4/transfer',
]

it('carries out the 25 operations of the specification and no other', () => {
  const prefixes = Object.values(OPERATIONS).map(({ prefix }) => prefix)
  expect(prefixes.toSorted()).toEqual(PATHS.toSorted())
})

it('gives every operation one name and one path', () => {
  for (const [name, operation] of Object.entries(OPERATIONS))
    expect(operationAt(operation.prefix)).toEqual([name, operation])
})

describe.each(PATHS)('%s', (path) => {
  const HEADERS = {
    Accept: 'application/vnd.pay+json',
    'Content-Type': 'application/x-www-form-urlencoded',
  }

  it.each([
    ['nothing', {}],
    ['an unknown endpoint', { path: `${path}/9999` }],
    ['another method', { method: 'GET', body: null }],
    ['no Accept', { headers: { 'Content-Type': HEADERS['Content-Type'] } }],
    ['another content type', { headers: { ...HEADERS, 'Content-Type': 'application/json' } }],
  ])('refuses %s and creates nothing', async (_what, changes) => {
    const gateway = testGateway()
    const { path: address = `${path}/1111`, ...init } = { path: undefined, ...changes }

    const response = await gateway.request(address, {
      ...{ method: 'POST', headers: HEADERS, body: 'a=1' },
      ...init,
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ type: 'validation-error' })
    const { transactions, movements } = await gateway.ledger()
    expect([transactions, movements]).toEqual([[], []])
  })
})
