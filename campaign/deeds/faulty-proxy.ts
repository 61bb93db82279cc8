/** A proxy before the edge, which treats each request as badly as a seed says. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../random.ts'

/** Fault → how often it strikes, in parts of all. */
export const FAULTS = {
  none: 60,
  /** The connection breaks, and the edge never sees the request. */
  'cut before': 5,
  /** The edge acts, and the connection breaks. */
  'cut after': 8,
  /** The edge acts, and half of its answer arrives. */
  'half an answer': 5,
  /** A page of the proxy, and the edge never sees the request. */
  '502 before': 4,
  /** A page of the proxy, although the edge acts. */
  '502 after': 5,
  /** JSON of the proxy with status 200, and the edge never sees the request. */
  'portal before': 2,
  /** JSON of the proxy with status 200, although the edge acts. */
  'portal after': 2,
  /** The edge gets the request after the caller has given up waiting. */
  delayed: 4,
  /** The edge gets the request twice at the same time. */
  twice: 4,
  /** The edge gets the request again, when it is long answered. */
  'late copy': 4,
  /** The edge is too busy. */
  busy: 3,
} as const

export type Fault = keyof typeof FAULTS

/** A proxy that runs. */
export interface FaultyProxy {
  readonly address: string
  /** Fault → how often it struck. */
  readonly struck: ReadonlyMap<Fault, number>
  /** How many requests came that may change something. */
  readonly acting: () => number
  /** Ends it, once everything late has reached the edge. */
  readonly stop: () => Promise<void>
}

/** Longer than the merchant waits for one try. */
const DELAY_MS = 2000
const LATEST_COPY_MS = 1500

/** Starts a proxy on a free port. */
export async function startFaultyProxy(edge: string, seed: number): Promise<FaultyProxy> {
  const random = new Random('faulty proxy', seed)
  const struck = new Map<Fault, number>()
  const late = new Set<Promise<unknown>>()
  let acting = 0
  const server = createServer(async (request, reply) => {
    const copy = await copyOf(request).catch(() => undefined)
    if (!copy) return
    if (copy.method !== 'GET') acting += 1
    const fault = random.weighted(FAULTS)
    struck.set(fault, (struck.get(fault) ?? 0) + 1)
    const after = random.integer(100, LATEST_COPY_MS)
    const done = BEHAVIOUR[fault]({ reply, after, forward: () => forwarded(edge, copy) }).catch(() =>
      reply.destroy(),
    )
    late.add(done)
    await done.finally(() => late.delete(done))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    struck,
    acting: () => acting,
    async stop() {
      while (late.size > 0) await Promise.allSettled(late)
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A whole request, to be sent as often as a fault wants. */
type Copy = Awaited<ReturnType<typeof copyOf>>

async function copyOf(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request
  const kept = ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { method, url, headers: kept, body: await buffer(request) }
}

async function forwarded(edge: string, { method, url, headers, body }: Copy) {
  const reply = await fetch(edge + url, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  })
  return { status: reply.status, headers: [...reply.headers], body: Buffer.from(await reply.arrayBuffer()) }
}

interface Exchange {
  readonly reply: ServerResponse
  readonly forward: () => ReturnType<typeof forwarded>
  /** Milliseconds until a late copy. */
  readonly after: number
}

type Answer = Awaited<ReturnType<typeof forwarded>>

const DROPPED = /^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/

function headOf(reply: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of headers) if (!DROPPED.test(name)) reply.setHeader(name, value)
  reply.writeHead(status, { 'Content-Length': body.length })
}

function answer(reply: ServerResponse, given: Answer): void {
  headOf(reply, given)
  reply.end(given.body)
}

const page = (reply: ServerResponse) =>
  reply.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')

const portal = (reply: ServerResponse) =>
  reply.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}')

const BUSY = {
  ...{ type: 'urn:pay-checkout:problem:too-many-requests', title: 'Too many requests', status: 429 },
  ...{ code: 'too-many-requests', supportId: 'AAAAAAAA' },
}

const BEHAVIOUR: Readonly<Record<Fault, (exchange: Exchange) => Promise<unknown>>> = {
  none: async ({ reply, forward }) => answer(reply, await forward()),
  'cut before': async ({ reply }) => reply.destroy(),
  'cut after': async ({ reply, forward }) => {
    await forward()
    reply.destroy()
  },
  'half an answer': async ({ reply, forward }) => {
    const given = await forward()
    headOf(reply, given)
    reply.write(given.body.subarray(0, given.body.length / 2), () => reply.destroy())
  },
  '502 before': async ({ reply }) => page(reply),
  '502 after': async ({ reply, forward }) => {
    await forward()
    page(reply)
  },
  'portal before': async ({ reply }) => portal(reply),
  'portal after': async ({ reply, forward }) => {
    await forward()
    portal(reply)
  },
  delayed: async ({ reply, forward }) => {
    await pause(DELAY_MS)
    answer(reply, await forward())
  },
  twice: async ({ reply, forward }) => {
    const [first] = await Promise.all([forward(), forward()])
    answer(reply, first)
  },
  'late copy': async ({ reply, forward, after }) => {
    answer(reply, await forward())
    await pause(after)
    await forward()
  },
  busy: async ({ reply }) =>
    reply
      .writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' })
      .end(JSON.stringify(BUSY)),
}
