/** Checks an edge from outside, as gateway, shopper and merchant reach it. Changes nothing. */
import { memberOf } from '../bounded-fetch.ts'
import { CommandError } from '../command.ts'
import { type EdgeProbe, type EdgeReply, refusalOf } from './edge-probe.ts'
import { advice, attention, type Finding, good, unchecked } from './finding.ts'
import { isBusy, refusalFinding } from './refusal-finding.ts'

/** Offers and tokens tolerate a minute; signatures with a time stamp may tolerate less. */
const MAX_SKEW_SECONDS = 60

/** Asks the edge what it says of itself. @param now Seconds since the epoch. */
export async function checkEdge(client: EdgeProbe, now: () => number): Promise<Finding[]> {
  const health = await client.ask('/healthz').catch(asFinding)
  if ('level' in health) return [health]
  const findings = [...healthFindings(health), ...clockFindings(health, now())]
  if (!isWell(health)) return [...findings, UNSEEN]
  return [
    ...findings,
    ...(await settingsFindings(client)),
    ...(await callbackFindings(client)),
    ...(await merchantFindings(client)),
  ]
}

/** Every other address answers the same as long as a setting is wrong. */
const UNSEEN = unchecked(
  'rest-unchecked',
  'methods, callbacks, the gateway and the orders were not checked',
  'Mend what is named above, then check again.',
)

/** A page of a host that answers everything with 200 is no edge. */
const isWell = ({ ok, body }: EdgeReply) => ok && memberOf(body, 'ok') === true

const asFinding = (error: unknown): Finding => {
  if (!(error instanceof CommandError)) throw error
  return attention(
    'edge-unreachable',
    error.message,
    'Check the domain, its certificate, and that the Worker is deployed.',
  )
}

function healthFindings(reply: EdgeReply): Finding[] {
  if (!reply.ok)
    return [
      refusalFinding(
        '/healthz',
        reply,
        'Set what is named, in the deployment’s configuration or by `wrangler secret put`; then deploy.',
      ),
    ]
  if (!isWell(reply)) return [strangeAnswer('/healthz')]
  const warnings = memberOf(reply.body, 'warnings')
  const refusing = memberOf(reply.body, 'gateway')
  return [
    good('health', 'the edge says that every setting is valid'),
    ...(Array.isArray(warnings) ? warnings : []).map((warning) =>
      advice('health-warning', String(warning), 'See the settings in docs/settings.md.'),
    ),
    ...(refusing === undefined ? [] : [refusingFinding(refusing)]),
  ]
}

const refusingFinding = (refusing: unknown) =>
  attention(
    'gateway-refusing',
    `the gateway refused the last ${String(memberOf(refusing, 'refusals'))} payments, and accepted none since`,
    `${String(memberOf(refusing, 'advice'))} Then pay one order, and check again.`,
  )

const strangeAnswer = (path: string) =>
  attention(
    'not-an-edge',
    `${path} answers, and not as an edge does`,
    'Check that --edge is the edge’s PUBLIC_URL, and that no other server answers there.',
  )

function clockFindings({ headers }: EdgeReply, now: number): Finding[] {
  const theirs = Date.parse(headers.get('Date') ?? '') / 1000
  if (Number.isNaN(theirs))
    return [
      unchecked(
        'clock-unchecked',
        'the answer has no date, so this machine’s clock was not compared',
        'Let the proxy in front of the edge pass the header Date.',
      ),
    ]
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

async function settingsFindings({ ask }: EdgeProbe): Promise<Finding[]> {
  const reply = await ask('/v1/settings')
  if (!reply.ok) return [refused('settings', reply)]
  const [methods, test] = [memberOf(reply.body, 'methods'), memberOf(reply.body, 'test')]
  if (!Array.isArray(methods) || typeof test !== 'boolean') return [strangeAnswer('/v1/settings')]
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
          'the edge says that its gateway is a sandbox: no money moves',
          'Set GATEWAY_URL to the live gateway before you sell.',
        )
      : good('live-gateway', 'the edge says that its gateway is a live one'),
  ]
}

const refused = (about: string, reply: EdgeReply): Finding =>
  refusalFinding(about, reply, 'Mend what the code names, then check again.')

/** A key that no order has, of the right length. The edge answers 404; a firewall in front of it answers something else. */
const STRANGE_CALLBACK = `/callback/${'0'.repeat(22)}/${'0'.repeat(22)}`

/** The edge itself says so, and no page of a host. */
const isNotFound = (reply: EdgeReply) => reply.status === 404 && refusalOf(reply).code === 'not-found'

async function callbackFindings({ ask }: EdgeProbe): Promise<Finding[]> {
  const replies = await Promise.all([
    ask(STRANGE_CALLBACK),
    ask(STRANGE_CALLBACK, { method: 'POST', body: {} }),
  ])
  const strange = replies.find((reply) => !isNotFound(reply))
  if (strange && isBusy(strange)) return [refused('callbacks', strange)]
  return strange === undefined
    ? [good('callbacks', 'callbacks from this machine reach the edge')]
    : [
        attention(
          'callbacks-blocked',
          `a callback gets ${strange.status}, and not from the edge`,
          'Let /callback/, /return/ and /three-ds/ pass the firewall, bot rules and access proxies of the zone.',
        ),
      ]
}

/** What only a merchant's server may ask: whether the gateway takes the signature, and which orders need somebody. */
async function merchantFindings(client: EdgeProbe): Promise<Finding[]> {
  if (!client.hasKey)
    return [
      unchecked(
        'merchant-key-missing',
        'the gateway’s answer and the orders were not checked',
        'Put a merchant key with the scopes read and charge into the environment as PAY_MERCHANT_KEY.',
      ),
    ]
  const listed = await client.ask(`/v1/orders?limit=${MAX_ASKED}`)
  if (!listed.ok) return [refused('list of orders', listed)]
  const newest = ordersIn(listed)
  const needy = await client.ask('/v1/orders?needsAttention=true&limit=100')
  const needing = ordersIn(needy)
  return [
    newest ? await signatureFinding(client, newest) : strangeAnswer('/v1/orders'),
    ...(needy.ok
      ? [needing ? attentionFinding(needing) : strangeAnswer('/v1/orders')]
      : [refused('orders that need attention', needy)]),
  ]
}

interface CheckedOrder {
  readonly id: string
  readonly reference: string
  readonly attention?: readonly string[]
}

function ordersIn({ body }: EdgeReply): readonly CheckedOrder[] | undefined {
  const orders = memberOf(body, 'orders')
  return Array.isArray(orders) ? orders : undefined
}

/** So many orders are tried until there is one that the gateway can be asked about. */
const MAX_ASKED = 20

/**
 * Has the edge ask the gateway for the status of an order: signed, and nothing changes by it. An order that was declined
 * or never paid has nothing to ask about, and the list may still have one that is erased: the next one is tried.
 */
async function signatureFinding({ ask }: EdgeProbe, orders: readonly CheckedOrder[]): Promise<Finding> {
  for (const { id, reference } of orders) {
    const reply = await ask(`/v1/orders/${id}/refresh`, { method: 'POST', body: {} })
    if (isNotFound(reply)) continue
    if (!reply.ok) return unansweredFinding(reference, reply)
    if (memberOf(reply.body, 'gatewayAnswered') === true)
      return good('gateway', `the gateway answers a signed request for the status of ${reference}`)
  }
  return unchecked(
    'gateway-unasked',
    orders.length === 0
      ? 'the gateway was not asked: there is no order yet'
      : `the gateway was not asked: it can be asked about none of the newest orders (${orders.length})`,
    'Pay one order, then check again.',
  )
}

function unansweredFinding(reference: string, reply: EdgeReply): Finding {
  if (refusalOf(reply).code === 'scope-missing')
    return unchecked(
      'gateway-unasked',
      'the gateway was not asked: the merchant key may not have it asked',
      'Use a key with the scope charge.',
    )
  return refusalFinding(
    `the gateway’s answer about ${reference}`,
    reply,
    'Check GATEWAY_URL, GATEWAY_LOGIN and GATEWAY_CONTROL_KEY, and that the gateway is up.',
  )
}

function attentionFinding(orders: readonly CheckedOrder[]): Finding {
  if (orders.length === 0) return good('orders', 'no listed order needs attention')
  const some = orders
    .slice(0, 5)
    .map(({ reference, attention: why = [] }) =>
      why.length > 0 ? `${reference} (${why.join(', ')})` : reference,
    )
  return attention(
    'orders-need-attention',
    `${orders.length === 100 ? '100 orders or more need' : orders.length === 1 ? '1 order needs' : `${orders.length} orders need`} attention: ${some.join(', ')}${orders.length > 5 ? ', …' : ''}`,
    'Look at each by “pay-checkout orders show”.',
  )
}
