/** Follows one order: over a socket where the page allows one, else by asking whenever the edge says so. */
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX, type LiveMessage } from '../shared/messages.ts'
import type { OrderView } from '../shared/order-view.ts'
import { type Api, LOAD_LIMIT_MS } from './api.ts'
import { PASSING } from './problems.ts'
import type { Surroundings } from './surroundings.ts'

/** What is followed, and who wants to know. */
export interface Following {
  readonly edge: string
  readonly id: string
  /** The newest token, since every read may renew it. */
  token(): string
  /** The newest change that is known, or `undefined` to ask first. */
  after(): number | undefined
  heard(view: OrderView, token?: string): void
  /** The edge says that there is nothing to follow; it is not asked again. */
  refused(): void
}

/**
 * Follows an order until the signal aborts or the edge expects nothing more.
 *
 * Once a socket cannot be opened, none is tried again: a security policy does not change while a page lives.
 */
export async function follow(following: Following, api: Api, around: Surroundings, signal: AbortSignal) {
  if (following.after() === undefined && (await ask(following, api, signal)) === undefined) return
  let mayListen = true
  while (!signal.aborted) {
    if (mayListen) mayListen = await listen(following, around, signal)
    const pauseSeconds = await ask(following, api, signal)
    if (pauseSeconds === undefined) return
    await around.pause(pauseSeconds * 1000, signal)
  }
}

/** Resolves to the seconds after which to ask again, or `undefined` if there is nothing more to expect. */
async function ask(following: Following, api: Api, signal: AbortSignal): Promise<number | undefined> {
  if (signal.aborted) return
  const answer = await api.read(following.id, following.token())
  if (signal.aborted) return
  if (answer.ok) {
    following.heard(answer.value.body, answer.value.token)
    return answer.value.retryAfterSeconds
  }
  if (PASSING.includes(answer.reason.code)) return answer.reason.retryAfterSeconds ?? LOAD_LIMIT_MS / 1000
  following.refused()
  return
}

/** Resolves once the socket is closed, to whether it ever stood. */
function listen(following: Following, around: Surroundings, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open(following, around)
    if (!socket) return resolve(false)
    let stood = false
    const done = () => resolve(stood)
    signal.addEventListener('abort', () => socket.close(), { once: true })
    socket.onopen = () => {
      stood = true
    }
    socket.onmessage = ({ data }) => {
      const order = readMessage(data)
      if (order && !signal.aborted) following.heard(order)
    }
    socket.onclose = done
    socket.onerror = done
  })
}

function open(following: Following, around: Surroundings): WebSocket | undefined {
  const origin = following.edge.replace(/^http/, 'ws')
  const url = `${origin}/v1/orders/${following.id}/live?after=${following.after() ?? 0}`
  try {
    return around.openSocket(url, [LIVE_PROTOCOL, LIVE_TOKEN_PREFIX + following.token()])
  } catch {
    return
  }
}

function readMessage(data: unknown): OrderView | undefined {
  try {
    return (JSON.parse(String(data)) as LiveMessage).order
  } catch {
    return
  }
}
