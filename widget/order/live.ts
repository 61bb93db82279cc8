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
import type { OrderAccess } from './context.ts'
import type { Of } from './model/tag-events.ts'
import { isPassing } from './problems.ts'
import type { TagContext } from './tag-context.ts'

/** What follows an order, and hears how it goes: the tag, or the desk. */
export interface Follower {
  /** What it knows now: every read may renew the token. Without a view, the order is read first. */
  readonly state: {
    /** Origin of the edge. */
    readonly edge: string
    readonly access?: Pick<OrderAccess, 'id' | 'token'> | undefined
    readonly view?: Pick<OrderView, 'seq'> | undefined
  }
  readonly env: Pick<BrowserEnv, 'openSocket' | 'pause'>
  /** What reads the order. */
  sale(): { readonly api: Pick<Api, 'read'> }
  /** `token-refused`: the edge refuses to show the order, and is asked no more. */
  send(event: Of<'view-received' | 'token-refused'>): void
}

/** Follows the order until the job ends, or the edge expects nothing more. The job ends when the tag shows another order. */
export async function followOrder(tag: TagContext) {
  const signal = tag.jobs.start('following')
  // What throws once may not throw again: an outcome must not be missed for it.
  while (!(await tag.carryOut(() => follow(tag, signal), signal))) await tag.env.pause(LOAD_LIMIT_MS, signal)
  if (!signal.aborted) tag.send({ type: 'following-ended' })
}

/**
 * Follows an order until the signal aborts, or the edge expects nothing more.
 *
 * Once a socket cannot be opened, or no message comes through, it tries no other: a security policy does not change while a
 * page lives, nor does a proxy that swallows what sockets carry.
 */
export async function follow(tag: Follower, signal: AbortSignal) {
  if (!tag.state.view && (await poll(tag, signal)) === undefined) return
  let mayListen = true
  while (!signal.aborted) {
    // A page's own `WebSocket` may throw.
    if (mayListen) mayListen = await listen(tag, signal).catch(() => false)
    const pauseSeconds = await poll(tag, signal)
    if (pauseSeconds === undefined) return
    await tag.env.pause(pauseSeconds * 1000, signal)
  }
}

/** Resolves to the seconds until the next poll, or `undefined` if nothing more will change. */
async function poll(tag: Follower, signal: AbortSignal): Promise<number | undefined> {
  // Every read may renew the token.
  const { access } = tag.state
  if (signal.aborted || !access) return
  const answer = await tag.sale().api.read(access.id, access.token)
  if (signal.aborted) return
  if (answer.ok) {
    tag.send({ type: 'view-received', order: answer.value.body, token: answer.value.token })
    return answer.value.retryAfterSeconds
  }
  if (isPassing(answer.reason)) return answer.reason.retryAfterSeconds || LOAD_LIMIT_MS / 1000
  tag.send({ type: 'token-refused' })
  return
}

/** Resolves once the socket is of no more use, to whether another one is worth a try. */
async function listen(tag: Follower, signal: AbortSignal): Promise<boolean> {
  const { pause } = tag.env
  const socket = open(tag)
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
    if (order && !signal.aborted) tag.send({ type: 'view-received', order })
  }
  let isGreeted = false
  for (let answer = receivesWithin(GREETING_LIMIT_MS); await answer; ) {
    isGreeted = true
    await pause(PING_EVERY_MS, closed)
    if (closed.aborted) break
    answer = receivesWithin(PONG_LIMIT_MS)
    socket.send(LIVE_PING)
  }
  const isBroken = closed.aborted
  socket.close()
  return isGreeted && isBroken && code !== LIVE_CROWDED
}

function open({ state, env }: Follower): WebSocket | undefined {
  const { edge, access, view } = state
  const origin = edge.replace(/^http/, 'ws')
  const url = `${origin}/v1/orders/${access?.id}/live?after=${view?.seq ?? 0}`
  return tryTo(() => env.openSocket(url, [LIVE_PROTOCOL, LIVE_TOKEN_PREFIX + access?.token]))
}

const readMessage = (data: unknown) => tryTo(() => (JSON.parse(String(data)) as LiveMessage).order)
