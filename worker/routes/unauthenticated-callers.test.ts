/** What a stranger can cause at any operation: an answer, and nothing else. */
import { describe, expect, it } from 'vitest'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import { ask, EDGE, SHOP } from './testing/edge.ts'

const id = 'A'.repeat(32)

const CHUNK_BYTES = 1024

/** What an operation reads before it knows its caller, and what the stream has ready besides. */
const MOST_BYTES = 16 * 1024 + 4 * CHUNK_BYTES

const touched = (what: string) => () => expect.fail(`${what} was touched`)

const untouched = {
  ORDERS: { getByName: touched('an order'), get: touched('an order'), idFromName: touched('an order') },
  OFFER_LIMITS: { getByName: touched('a counter'), get: touched('a counter') },
  CATALOGUE: { getByName: touched('the catalogue'), get: touched('the catalogue') },
  NETWORK_HOLDS: { getByName: touched('a network'), get: touched('a network') },
  REFUND_COUNTS: { getByName: touched('a count'), get: touched('a count') },
  ORDER_INDEX: { prepare: touched('the list'), batch: touched('the list'), exec: touched('the list') },
  NOTIFY: { send: touched('the mail') },
}

/** A body without end. */
function endless() {
  const sent = { bytes: 0 }
  const body = new ReadableStream({
    pull: (controller) => {
      sent.bytes += CHUNK_BYTES
      controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(0x20))
    },
  })
  return { body, sent }
}

const all = Object.entries<ApiOperation>(OPERATIONS)
/** These serve every visitor alike, and look at nothing that a visitor brings. */
const isOpen = (row: ApiOperation) =>
  !(row.access.token || row.access.merchant) && !row.body && !partsOf(row).path.includes('{')

const CREDENTIALS: readonly (readonly [string, Record<string, string>])[] = [
  ['nothing', {}],
  ['a token of nonsense', { Authorization: 'Bearer a.b.c' }],
  ['an unknown merchant key', { Authorization: `Bearer pck_${'A'.repeat(43)}` }],
  [
    'a token in a subprotocol',
    { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': 'pay-checkout.v1, token.a.b.c' },
  ],
]

describe.each(all.filter(([, row]) => !isOpen(row)))('%s', (_, row) => {
  const { verb, path } = partsOf(row)
  const address = path
    .replace('{id}', id)
    .replace('{key}', `1.abcd.${'A'.repeat(22)}`)
    .replace('{ref}', 'a')
    // No product can have it: the public address of one that there is asks the catalogue, which writes nothing.
    .replace('{product}', 'a.b')

  it.each(CREDENTIALS)('addresses no object and writes nothing for a stranger with %s', async (_, sent) => {
    const origin = row.pages === 'merchant' ? EDGE : SHOP
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      Origin: origin,
      ...sent,
    }
    const { body, sent: read } = endless()

    const response = await ask(
      address,
      { method: verb, headers, ...(verb === 'POST' && { body }) },
      untouched,
    )

    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(read.bytes).toBeLessThanOrEqual(MOST_BYTES)
  })
})
