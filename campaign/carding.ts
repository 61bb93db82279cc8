/** A thief tests stolen cards at a stack, while honest shoppers pay there. Counts what reaches the gateway. */
import { setTimeout as pause } from 'node:timers/promises'
import { signOffer } from '../cli/sign-offer.ts'
import { formWalker } from '../e2e/support/form-walker.ts'
import { searchFor } from '../e2e/support/leaks.ts'
import { SITE_KEYS } from '../sandbox/turnstile/stand-in.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { OrderView } from '../shared/order-view.ts'
import { onCardingStack } from './carding-stack.ts'
import { BROWSER, type CardName, cardIn, typedCard } from './cards.ts'
import type { LedgerRequest } from './ledger.ts'

/** What the thief does, and what the merchant has set up. */
export interface Attack {
  /** `one`: a public offer. `fresh`: another offer and e-mail address for each card. */
  readonly offers: 'one' | 'fresh'
  /** The merchant has keys for the bot check. */
  readonly hasKeys: boolean
  readonly networks: number
  readonly cardsPerNetwork: number
}

/** How an honest shopper paid; `not` if they could not. */
type Paid = 'card' | 'hosted' | 'not'

/** The outcome of an attack. */
export interface CardingResult {
  /** The thief's requests to open an order and to pay. */
  readonly requests: number
  /** Answer to a payment → how often the thief got it. */
  readonly answers: Readonly<Record<string, number>>
  /** Cards and forms of the thief that reached the gateway. */
  readonly reached: number
  /** Cards and forms of everybody. */
  readonly reachedInAll: number
  /** Honest shoppers with a network of their own, and those behind a network of the thief's. */
  readonly alone: readonly Paid[]
  readonly behind: readonly Paid[]
  /** Rows that objects wrote, and calls that they got: orders and the limiter's. */
  readonly cost: Cost
  readonly tookMs: number
  /** Where the edge wrote a card's number, or a secret of the merchant's. */
  readonly leaks: readonly string[]
}

/** Kind of object → counts. */
interface Cost {
  readonly rows: Readonly<Record<string, number>>
  readonly calls: Readonly<Record<string, number>>
}

/** How each card's number begins. That is more than a masked number shows. */
const OWN_CARDS = '40000100000'

/** One thief waits this long for a further try, at most so often; the others never do. */
const PATIENCE_SECONDS = 20
const WAITS = 2

const HONEST_ALONE = 8
const HONEST_BEHIND = 2

/** Honest shoppers come when the edge has noticed the attack: it refused so many of the thief's cards. */
const REFUSED_BEFORE = 50

/** A person does not wait for ever. */
const HONEST_TRIES = 12

/** Runs an attack on a stack of its own, and searches what the edge wrote. */
export const runCarding = (attack: Attack): Promise<CardingResult> =>
  onCardingStack(attack, async (stack, written) => {
    const result = await new Carding(stack, attack).run()
    const { controlKey, tokenKey, cardDigestKey, merchantKey } = stack.secrets
    const search = searchFor(OWN_CARDS, controlKey, tokenKey, cardDigestKey, merchantKey)
    const leaks = (await written()).flatMap(([where, content]) => search(where, content))
    return { ...result, leaks }
  })

/** A client of the edge, at an address. */
interface Client {
  readonly ip: string
  readonly email: string
}

/** An order that its client opened. */
interface Opened {
  readonly order: OrderView
  readonly token: string
}

/** An answer of the edge to a payment. */
interface Answer {
  readonly code: string
  readonly order?: OrderView
  readonly waitSeconds: number
}

class Carding {
  readonly #stack: Stack
  readonly #attack: Attack
  readonly #started = Date.now()
  readonly #answers = new Map<string, number>()
  readonly #honestOrders = new Set<string>()
  #requests = 0
  #offers = 0
  #cards = 0

  constructor(stack: Stack, attack: Attack) {
    this.#stack = stack
    this.#attack = attack
  }

  async run(): Promise<Omit<CardingResult, 'leaks'>> {
    const { networks } = this.#attack
    const offer = await this.#offer()
    const thieves = Array.from({ length: networks }, (_, number) => this.#testCards(number, offer))
    while (this.#refused < REFUSED_BEFORE) await pause(200)
    const alone = Array.from({ length: HONEST_ALONE }, (_, at) => this.#payHonestly(`172.16.${at}.9`, offer))
    const behind = Array.from({ length: HONEST_BEHIND }, (_, at) =>
      this.#payHonestly(`10.0.${at}.200`, offer),
    )
    const [paidAlone, paidBehind] = await Promise.all([Promise.all(alone), Promise.all(behind)])
    await Promise.all(thieves)
    return { ...(await this.#figures()), alone: paidAlone, behind: paidBehind }
  }

  /** How many cards of the thief the edge sent to the hosted page or to a bot check. */
  get #refused(): number {
    return (this.#answers.get('method-off') ?? 0) + (this.#answers.get('check-needed') ?? 0)
  }

  async #testCards(number: number, publicOffer: string): Promise<void> {
    const isPatient = number % 2 === 0
    let waits = isPatient ? WAITS : 0
    for (let card = 0; card < this.#attack.cardsPerNetwork; card += 1) {
      const isFresh = this.#attack.offers === 'fresh'
      const offer = isFresh ? await this.#offer() : publicOffer
      const email = isFresh ? `v${number}-${card}@example.com` : `thief-${number}@example.com`
      const client = { ip: `10.0.${number}.${card + 1}`, email }
      const opened = await this.#open(client, offer)
      const body = this.#stolenCard()
      let answer = await this.#pay(client, opened, body)
      if (answer.code === 'check-needed')
        answer = await this.#pay(client, opened, { ...body, check: 'made-up' })
      if (waits > 0 && answer.code === 'too-many-requests' && answer.waitSeconds <= PATIENCE_SECONDS) {
        waits -= 1
        await pause(answer.waitSeconds * 1000)
        answer = await this.#pay(client, opened, body)
      }
      this.#answers.set(answer.code, (this.#answers.get(answer.code) ?? 0) + 1)
    }
  }

  /** As the tag would: by card, with the bot check where it is asked for; on the hosted page where no card is taken. */
  async #payHonestly(ip: string, offer: string): Promise<Paid> {
    const client = { ip, email: `honest-${ip.replaceAll('.', '-')}@example.com` }
    const opened = await this.#open(client, offer)
    this.#honestOrders.add(opened.order.id)
    let body: object = { method: 'card', card: this.#ownCard('approved'), browser: BROWSER }
    for (let tries = 0; tries < HONEST_TRIES; tries += 1) {
      const { code, order, waitSeconds } = await this.#pay(client, opened, body)
      if (code === 'ok') return this.#finish(opened, body)
      if (code === 'check-needed') body = { ...body, check: await this.#passCheck(opened) }
      else if (code === 'method-off' && order?.methods.includes('hosted')) body = { method: 'hosted' }
      else await pause(waitSeconds * 1000)
    }
    return 'not'
  }

  /** Passes the bot check, as a person does on its page. */
  async #passCheck({ order }: Opened): Promise<string> {
    const { addresses } = this.#stack
    const { hostname } = new URL(addresses.edge)
    const check = { sitekey: SITE_KEYS.passes, hostname, action: 'pay', cdata: order.id }
    const headers = { 'Content-Type': 'application/json' }
    const place = `${addresses.local.gateway}/turnstile/v0/tokens`
    const reply = await fetch(place, { method: 'POST', headers, body: JSON.stringify(check) })
    return ((await reply.json()) as { token: string }).token
  }

  async #finish({ order: { id }, token }: Opened, body: object): Promise<Paid> {
    const isHosted = 'method' in body && body.method === 'hosted'
    if (isHosted) {
      const order = await this.#becomes(id, token, (view) => view.action !== undefined)
      const pages = formWalker(this.#stack.addresses.shop)
      await pages.submit(await pages.open(order?.action?.url ?? ''), typedCard('approved'))
    }
    const paid = await this.#becomes(id, token, ({ status }) => status === 'approved')
    return paid ? (isHosted ? 'hosted' : 'card') : 'not'
  }

  async #becomes(
    id: string,
    token: string,
    is: (order: OrderView) => boolean,
  ): Promise<OrderView | undefined> {
    for (let looks = 0; looks < 100; looks += 1) {
      const reply = await this.#fetch(`/v1/orders/${id}`, { headers: { Authorization: `Bearer ${token}` } })
      const order = (await reply.json()) as OrderView
      if (is(order)) return order
      await pause(300)
    }
    return undefined
  }

  #stolenCard() {
    return { method: 'card', card: this.#ownCard('declined'), browser: BROWSER }
  }

  /** A card with a number that no other has. */
  #ownCard(name: CardName) {
    this.#cards += 1
    const number = withCheckDigit(`${OWN_CARDS}${String(this.#cards).padStart(4, '0')}`)
    return { ...cardIn(name), number }
  }

  #offer(): Promise<string> {
    this.#offers += 1
    const { addresses, offerKey } = this.#stack
    const iat = Math.floor(Date.now() / 1000)
    const item = `item-${this.#offers}`
    const price = { currency: 'EUR', amount: '12.50', intent: 'sale' } as const
    const claims = { aud: addresses.edge, iat, exp: iat + 3600, item, description: 'Mug', ...price }
    return signOffer(claims, offerKey)
  }

  async #open({ ip, email }: Client, offer: string): Promise<Opened> {
    const reply = await this.#post('/v1/checkout', ip, { offer, customer: { email } })
    if (!reply.ok) throw new Error(`checkout answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Opened
  }

  async #pay({ ip }: Client, { order, token }: Opened, body: object): Promise<Answer> {
    const path = `/v1/orders/${order.id}/pay`
    const reply = await this.#post(path, ip, body, { Authorization: `Bearer ${token}` })
    const { code = 'ok', order: seen } = (await reply.json()) as { code?: string; order?: OrderView }
    const waitSeconds = Number(reply.headers.get('Retry-After') ?? 1)
    return { code: reply.ok ? 'ok' : code, waitSeconds, ...(seen && { order: seen }) }
  }

  #post(
    path: string,
    ip: string,
    body: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    this.#requests += 1
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      // The platform sets it. Only a runtime on this machine passes it on from a client.
      'CF-Connecting-IP': ip,
      ...more,
    }
    return this.#fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.#stack.addresses.local.edge + path, init)
  }

  async #figures(): Promise<Omit<CardingResult, 'alone' | 'behind' | 'leaks'>> {
    const { local } = this.#stack.addresses
    const { requests } = (await (await fetch(`${local.gateway}/__sandbox/ledger`)).json()) as {
      requests: readonly LedgerRequest[]
    }
    const started = requests.filter(({ operation }) => ['sale', 'sale-form'].includes(operation))
    const stolen = started.filter(({ clientOrderId }) => !this.#honestOrders.has(nameOf(clientOrderId)))
    return {
      requests: this.#requests,
      answers: Object.fromEntries(this.#answers),
      reached: stolen.length,
      reachedInAll: started.length,
      cost: (await (await this.#fetch('/__testing/costs')).json()) as Cost,
      tookMs: Date.now() - this.#started,
    }
  }
}

/** The order's reference, without the number of the attempt. */
const nameOf = (clientOrderId: string) => clientOrderId.split('.', 1)[0] ?? ''

/** Adds the check digit of ISO/IEC 7812-1, annex B. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}
