/** Pages and servers that follow an order live. The platform keeps their sockets while the object sleeps. */
import { LIVE_CROWDED, LIVE_PING, LIVE_PONG, LIVE_PROTOCOL } from '../../shared/http-bodies.ts'

/** Sockets of one order. Further ones take the place of the oldest, whose page polls from then on. */
const MAX_SOCKETS = 16

/** When to come again where clients with more rights take all places. */
const CROWDED_RETRY_SECONDS = 60

/** Who reads an order: its merchant, a page that may pay, one that may only look, or a holder of its link. */
export type Viewer = 'merchant' | 'pay' | 'view' | 'link'

/** A client that follows the order, since when and until when, in milliseconds since the epoch. */
export interface Listener {
  readonly who: Viewer
  readonly since: number
  readonly until: number
  /** When its token was issued. Absent for a merchant's server. */
  readonly issuedAt?: number
  /** Names the exchange of a link that its token comes from. */
  readonly exchange?: string
}

/**
 * Lets the platform answer pings. They neither wake the object nor are charged, so it cannot count them and need not.
 *
 * @see https://developers.cloudflare.com/durable-objects/platform/pricing/
 */
export const answerPings = (ctx: DurableObjectState): void =>
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG))

/**
 * Accepts a client's socket.
 *
 * @param greeting Sent at once: a page that receives nothing polls.
 * @returns 503 with `Retry-After` where there is no place for it.
 */
export function acceptSocket(ctx: DurableObjectState, listener: Listener, greeting: string): Response {
  const others = ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN)
  others.sort((one, other) => listenerOf(one).since - listenerOf(other).since)
  if (others.length >= MAX_SOCKETS && !makeRoom(others, listener)) {
    return new Response(null, { status: 503, headers: { 'Retry-After': `${CROWDED_RETRY_SECONDS}` } })
  }
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.acceptWebSocket(server)
  const newest = others.at(-1)
  // Sockets of one millisecond have an order too.
  const since = Math.max(listener.since, newest ? listenerOf(newest).since + 1 : 0)
  server.serializeAttachment({ ...listener, since } satisfies Listener)
  server.send(greeting)
  const headers = { 'Sec-WebSocket-Protocol': LIVE_PROTOCOL }
  return new Response(null, { status: 101, webSocket: client, headers })
}

/**
 * A token that may only look travels in addresses, and a link may be forwarded, so their holders never displace a page of
 * the shop that pays, or the merchant.
 *
 * @param byAge Oldest first.
 * @returns Whether one of them left.
 */
function makeRoom(byAge: readonly WebSocket[], comer: Listener): boolean {
  const looker = byAge.find((socket) => isOfAnybody(listenerOf(socket)))
  const leaving = looker ?? (isOfAnybody(comer) ? undefined : byAge[0])
  leaving?.close(LIVE_CROWDED)
  return !!leaving
}

const isOfAnybody = ({ who, exchange }: Listener) => who === 'view' || exchange !== undefined

const listenerOf = (socket: WebSocket) => socket.deserializeAttachment() as Listener

/**
 * Sends a message to every client whose token is still valid; one whose token has expired has to come again with a new
 * one. A client that went away meanwhile is no reason to fail.
 *
 * @param message The message for each kind of client.
 * @param isOver Whether the client's token ended, or was revoked.
 */
export function broadcast(
  ctx: DurableObjectState,
  message: (listener: Listener) => string,
  isOver: (listener: Listener) => boolean,
): void {
  for (const socket of ctx.getWebSockets()) {
    const listener = listenerOf(socket)
    if (isOver(listener)) socket.close(1008)
    else if (socket.readyState === WebSocket.OPEN) socket.send(message(listener))
  }
}
