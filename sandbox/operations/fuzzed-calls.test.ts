/** Whatever is sent to the gateway: it accepts or refuses in its own format, and its ledger stays readable. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, type Values } from '../testing/merchant.ts'

/** The same calls in every run; others to search on. */
const options = {
  numRuns: Number(process.env.PAY_RUNS ?? 1000) / 25,
  seed: Number(process.env.PAY_SEED ?? 1),
}

const OPERATIONS = [
  ...[
    'sale',
    'preauth',
    'sale-form',
    'account-verification',
    'capture',
    'return',
    'void',
    'status',
    'make-rebill',
  ],
  ...[
    'create-card-ref',
    'get-card-info',
    'upload-cres-result',
    'upload-method-url-result',
    'upload-pares-result',
  ],
]

const NAMES = [
  ...Object.keys(CARD_SALE),
  ...[
    'login',
    'orderid',
    'client-order-id',
    'cardrefid',
    'cres',
    'PaRes',
    'threeDSCompInd',
    'threeDSMethodData',
  ],
]

const text = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'merchant',
    'Y',
    'e30',
    '%00',
    '\u202e',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant('9'.repeat(5000)),
)

const changes = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), text), text, { maxKeys: 6 })

describe.each(OPERATIONS)('%s', (operation) => {
  it('accepts or refuses any values, signed or not', async () => {
    const gateway = testGateway()
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (odd: Values, isSigned) => {
        const values = isSigned ? { ...CARD_SALE, ...odd } : CARD_SALE
        const response = await gateway.call(operation, values, undefined, isSigned ? {} : odd)
        expect([200, 400]).toContain(response.status)
        expect(await response.json()).toMatchObject({ type: expect.stringMatching(/response$|error$/) })
      }),
      options,
    )
    expect((await gateway.ledger()).transactions).toBeInstanceOf(Array)
  })
})

describe('an address', () => {
  it('of any kind is answered without a failure', async () => {
    const gateway = testGateway()
    const path = fc
      .array(
        fc.oneof(
          fc.constantFrom('api', 'v2', 'sale', 'form', 'payout', 'acs', '3ds', '..', ''),
          fc.webPath(),
          fc.webSegment(),
        ),
      )
      .map((parts) => `/${parts.join('/').replace(/^\/+/, '')}`)
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        text,
        async (one, method, body) => {
          const init = method === 'POST' || method === 'PUT' ? { method, body } : { method }
          expect((await gateway.request(one, init)).status).toBeLessThan(500)
        },
      ),
      options,
    )
  })
})
