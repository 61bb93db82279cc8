/** Checks an edge from outside, as gateway, shopper and merchant reach it. Changes nothing. */
import type { Settings } from '../../shared/http-bodies.ts'
import { CommandError } from '../command.ts'
import { type EdgeClient, type EdgeReply, refusalOf } from '../edge-client.ts'
import { advice, attention, type Finding, good } from './finding.ts'

/** Offers and tokens tolerate a minute; signatures with a time stamp may tolerate less. */
const MAX_SKEW_SECONDS = 60

/** What a well edge says of itself. */
interface Health {
  readonly warnings?: readonly string[]
  /** The gateway refuses every payment. */
  readonly gateway?: { readonly refusals: number; readonly advice: string }
}

/** Asks the edge what it says of itself. @param now Seconds since the epoch. */
export async function checkEdge(client: EdgeClient, now: () => number): Promise<Finding[]> {
  const health = await client.ask('/healthz').catch(asFinding)
  if ('level' in health) return [health]
  const findings = [...healthFindings(health), ...clockFindings(health, now())]
  // Every other address answers the same as long as a setting is wrong.
  if (!health.ok) return findings
  return [
    ...findings,
    ...(await settingsFindings(client)),
    ...(await callbackFindings(client)),
    ...(await merchantFindings(client)),
  ]
}

const asFinding = (error: unknown): Finding => {
  if (!(error instanceof CommandError)) throw error
  return attention(
    'edge-unreachable',
    error.message,
    'Check the domain, its certificate, and that the Worker is deployed.',
  )
}

function healthFindings(reply: EdgeReply): Finding[] {
  if (!reply.ok) {
    const { code, text } = refusalOf(reply)
    return [
      attention(
        code,
        `/healthz: ${text}`,
        'Set what is named, in the deployment’s configuration or by `wrangler secret put`; then deploy.',
      ),
    ]
  }
  const { warnings = [], gateway } = (reply.body ?? {}) as Health
  return [
    good('health', 'every setting of the edge is valid'),
    ...warnings.map((warning) => advice('health-warning', warning, 'See the settings in docs/settings.md.')),
    ...(gateway ? [refusingFinding(gateway)] : []),
  ]
}

const refusingFinding = ({ refusals, advice }: NonNullable<Health['gateway']>) =>
  attention(
    'gateway-refusing',
    `the gateway refused the last ${refusals} payments, and accepted none since`,
    `${advice} Then pay one order, and check again.`,
  )

function clockFindings({ headers }: EdgeReply, now: number): Finding[] {
  const theirs = Date.parse(headers.get('Date') ?? '') / 1000
  if (Number.isNaN(theirs)) return []
  const skew = Math.round(now - theirs)
  return Math.abs(skew) <= MAX_SKEW_SECONDS
    ? [good('clock', 'this machine and the edge have the same time')]
    : [
        attention(
          'clock-skew',
          `this machine’s clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the edge’s`,
          'Set this machine’s clock: an offer that it signs may not be valid yet, or end too early.',
        ),
      ]
}

async function settingsFindings({ ask }: EdgeClient): Promise<Finding[]> {
  const reply = await ask('/v1/settings')
  if (!reply.ok) return [refused('settings', reply)]
  const { methods, test } = reply.body as Settings
  return [
    methods.length > 0
      ? good('methods', `offers can be paid by ${methods.join(', ')}`)
      : attention(
          'methods-none',
          'offers can be paid by no method',
          'Set CHECKOUT_METHODS to a method that offers may use, such as ["hosted"].',
        ),
    test
      ? advice(
          'test-gateway',
          'the gateway is a sandbox: no money moves',
          'Set GATEWAY_URL to the live gateway before you sell.',
        )
      : good('live-gateway', 'the gateway is a live one'),
  ]
}

function refused(about: string, reply: EdgeReply): Finding {
  const { code, text } = refusalOf(reply)
  return attention(code, `${about}: ${text}`, 'Mend what the code names, then check again.')
}

/** A key that no order has, of the right length. The edge answers 404; a firewall in front of it answers something else. */
const STRANGE_CALLBACK = `/callback/${'0'.repeat(22)}/${'0'.repeat(22)}`

async function callbackFindings({ ask }: EdgeClient): Promise<Finding[]> {
  const replies = await Promise.all([
    ask(STRANGE_CALLBACK),
    ask(STRANGE_CALLBACK, { method: 'POST', body: {} }),
  ])
  const strange = replies.find((reply) => reply.status !== 404 || refusalOf(reply).code !== 'not-found')
  return strange === undefined
    ? [good('callbacks', 'callbacks of the gateway reach the edge')]
    : [
        attention(
          'callbacks-blocked',
          `a callback gets ${strange.status}, and not from the edge`,
          'Let /callback/, /return/ and /three-ds/ pass the firewall, bot rules and access proxies of the zone.',
        ),
      ]
}

interface ListedOrders {
  readonly orders: readonly {
    readonly id: string
    readonly reference: string
    readonly attention?: readonly string[]
  }[]
}

/** What only a merchant's server may ask: whether the gateway takes the signature, and which orders need somebody. */
async function merchantFindings(client: EdgeClient): Promise<Finding[]> {
  if (!client.hasKey)
    return [
      advice(
        'merchant-key-missing',
        'the gateway’s answer and the orders were not checked',
        'Put a merchant key with the scopes read and charge into the environment as PAY_MERCHANT_KEY.',
      ),
    ]
  const listed = await client.ask('/v1/orders?limit=1')
  if (!listed.ok) return [refused('list of orders', listed)]
  const [newest] = (listed.body as ListedOrders).orders
  const needy = await client.ask('/v1/orders?needsAttention=true&limit=100')
  return [
    await signatureFinding(client, newest),
    ...(needy.ok
      ? attentionFindings(needy.body as ListedOrders)
      : [refused('orders that need attention', needy)]),
  ]
}

/** Has the edge ask the gateway for the status of an order: signed, and nothing changes by it. */
async function signatureFinding(
  { ask }: EdgeClient,
  order: { readonly id: string; readonly reference: string } | undefined,
): Promise<Finding> {
  if (!order)
    return advice(
      'gateway-unasked',
      'there is no order yet, so the gateway was not asked',
      'Pay one order, then check again.',
    )
  const reply = await ask(`/v1/orders/${order.id}/refresh`, { method: 'POST', body: {} })
  if (reply.ok)
    return good('gateway', `the gateway answers a signed request for the status of ${order.reference}`)
  const { code, text } = refusalOf(reply)
  if (code === 'scope-missing')
    return advice(
      'gateway-unasked',
      'the merchant key may not ask the gateway',
      'Use a key with the scope charge.',
    )
  return attention(
    code,
    `the gateway was asked for the status of ${order.reference}: ${text}`,
    'Check GATEWAY_URL, GATEWAY_LOGIN and GATEWAY_CONTROL_KEY, and that the gateway is up.',
  )
}

function attentionFindings({ orders }: ListedOrders): Finding[] {
  if (orders.length === 0) return [good('orders', 'no order needs attention')]
  const some = orders
    .slice(0, 5)
    .map(({ reference, attention: why = [] }) =>
      why.length > 0 ? `${reference} (${why.join(', ')})` : reference,
    )
  return [
    attention(
      'orders-need-attention',
      `${orders.length === 100 ? '100 orders or more need' : orders.length === 1 ? '1 order needs' : `${orders.length} orders need`} attention: ${some.join(', ')}${orders.length > 5 ? ', …' : ''}`,
      'Look at each by “pay-checkout orders show”.',
    ),
  ]
}
