/**
 * Follows one order: over a socket where words come through one, else by asking whenever the edge says so. The socket is
 * a convenience: whatever becomes of it, the order is asked for.
 */
import {
  LIVE_CROWDED,
  LIVE_PING,
  LIVE_PROTOCOL,
  LIVE_TOKEN_PREFIX,
  type LiveMessage,
} from '../../shared/messages.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { GREETING_LIMIT_MS, LOAD_LIMIT_MS, PING_EVERY_MS, PONG_LIMIT_MS } from '../durations.ts'
import { tryTo } from '../try-to.ts'
import type { Api } from './api.ts'
import type { Context } from './context.ts'
import { isPassing } from './problems.ts'

/** What is followed, and who wants to know. */
export interface Following {
  readonly id: string
  /** The newest token, since every read may renew it. */
  readonly token: string
  /** The newest view that is known; without one the edge is asked first. */
  readonly view: OrderView | undefined
  receive(view: OrderView, token?: string): void
  /** The edge says that there is nothing to follow; it is not asked again. */
  refused(): void
}

/**
 * Follows an order until the signal aborts or the edge expects nothing more.
 *
 * Once a socket cannot be opened, or no word comes through, none is tried again: a security policy does not change while
 * a page lives, nor does a box that swallows what sockets carry.
 */
export async function follow(following: Following, context: Context, signal: AbortSignal) {
  const { api, env } = context
  if (!following.view && (await ask(following, api, signal)) === undefined) return
  let mayListen = true
  while (!signal.aborted) {
    if (mayListen) mayListen = await listen(following, context, signal)
    const pauseSeconds = await ask(following, api, signal)
    if (pauseSeconds === undefined) return
    await env.pause(pauseSeconds * 1000, signal)
  }
}

/** Resolves to the seconds after which to ask again, or `undefined` if there is nothing more to expect. */
async function ask(following: Following, api: Api, signal: AbortSignal): Promise<number | undefined> {
  if (signal.aborted) return
  const answer = await api.read(following.id, following.token)
  if (signal.aborted) return
  if (answer.ok) {
    following.receive(answer.value.body, answer.value.token)
    return answer.value.retryAfterSeconds
  }
  if (isPassing(answer.reason)) return answer.reason.retryAfterSeconds ?? LOAD_LIMIT_MS / 1000
  following.refused()
  return
}

/** Resolves once no more is to be heard, to whether another socket is worth a try. */
async function listen(following: Following, context: Context, signal: AbortSignal): Promise<boolean> {
  const { pause } = context.env
  const socket = open(following, context)
  if (!socket) return false
  const closing = new AbortController()
  const closed = closing.signal
  let code = 0
  let hear = () => {}
  const hearsWithin = (ms: number) =>
    new Promise<boolean>((resolve) => {
      hear = () => resolve(true)
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
    hear()
    const order = readMessage(data)
    if (order && !signal.aborted) following.receive(order)
  }
  const isGreeted = await hearsWithin(GREETING_LIMIT_MS)
  let isHeard = isGreeted
  while (isHeard && !closed.aborted) {
    await pause(PING_EVERY_MS, closed)
    if (closed.aborted) break
    const pong = hearsWithin(PONG_LIMIT_MS)
    socket.send(LIVE_PING)
    isHeard = await pong
  }
  const isBroken = closed.aborted
  socket.close()
  return isGreeted && isBroken && code !== LIVE_CROWDED
}

function open({ id, token, view }: Following, { edge, env }: Context): WebSocket | undefined {
  const origin = edge.replace(/^http/, 'ws')
  const url = `${origin}/v1/orders/${id}/live?after=${view?.seq ?? 0}`
  return tryTo(() => env.openSocket(url, [LIVE_PROTOCOL, LIVE_TOKEN_PREFIX + token]))
}

const readMessage = (data: unknown) => tryTo(() => (JSON.parse(String(data)) as LiveMessage).order)
