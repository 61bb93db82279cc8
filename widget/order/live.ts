/**
 * Follows one order: over a live socket where messages come through, else by polling at the edge's pace. The socket is a
 * convenience: whether it works or not, the tag polls the order too.
 */
import {
  LIVE_CROWDED,
  LIVE_PING,
  LIVE_PROTOCOL,
  LIVE_TOKEN_PREFIX,
  type LiveMessage,
} from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { tryTo } from '../browser/try-to.ts'
import { GREETING_LIMIT_MS, LOAD_LIMIT_MS, PING_EVERY_MS, PONG_LIMIT_MS } from '../durations.ts'
import type { Api } from './api.ts'
import { isPassing } from './problems.ts'

/** The order to follow. */
export interface FollowedOrder {
  readonly id: string
  /** The newest token, since every read may renew it. */
  readonly token: string
  /** The newest known view; without one, the tag polls first. */
  readonly view: OrderView | undefined
  receive(view: OrderView, token?: string): void
  /** The edge refuses to show the order. The tag polls no more. */
  refused(): void
}

/** What following needs of the page. */
export interface LiveContext {
  /** Origin of the edge. */
  readonly edge: string
  readonly api: Pick<Api, 'read'>
  readonly env: Pick<BrowserEnv, 'openSocket' | 'pause'>
}

/**
 * Follows an order until the signal aborts or the edge expects nothing more.
 *
 * Once a socket cannot be opened, or no message comes through, it tries no other: a security policy does not change while a
 * page lives, nor does a proxy that swallows what sockets carry.
 */
export async function follow(followed: FollowedOrder, context: LiveContext, signal: AbortSignal) {
  const { api, env } = context
  if (!followed.view && (await poll(followed, api, signal)) === undefined) return
  let mayListen = true
  while (!signal.aborted) {
    // A page's own `WebSocket` may throw.
    if (mayListen) mayListen = await listen(followed, context, signal).catch(() => false)
    const pauseSeconds = await poll(followed, api, signal)
    if (pauseSeconds === undefined) return
    await env.pause(pauseSeconds * 1000, signal)
  }
}

/** Resolves to the seconds until the next poll, or `undefined` if nothing more will change. */
async function poll(
  followed: FollowedOrder,
  api: LiveContext['api'],
  signal: AbortSignal,
): Promise<number | undefined> {
  if (signal.aborted) return
  const answer = await api.read(followed.id, followed.token)
  if (signal.aborted) return
  if (answer.ok) {
    followed.receive(answer.value.body, answer.value.token)
    return answer.value.retryAfterSeconds
  }
  if (isPassing(answer.reason)) return answer.reason.retryAfterSeconds || LOAD_LIMIT_MS / 1000
  followed.refused()
  return
}

/** Resolves once the socket is of no more use, to whether another one is worth a try. */
async function listen(followed: FollowedOrder, context: LiveContext, signal: AbortSignal): Promise<boolean> {
  const { pause } = context.env
  const socket = open(followed, context)
  if (!socket) return false
  const closing = new AbortController()
  const closed = closing.signal
  let code = 0
  let received = () => {}
  const receivesWithin = (ms: number) =>
    new Promise<boolean>((resolve) => {
      received = () => resolve(true)
      pause(ms, closed).then(() => resolve(false))
    })
  signal.addEventListener('abort', () => {
    closing.abort()
    socket.close()
  })
  socket.onclose = (event) => {
    code = event.code
    closing.abort()
  }
  socket.onmessage = ({ data }) => {
    received()
    const order = readMessage(data)
    if (order && !signal.aborted) followed.receive(order)
  }
  const isGreeted = await receivesWithin(GREETING_LIMIT_MS)
  let isAlive = isGreeted
  while (isAlive && !closed.aborted) {
    await pause(PING_EVERY_MS, closed)
    if (closed.aborted) break
    const pong = receivesWithin(PONG_LIMIT_MS)
    socket.send(LIVE_PING)
    isAlive = await pong
  }
  const isBroken = closed.aborted
  socket.close()
  return isGreeted && isBroken && code !== LIVE_CROWDED
}

function open({ id, token, view }: FollowedOrder, { edge, env }: LiveContext): WebSocket | undefined {
  const origin = edge.replace(/^http/, 'ws')
  const url = `${origin}/v1/orders/${id}/live?after=${view?.seq ?? 0}`
  return tryTo(() => env.openSocket(url, [LIVE_PROTOCOL, LIVE_TOKEN_PREFIX + token]))
}

const readMessage = (data: unknown) => tryTo(() => (JSON.parse(String(data)) as LiveMessage).order)
