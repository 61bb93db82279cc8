/** A shop with one mug: `npm start`. `npm run refund REFERENCE return-17 2.50` pays some of it back. */
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { serve } from '@hono/node-server'
import {
  judgeEvent,
  merchantClient,
  sessionOf,
  VerificationError,
  verifyWebhook,
  type WebhookEvent,
} from '@pay-checkout/server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'

const { PAY_EDGE: edge = '', PAY_MERCHANT_KEY: key = '', PAY_WEBHOOK_SECRET: secrets = '' } = process.env
const pay = merchantClient({ edge, key })

/** The price is the server's, and the shopper is who your login says. */
const MUG = {
  ...({ intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Heather mug' } as const),
  customer: { email: 'ann@example.com' },
}
const PAID: readonly unknown[] = ['approved', 'partially-returned']

const database = new DatabaseSync('orders.db', { timeout: 5000 })
database.exec('CREATE TABLE IF NOT EXISTS orders (reference PRIMARY KEY, id, status, memory)')
const select = database.prepare('SELECT id, status, memory FROM orders WHERE reference = ?')
const replace = database.prepare('REPLACE INTO orders (reference, id, status, memory) VALUES (?, ?, ?, ?)')

/** What webhooks have said of an order. */
const known = (reference: string) => select.get(reference) as Record<string, string> | undefined

/** Stores what a webhook says, unless it is a repeat, or late: then it knows more already. */
function keep(event: WebhookEvent): void {
  if (!('order' in event.data)) return
  const { order } = event.data
  const before = known(order.reference)
  const { verdict, memory } = judgeEvent(event, before?.memory && JSON.parse(before.memory))
  const { status } = verdict === 'new' ? order : { ...order, ...before }
  if (verdict !== 'repeat') replace.run(order.reference, order.id, status, JSON.stringify(memory))
}

const page = (content: ReturnType<typeof html>) =>
  html`<!doctype html><html lang="en"><title>Mug</title><main><h1>Heather mug, 12.50 EUR</h1>${content}</main>
<script type="module" src="${edge}/pay-checkout.js"></script></html>`

const shop = new Hono()

shop.get('/', async (c) => {
  const cookie = getCookie(c, 'order') ?? ''
  const reference = /^cart-[\da-f]{32}$/.test(cookie) ? cookie : `cart-${randomBytes(16).toString('hex')}`
  setCookie(c, 'order', reference, { httpOnly: true, sameSite: 'Lax', maxAge: 86_400 })
  c.header('Cache-Control', 'no-store')
  if (PAID.includes(known(reference)?.status))
    return c.html(page(html`<p>Thank you: order ${reference} is paid.</p>`))
  const session = sessionOf(await pay.createOrder({ ...MUG, reference }))
  return c.html(page(html`<pay-checkout session="${session}" return-url="/"></pay-checkout>`))
})

const atMost1Mb = bodyLimit({
  maxSize: 1_000_000,
  onError: (c) => c.body(null, 413, { Connection: 'close' }),
})

shop.post('/webhooks', atMost1Mb, async (c) => {
  keep(await verifyWebhook({ body: await c.req.arrayBuffer(), headers: c.req.raw.headers }, { secrets }))
  return c.body(null, 204)
})

shop.onError((error, c) => {
  if (error instanceof VerificationError) return c.body(null, 400)
  console.error(error)
  return c.body(null, 500)
})

const [deed, reference = '', name = '', amount = ''] = process.argv.slice(2)
if (deed === 'refund') {
  // The same name is the same refund, also after a crash or from another machine.
  const order = known(reference)?.id ?? ''
  const refunded = await pay.refund(order, { id: name, amount, currency: MUG.currency })
  console.log('returned so far:', refunded.order.returned)
} else {
  serve({ fetch: shop.fetch, port: Number(process.env.PORT ?? 3000) })
}
