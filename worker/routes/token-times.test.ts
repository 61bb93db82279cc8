/** When the tokens count from that requests are answered with. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TOKEN_HEADER } from '../../shared/http-bodies.ts'
import { threeDsUrl } from '../config/signed-urls.ts'
import { linkToken, scopeOf } from '../credentials/order-tokens.ts'
import { ask, bearer, config, merchant, offer, post, scriptedOrders } from './testing/edge.ts'

afterEach(() => vi.restoreAllMocks())

const REQUESTED = Math.floor(Date.now() / 1000) * 1000
const ANSWERED = REQUESTED + 5 * 60_000
const id = 'A'.repeat(32)

/** Orders that take five minutes to answer. */
function slowOrders(method: string, answer: unknown) {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(REQUESTED)
  const answered = async () => {
    clock.mockReturnValue(ANSWERED)
    return answer
  }
  return scriptedOrders({ [method]: answered }).ORDERS
}

const order = { id, status: 'open' }
const opened = { ok: true, value: { order, openedAt: REQUESTED } }
const ofBody = async (response: Response) => (await response.json<{ token: string }>()).token
const ofHeader = async (response: Response) => response.headers.get(TOKEN_HEADER) ?? ''
const ofAddress = async (response: Response) =>
  response.headers.get('Location')?.match(/pay-order=\w+\.(.*)$/)?.[1] ?? ''

const sold = (changes = {}) => offer({ methods: ['hosted'], ...changes })
const session = {
  reference: 'r-1',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'Mug',
  customer: { email: 'a@example.com' },
}
const link = () => linkToken(config, { id, openedAt: REQUESTED - 60_000 })

/** What a token says, unverified. */
const claimsOf = (token: string): { sub: string; iat: number } =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))

/** What answers with a token: the order's method that it waits for, its answer, the request, and where the token is. */
const TOKENS: [
  string,
  string,
  unknown,
  () => Promise<[string, RequestInit]>,
  (response: Response) => Promise<string>,
][] = [
  ['a checkout', 'open', opened, async () => ['/v1/checkout', post({ offer: await sold() })], ofBody],
  [
    'a checkout that finds its order',
    'findTried',
    opened,
    async () => ['/v1/checkout', post({ offer: await sold({ exp: REQUESTED / 1000 - 10 }) })],
    ofBody,
  ],
  ['a session', 'open', opened, async () => ['/v1/orders', post(session, merchant())], ofBody],
  [
    'the exchange of a link',
    'exchangeLink',
    { ok: true, value: { order } },
    async () => [`/v1/orders/${id}/link`, post({}, bearer(await link()))],
    ofBody,
  ],
  [
    'a merchant’s look',
    'snapshot',
    { order },
    async () => [`/v1/orders/${id}`, { headers: merchant() }],
    ofHeader,
  ],
  [
    'a return from the bank',
    'answerStep',
    { returnUrl: 'https://shop.example.com/done' },
    async () => [
      await threeDsUrl(config, 'cres', { orderId: id, attempt: 1 }),
      { method: 'POST', body: new URLSearchParams({ cres: 'c' }) },
    ],
    ofAddress,
  ],
]

describe.each(TOKENS)('the token of %s', (_, method, answer, requestOf, tokenOf) => {
  it('counts from the request, so that a revocation before the answer ends it', async () => {
    const ORDERS = slowOrders(method, answer)
    const [path, init] = await requestOf()
    const response = await ask(path, init, { ORDERS })

    const token = await tokenOf(response)

    expect(Date.now()).toBe(ANSWERED)
    const { sub, iat } = claimsOf(token)
    expect(iat).toBe(REQUESTED / 1000)
    const revoking = { ...config, TOKENS_NOT_BEFORE: REQUESTED / 1000 + 60 }
    expect(await scopeOf(revoking, { id: sub, token }, ANSWERED)).toMatchObject({
      ok: false,
      reason: { code: 'token-invalid' },
    })
  })
})
