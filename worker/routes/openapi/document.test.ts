import { describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemCode } from '../../../shared/problem.ts'
import { EVERY_TYPE } from '../../outbox/notifications.ts'
import { type ApiOperation, partsOf } from '../api-operation.ts'
import { OPERATIONS, type Operations } from '../operation-list.ts'
import { ask, EDGE, refusalOf } from '../testing/edge.ts'
import { interfaceDocument, publicOperations } from './document.ts'
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
  readonly tags: { readonly name: string }[]
  readonly paths: Record<string, Record<string, Described>>
  readonly webhooks: Record<string, { readonly post: Described }>
  readonly components: { readonly schemas: Record<string, { required?: string[]; properties?: object }> }
}

const document = interfaceDocument(OPERATIONS, EDGE) as unknown as Document

const described = (name: keyof Operations) => {
  const { verb, path } = partsOf(OPERATIONS[name])
  return document.paths[path]?.[verb.toLowerCase()]
}

describe('GET /openapi.json', () => {
  it('is open to any page, for a while', async () => {
    const headers = { Origin: 'https://any.example' }

    const response = await ask('/openapi.json', { headers })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  })

  it('answers the file of the build with the address of this edge', async () => {
    const PUBLIC_URL = 'https://pay.other.example'

    const response = await ask(`${PUBLIC_URL}/openapi.json`, {}, { PUBLIC_URL })

    expect(await response.json()).toEqual(
      JSON.parse(JSON.stringify(interfaceDocument(publicOperations(OPERATIONS), PUBLIC_URL))),
    )
  })

  it('is unavailable where the file is missing', async () => {
    const none = { fetch: async () => new Response('', { status: 404 }) }
    const PUBLIC_URL = 'https://pay.third.example'

    const response = await ask(`${PUBLIC_URL}/openapi.json`, {}, { ASSETS: none, PUBLIC_URL })

    expect(await refusalOf(response)).toBe('503 unavailable')
  })
})

describe('the public document', () => {
  const { paths, tags } = interfaceDocument(publicOperations(OPERATIONS), EDGE) as unknown as Document

  it.each(['/v1/checkout', '/v1/orders/{id}/pay', '/v1/orders', '/v1/settings', '/healthz'])(
    'has %s',
    (path) => {
      expect(paths[path]).toBeDefined()
    },
  )

  it('has no address that the edge alone makes', () => {
    const outside = Object.keys(paths).filter(
      (path) => !/^\/(v1|healthz|openapi\.json|\.well-known)(\/|$)/.test(path),
    )

    expect(outside).toEqual([])
    expect(tags.map(({ name }) => name)).toEqual(['shopper', 'merchant', 'edge', 'webhook'])
    expect(Object.keys(paths).length).toBeLessThan(Object.keys(document.paths).length)
  })
})

describe('the document of all operations', () => {
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
    expect(described('getOrder')?.security).toEqual([{ orderToken: ['link'] }, { merchantKey: ['read'] }])
    expect(described('captureOrder')?.security).toEqual([{ merchantKey: ['charge'] }])
    expect(described('eraseOrder')?.security).toEqual([{ merchantKey: ['admin'] }])
    expect(described('createOrder')?.security).toEqual([
      { merchantKey: ['charge'] },
      { merchantKey: ['payout'] },
    ])
    expect(described('checkout')?.security).toEqual([])
    expect(described('followOrder')?.security).toEqual([
      { orderToken: ['view'] },
      { orderTokenProtocol: ['view'] },
      { merchantKey: ['read'] },
    ])
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
    ['declareNotAccepted', ['attempt-accepted', 'not-in-doubt', 'not-found']],
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

describe('the webhooks of the document', () => {
  it('are all types that are sent, each under a name of its own', () => {
    const names = Object.values(document.webhooks).map(({ post }) => post.operationId)

    expect(Object.keys(document.webhooks)).toEqual([...EVERY_TYPE])
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('onOrderPartiallyReturned')
  })

  it('carry the order of the merchant, or what else they are about', () => {
    const dataOf = (type: string) => Object.keys(bodyOf(type).properties.data.properties)

    expect(dataOf('order.approved')).toEqual(['order'])
    expect(dataOf('follow-up.settled')).toEqual(['order', 'followUp'])
    expect(dataOf('attack.began')).toEqual(['attack'])
    expect(dataOf('gateway.refusing')).toEqual(['gateway'])
    expect(dataOf('product.low')).toEqual(['product'])
    expect(JSON.stringify(bodyOf('order.approved'))).toContain('#/components/schemas/MerchantOrder')
  })
})

/** The schema of a webhook's body. */
function bodyOf(type: string) {
  const { content } = (document.webhooks[type]?.post.requestBody ?? {}) as {
    content?: Record<string, { schema: { properties: { data: { properties: object } } } }>
  }
  const { schema } = content?.['application/json'] ?? expect.fail(`no body of ${type}`)
  return schema
}

describe('examples', () => {
  const recording = {
    answers: [
      {
        operationId: 'refreshOrder',
        summary: 'In doubt: still',
        status: 200,
        request: {},
        response: { a: 1 },
      },
      { operationId: 'refreshOrder', summary: 'silence', status: 502, response: { b: 2 } },
    ],
    webhooks: { 'card.kept': { c: 3 } },
  }
  const text = (part: unknown) => JSON.stringify(part)
  const shown = interfaceDocument(OPERATIONS, EDGE, recording) as unknown as Document

  it('stand at the request and at the answer with their status', () => {
    const { requestBody, responses = {} } = shown.paths['/v1/orders/{id}/refresh']?.post ?? {}

    expect(text(requestBody)).toContain(
      '"examples":{"In-doubt-still":{"summary":"In doubt: still","value":{}}}',
    )
    expect(text(responses[200])).toContain('"value":{"a":1}')
    expect(text(responses[502])).toContain('"examples":{"silence":{"summary":"silence","value":{"b":2}}}')
    expect(text(responses[401])).not.toContain('examples')
  })

  it('stand at the webhook of their type', () => {
    expect(text(shown.webhooks['card.kept'])).toContain('"value":{"c":3}')
    expect(text(shown.webhooks['card.removed'])).not.toContain('examples')
  })
})
