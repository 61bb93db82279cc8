/** Any request at every operation: it is answered as the API document says, and never with an error of the edge's own. */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { callbackUrl, frameUrl, returnUrl, threeDsUrl } from '../config/signed-urls.ts'
import { orderToken } from '../credentials/order-tokens.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import { ask, bearer, config, EDGE, merchant, SHOP } from './testing/edge.ts'
import { bodiesOf, strangeText } from './testing/fuzzed-bodies.ts'

const id = 'A'.repeat(32)

/** Objects that know no order. What is asked of them is recorded. */
function emptyOrders() {
  const asked: string[] = []
  const unknown = { ok: false, reason: { code: 'not-found' } }
  /** Of these the answer is a view or a place, or nothing. */
  const views = ['snapshot', 'receiveNotice', 'answerStep', 'openStep', 'openForm']
  const order = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, method: string) => async () => {
          asked.push(`${name}.${method}`)
          if (method === 'fetch') return new Response(null, { status: 404 })
          return views.includes(method) ? undefined : unknown
        },
      },
    )
  return { asked, ORDERS: { getByName: (name: string) => order(name) } }
}

const headerText = strangeText.map((text) =>
  text
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 4000)
    .trim(),
)

const headers = fc.dictionary(
  fc.constantFrom(
    'Origin',
    'Idempotency-Key',
    'Content-Type',
    'Accept',
    'User-Agent',
    'Sec-Fetch-Dest',
    'Accept-Language',
    'Upgrade',
    'Sec-WebSocket-Protocol',
    'CF-Connecting-IP',
    'X-HTTP-Method-Override',
    'Range',
    'If-None-Match',
  ),
  headerText,
  { maxKeys: 4 },
)

const queries = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('after', 'status', 'limit', 'from', 'cursor', 'reference', '__proto__'),
        strangeText,
      ),
      strangeText,
    ),
    { maxLength: 6 },
  )
  .map((pairs) =>
    new URLSearchParams(pairs.map(([name, value]) => [name.slice(0, 300), value.slice(0, 2000)])).toString(),
  )

/** Who calls. `right` has what the operation asks for. */
const callers = fc.constantFrom('right', 'right', 'right', 'nobody', 'somebody')

/** Place → the key that its signed address has. */
async function keyFor(path: string): Promise<string> {
  const [, place = '', page = ''] = path.split('/')
  const whose = { orderId: id, attempt: 1 }
  const made: Readonly<Record<string, () => Promise<string>>> = {
    callback: () => callbackUrl(config, id, 1),
    return: () => returnUrl(config, id, 1),
    'three-ds': () => threeDsUrl(config, path.split('/').at(-1) as 'step', whose),
    frames: () => frameUrl(config, page as 'form', whose),
  }
  const address = await made[place]?.()
  return address?.split('/').find((part) => /^1\.[\w-]{4}\./.test(part)) ?? ''
}

/** @returns The headers that let a caller in. */
async function access({
  access: { token, merchant: scopes },
}: ApiOperation): Promise<Record<string, string>> {
  if (scopes) return merchant()
  return token ? bearer(await orderToken(config, { id, scope: 'pay' }, Date.now())) : {}
}

/** What an answer must never contain. */
const SECRETS = [
  ...['GATEWAY_CONTROL_KEY', 'GATEWAY_LOGIN', 'TOKEN_KEY', 'TOKEN_KEY_PREVIOUS', 'TEST_MERCHANT_KEY'],
].map((name) => String(Reflect.get(env, name)))

const INTERNALS = /\bat \S+ \(|\.ts:\d|node_modules|SyntaxError|TypeError|RangeError|ZodError/

/** Problems of a gateway that these tests do not have; every other one with 5xx is the edge's own fault. */
const OF_THE_GATEWAY = ['gateway-silent', 'private-key-missing']

async function expectCalm(response: Response, allowed: readonly string[]): Promise<void> {
  const text = await response.clone().text()
  const said = text + JSON.stringify([...response.headers])
  for (const secret of SECRETS) expect(said).not.toContain(secret)
  expect(said).not.toMatch(INTERNALS)
  if (response.status < 400) return
  const { code } = text.startsWith('{') ? JSON.parse(text) : { code: 'page' }
  if (response.status >= 500) expect(allowed).toContain(code)
}

/** How many calls got as far as an order. */
let reached = 0

const options = { numRuns: Math.ceil(inject('propertyRuns') / 20), seed: inject('propertySeed') }

const all = Object.entries<ApiOperation>(OPERATIONS).filter(([name]) => name !== 'getInterface')

describe.each(all)('%s', (_, row) => {
  it('answers any request calmly, and asks no order for a caller without rights', async () => {
    const { verb, path } = partsOf(row)
    const [right, key] = [await access(row), await keyFor(path)]
    const isGuarded = Object.keys(right).length > 0
    await fc.assert(
      fc.asyncProperty(
        callers,
        headers,
        queries,
        bodiesOf(row.body),
        strangeText,
        async (who, sent, query, body, strange) => {
          const orders = emptyOrders()
          const ref = encodeURIComponent(strange.isWellFormed() ? strange.slice(0, 300) : 'x')
          const whole = path
            .replace('{id}', who === 'somebody' ? ref || 'x' : id)
            .replace('{key}', who === 'right' ? key : ref || 'x')
            .replace('{ref}', ref || 'x')
          const own = {
            ...(verb === 'POST' && {
              'Content-Type': 'application/json',
              'Idempotency-Key': crypto.randomUUID(),
            }),
            ...sent,
            ...(who === 'right' && { ...right, Origin: row.pages === 'merchant' ? EDGE : SHOP }),
            ...(who === 'somebody' && isGuarded && bearer(ref.slice(0, 900) || 'x')),
          }
          const init = { method: verb, headers: own, ...(verb === 'POST' && { body }) }
          const response = await ask(`${whole}?${query}`, init, orders)
          await expectCalm(response, OF_THE_GATEWAY)
          reached += orders.asked.length
          if (who !== 'right' && (isGuarded || path.includes('{key}'))) expect(orders.asked).toEqual([])
        },
      ),
      options,
    )
  })
})

it('gets through to the orders often enough to mean something', () => {
  expect(reached).toBeGreaterThan(all.length)
})
