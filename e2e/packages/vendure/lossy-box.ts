/** A box on the way to a server, in which requests and answers get lost, repeated and late. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Chance } from './chance.ts'

/** What may become of a request. */
type Fate =
  | 'passed'
  /** The connection breaks, and the server never sees the request. */
  | 'request lost'
  /** The server acts, and the connection breaks. */
  | 'answer lost'
  /** The server gets it twice at the same time. */
  | 'twice'
  /** The server gets it again later, when it is long answered. */
  | 'again later'
  /** The box answers 204 in place of the server, which never sees it. */
  | 'swallowed'
  /** The box answers 204, and the server gets it later: after what was sent after it. */
  | 'late'

/** Fate → how often, in parts of all. */
export type Weights = Readonly<Partial<Record<Fate, number>>>

/** A box that runs. */
export interface LossyBox {
  readonly origin: string
  /** Fate → how often. */
  readonly counts: ReadonlyMap<Fate, number>
  /** From now on everything passes. Resolves once nothing is late any more. */
  readonly mend: () => Promise<void>
  /** The next request to this path waits in the box, and so do those after it, until it is released. */
  readonly hold: (path: string) => { readonly arrived: Promise<void>; readonly release: () => void }
  readonly stop: () => void
}

const LATEST_MS = 3_000

/** Starts a box on a free port. @param target The server's origin. It need not listen yet, nor all the time. */
export async function startLossyBox(target: string, weights: Weights, seed: string): Promise<LossyBox> {
  const chance = new Chance('lossy box', seed)
  const counts = new Map<Fate, number>()
  const late = new Set<Promise<unknown>>()
  let isMended = false
  let held:
    | { readonly path: string; readonly arrive: () => void; readonly released: Promise<void> }
    | undefined
  const server = createServer(async (request, reply) => {
    const copy = await copyOf(request).catch(() => undefined)
    if (!copy) return
    if (copy.url === held?.path) {
      held.arrive()
      await held.released
    }
    const fate = isMended ? 'passed' : chance.weighted({ passed: 0, ...weights } as Record<Fate, number>)
    counts.set(fate, (counts.get(fate) ?? 0) + 1)
    const latestMs = chance.integer(300, LATEST_MS)
    const work = FATES[fate]({ reply, latestMs, forward: () => forwarded(target, copy) }).catch(() =>
      reply.destroy(),
    )
    late.add(work)
    await work.finally(() => late.delete(work))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async mend() {
      isMended = true
      while (late.size > 0) await Promise.allSettled(late)
    },
    hold(path) {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      held = { path, arrive, released }
      return { arrived, release }
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Copy = Awaited<ReturnType<typeof copyOf>>

/** Headers of one connection. */
const HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'content-encoding']

const endToEnd = (headers: Iterable<[string, unknown]>): [string, string][] =>
  [...headers].flatMap(([name, value]) =>
    typeof value === 'string' && !HOP.includes(name) ? [[name, value] as [string, string]] : [],
  )

async function copyOf(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request
  return { method, url, headers: endToEnd(Object.entries(headers)), body: await buffer(request) }
}

async function forwarded(target: string, { method, url, headers, body }: Copy) {
  const init = { method, headers, redirect: 'manual' as const, ...(body.length > 0 && { body }) }
  const reply = await fetch(target + url, init)
  return {
    status: reply.status,
    headers: endToEnd(reply.headers),
    body: Buffer.from(await reply.arrayBuffer()),
  }
}

interface Exchange {
  readonly reply: ServerResponse
  readonly latestMs: number
  readonly forward: () => ReturnType<typeof forwarded>
}

function answer(reply: ServerResponse, { status, headers, body }: Awaited<ReturnType<typeof forwarded>>) {
  reply.writeHead(status, Object.fromEntries(headers)).end(body)
}

const FATES: Readonly<Record<Fate, (exchange: Exchange) => Promise<unknown>>> = {
  passed: async ({ reply, forward }) => answer(reply, await forward()),
  'request lost': async ({ reply }) => reply.destroy(),
  'answer lost': async ({ reply, forward }) => {
    await forward()
    reply.destroy()
  },
  twice: async ({ reply, forward }) => {
    const [first] = await Promise.all([forward(), forward()])
    answer(reply, first)
  },
  'again later': async ({ reply, forward, latestMs }) => {
    answer(reply, await forward())
    await pause(latestMs)
    await forward()
  },
  swallowed: async ({ reply }) => reply.writeHead(204).end(),
  late: async ({ reply, forward, latestMs }) => {
    reply.writeHead(204).end()
    await pause(latestMs)
    await forward()
  },
}
