import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { orderToken } from '../credentials/order-tokens.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import { ask, bearer, config, EDGE, merchant, post, problemOf, refusalOf, SHOP } from './testing/edge.ts'

const id = 'A'.repeat(32)

const all = Object.entries<ApiOperation>(OPERATIONS).filter(([, { tag }]) => tag === 'merchant')
const where = (wanted: (row: ApiOperation) => boolean) => all.filter(([, row]) => wanted(row))

const none = { ORDERS: { getByName: () => expect.fail('an object was addressed') } }

/** Calls an operation with a body that is never read if the caller is not let in. */
function call(row: ApiOperation, headers: Record<string, string>, body: unknown = { nonsense: true }) {
  const { verb, path } = partsOf(row)
  const init = verb === 'GET' ? { headers } : { ...post(body, headers), method: verb }
  return ask(path.replace('{id}', id).replace(/\{(ref|product)\}/, 'ref'), init, none)
}

describe('what only the merchant’s servers may ask for', () => {
  it.each(all)('%s is refused to a caller without a key, before any order is asked', async (_, row) => {
    const token = await orderToken(config, { id, scope: 'pay' }, Date.now())
    const answers = [call(row, {}), call(row, bearer(token)), call(row, bearer(`pck_${'A'.repeat(43)}`))]

    expect(await Promise.all(answers.map(async (answer) => refusalOf(await answer)))).toEqual(
      answers.map(() => '401 token-invalid'),
    )
  })

  it.each(all)('%s is refused to a page of another site, whatever key it has', async (_, row) => {
    const response = await call(row, { ...merchant(), Origin: SHOP })

    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(await refusalOf(response)).toBe('403 origin-not-allowed')
  })

  it.each(where(({ access }) => ![access.merchant].flat().includes('read')))(
    '%s is refused to a key that only reads',
    async (_, row) => {
      expect(await refusalOf(await call(row, bearer(env.TEST_READ_KEY)))).toBe('403 scope-missing')
    },
  )

  it.each(where(({ isKeyed }) => isKeyed === true))(
    '%s is refused without an Idempotency-Key',
    async (_, row) => {
      const response = await call(row, { ...merchant(), 'Idempotency-Key': '' }, {})

      expect(await refusalOf(response)).toBe('400 idempotency-key-missing')
    },
  )

  it.each(where(({ body }) => body !== undefined))(
    '%s takes no body that says more than it knows',
    async (_, row) => {
      const response = await call(row, { ...merchant(), Origin: EDGE })

      const problem = await problemOf(response)
      expect(problem.code).toBe('body-malformed')
      expect(JSON.stringify(problem)).not.toContain('nonsense')
    },
  )

  it.each(where((row) => partsOf(row).path.includes('{id}')))(
    '%s knows no order whose id cannot be one',
    async (_, row) => {
      const init = post({}, merchant())

      expect(await refusalOf(await ask(partsOf(row).path.replace('{id}', 'short'), init, none))).toBe(
        '404 not-found',
      )
    },
  )
})
