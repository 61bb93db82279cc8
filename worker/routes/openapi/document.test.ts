import { describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemCode } from '../../../shared/problem.ts'
import { type ApiOperation, partsOf } from '../api-operation.ts'
import { OPERATIONS, type Operations } from '../operation-list.ts'
import { ask, EDGE } from '../test-edge.ts'
import { interfaceDocument } from './document.ts'
import { problemsOf } from './possible-problems.ts'

interface Described {
  readonly operationId: string
  readonly security: object[]
  readonly parameters: { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly required?: boolean }
  readonly responses: Record<string, object>
}

interface Document {
  readonly openapi: string
  readonly servers: { readonly url: string }[]
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, { required?: string[]; properties?: object }> }
}

const document = interfaceDocument(OPERATIONS, EDGE) as unknown as Document

const described = (name: keyof Operations) => {
  const { verb, path } = partsOf(OPERATIONS[name])
  return document.paths[path]?.[verb.toLowerCase()]
}

describe('GET /openapi.json', () => {
  it('is open to any page, for a while', async () => {
    const response = await ask('/openapi.json', { headers: { Origin: 'https://any.example' } })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('names where the edge is', () => {
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: EDGE }]])
  })

  it.each(Object.keys(OPERATIONS) as (keyof Operations)[])('describes %s under its own name', (name) => {
    expect(described(name)?.operationId).toBe(name)
    expect(Object.keys(described(name)?.responses ?? {})).toContain(String(OPERATIONS[name].reply.status))
  })

  it('leaves no reference without what it refers to', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )

    expect(names.filter((name = '') => !Object.hasOwn(document.components.schemas, name))).toEqual([])
    expect(names.length).toBeGreaterThan(50)
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  it('tells who may ask', () => {
    expect(described('getOrder')?.security).toEqual([{ orderToken: ['view'] }, { merchantKey: ['read'] }])
    expect(described('captureOrder')?.security).toEqual([{ merchantKey: ['charge'] }])
    expect(described('createOrder')?.security).toEqual([
      { merchantKey: ['charge'] },
      { merchantKey: ['payout'] },
    ])
    expect(described('checkout')?.security).toEqual([])
  })

  it('tells what has to come with a request', () => {
    const names = (name: keyof Operations) =>
      described(name)?.parameters.map((one) => `${one.in} ${one.name}`)

    expect(names('returnOrder')).toEqual(['path id', 'header Idempotency-Key'])
    expect(names('listOrders')).toContain('query needsAttention')
    expect(described('createRebill')?.requestBody?.required).toBe(true)
    expect(described('cancelOrder')?.requestBody?.required).toBe(false)
  })

  it('tells apart what is needed and what is not', () => {
    const { required, properties } = document.components.schemas.RebillRequest ?? {}

    expect(required).toEqual(['reference', 'cardRef', 'amount', 'currency', 'description'])
    expect(Object.keys(properties ?? {})).toContain('cvv')
  })

  it.each([
    ['getHealth', [503, 500]],
    ['createRebill', [400, 401, 403, 408, 409, 413, 421, 422, 429, 503, 500]],
    ['returnOrder', [400, 401, 403, 404, 408, 409, 413, 421, 422, 429, 502, 503, 500]],
  ] as const)('tells every way in which %s may be refused', (name, statuses) => {
    const told = Object.keys(described(name)?.responses ?? {}).map(Number)

    expect(told.toSorted()).toEqual([200, ...statuses].toSorted())
  })

  it('tells every way in which something may go well', () => {
    const { responses = {} } = described('showThreeDsStep') ?? {}

    expect(responses).toMatchObject({
      200: { content: { 'text/html': {} } },
      303: { headers: { Location: {} } },
    })
  })

  const codes = (name: keyof Operations) => problemsOf(OPERATIONS[name])

  it.each<[keyof Operations, readonly ProblemCode[]]>([
    ['createRebill', ['order-final', 'currency-not-served', 'amount-invalid', 'card-invalid']],
    ['checkPanEligibility', ['card-invalid']],
    ['createTransfer', ['private-key-missing']],
    ['payCheckedPayout', ['payments-paused', 'private-key-missing', 'gateway-silent']],
    ['payOrder', ['currency-not-served']],
    ['getCardInfo', ['currency-not-served']],
    ['refreshOrder', ['gateway-silent']],
    ['declareNotAccepted', ['attempt-accepted', 'not-found']],
    ['eraseOrder', ['attempt-in-flight', 'follow-up-in-flight']],
  ])('tells of %s that it may answer %j', (name, possible) => {
    expect(codes(name)).toEqual(expect.arrayContaining([...possible]))
  })

  it.each<[keyof Operations, readonly ProblemCode[]]>([
    ['createRebill', ['gateway-silent', 'customer-invalid', 'collect-missing', 'private-key-missing']],
    ['checkPanEligibility', ['amount-invalid']],
    ['voidOrder', ['amount-invalid']],
    ['declareNotAccepted', ['follow-up-impossible']],
  ])('does not tell of %s that it may answer %j', (name, impossible) => {
    expect(codes(name).filter((code) => impossible.includes(code))).toEqual([])
  })

  it('has every code of the edge somewhere, but those of no address and no method', () => {
    const told = new Set(Object.values<ApiOperation>(OPERATIONS).flatMap((row) => problemsOf(row)))

    expect(Object.keys(PROBLEMS).filter((code) => !told.has(code as keyof typeof PROBLEMS))).toEqual([
      'method-not-allowed',
    ])
  })
})
