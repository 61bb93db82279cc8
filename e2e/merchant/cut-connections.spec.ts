/** A page opens and pays an order by one request, whose connection breaks anywhere: it is sent again, and pays once. */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { CompactSign, importJWK, type JWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import { isOf, readLedger, resetSandbox } from '../support/ledger.ts'
import { addresses, offerKey } from '../support/stack/stack.ts'

beforeAll(() => resetSandbox())

async function signedOffer(): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ aud: addresses().edge, iat: now, exp: now + 600, item: 'mug', description: 'Mug', intent: 'sale' },
    ...{ currency: 'EUR', amount: '12.50', origins: [addresses().shop], collect: ['email'] },
  }
  const { alg, kid } = offerKey() as JWK
  const signer = await importJWK(offerKey() as JWK)
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: String(alg), kid: String(kid), typ: 'pay-offer+jwt' })
    .sign(signer)
}

/** A click, as a page sends it. */
interface Click {
  readonly key: string
  readonly body: string
}

async function click(): Promise<Click> {
  const pay = { method: 'hosted', customer: { email: 'ann@example.com' }, wait: 5 }
  return { key: randomUUID(), body: JSON.stringify({ offer: await signedOffer(), pay }) }
}

const headersOf = ({ key }: Click) => ({
  'Content-Type': 'application/json',
  'Idempotency-Key': key,
  Origin: addresses().shop,
})

/** The request as bytes. */
function bytesOf(one: Click): Buffer {
  const { host } = new URL(addresses().local.edge)
  const headers = { Host: host, ...headersOf(one), 'Content-Length': Buffer.byteLength(one.body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(['POST /v1/checkout HTTP/1.1', ...lines, '', one.body].join('\r\n'))
}

const connected = () =>
  new Promise<Socket>((resolve, reject) => {
    const { hostname, port } = new URL(addresses().local.edge)
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends so much of a request, and breaks the connection. */
async function sendPart(one: Click, bytes: number): Promise<void> {
  const socket = await connected()
  await new Promise((resolve) => socket.write(bytesOf(one).subarray(0, bytes), resolve))
  socket.resetAndDestroy()
}

/** Waits for the next bytes of an answer. @returns How many there are. */
const nextLength = (socket: Socket): Promise<number> =>
  new Promise((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.length))
    socket.once('close', () => resolve(Number.POSITIVE_INFINITY))
  })

/** Sends a request, hears so much of the answer, and breaks the connection. */
async function hearPart(one: Click, bytes: number): Promise<void> {
  const socket = await connected()
  socket.write(bytesOf(one))
  for (let heard = 0; heard < bytes && !socket.readableEnded; ) heard += await nextLength(socket)
  socket.resetAndDestroy()
}

/** Sends the same request again, until it is answered. */
async function again(one: Click): Promise<CheckoutReply> {
  const reply = await fetch(`${addresses().local.edge}/v1/checkout`, {
    method: 'POST',
    headers: headersOf(one),
    body: one.body,
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as CheckoutReply
}

/** The forms that the gateway was asked for, of one order. */
const formsOf = async (id: string) =>
  (await readLedger()).requests.filter((one) => one.operation === 'sale-form' && isOf(id)(one))

async function isPaidOnce(one: Click): Promise<void> {
  const answers = await Promise.all([again(one), again(one)])

  for (const { order, token } of answers) {
    expect(token).not.toBe('')
    expect(order).toMatchObject({
      status: 'redirect',
      action: { type: 'redirect' },
      attempts: [{ number: 1 }],
    })
  }
  expect(await formsOf(answers[0].order.id)).toHaveLength(1)
}

describe('a connection that breaks', () => {
  it('while the request goes out, at any byte, leads to one attempt', async () => {
    const { length } = bytesOf(await click())
    // Every part of the head, its end, and the body's first and last bytes, among others.
    const places = Array.from({ length: 40 }, (_, at) => Math.round((at * length) / 39))

    for (const bytes of places) {
      const one = await click()
      await sendPart(one, Math.min(bytes, bytesOf(one).length))
      await isPaidOnce(one)
    }
  })

  it('while the answer comes back, at any byte, leads to one attempt', async () => {
    for (const bytes of [0, 1, 9, 17, 100, 200, 300, 400, 500, 600, 700, 800, 1000, 1200, 1400, 1600]) {
      const one = await click()
      await hearPart(one, bytes)
      await isPaidOnce(one)
    }
  })

  it('after ever more milliseconds leads to one attempt', async () => {
    for (let ms = 1; ms <= 128; ms *= 2) {
      const one = await click()
      const given = AbortSignal.timeout(ms)
      const { key, body } = one
      await fetch(`${addresses().local.edge}/v1/checkout`, {
        ...{ method: 'POST', headers: headersOf({ key, body }), body, signal: given },
      }).catch(() => undefined)
      await isPaidOnce(one)
    }
  })
})
