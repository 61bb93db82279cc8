import { describe, expect, it } from 'vitest'
import { untruth } from './document.ts'

const told = (url: string, status: number, body: object) => {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const response = new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } })
  return untruth({ method: 'GET', url: `https://edge.example${url}`, response })
}

const problem = (code: string, change: object = {}) => ({
  ...{ type: `urn:pay-checkout:problem:${code}`, title: 'No', status: 403, code, supportId: 'ABCD1234' },
  ...change,
})

describe('an answer is untrue', () => {
  it.each([
    ['with a status that is not listed', '/healthz', 418, {}, 'getHealth answers 418'],
    ['without what it has to hold', '/healthz', 200, {}, "'ok'"],
    ['with what is not told', '/healthz', 200, { ok: true, version: 1 }, 'additional properties'],
    ['with a code of another operation', '/v1/orders', 403, problem('offer-limit'), 'allowed values'],
    [
      'with a problem that says too much',
      '/v1/orders',
      403,
      problem('scope-missing', { sql: '' }),
      'additional',
    ],
  ])('%s', async (_, url, status, body, words) => {
    expect(await told(url, status, body)).toContain(words)
  })

  it.each([
    ['/healthz', 200, { ok: true }],
    ['/v1/orders', 403, problem('scope-missing')],
    ['/nowhere', 418, {}],
  ])('in nothing at %s with %s', async (url, status, body) => {
    expect(await told(url, status, body)).toBeUndefined()
  })
})
