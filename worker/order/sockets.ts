/** Pages and servers that follow an order live. The platform keeps their sockets while the object sleeps. */
import { LIVE_PING, LIVE_PONG, LIVE_PROTOCOL } from '../../shared/messages.ts'

/** Sockets of one order. More are refused, and those pages poll. */
const MAX_SOCKETS = 16

/** Who looks at an order: its merchant, a page that may pay, or one that may only look. */
export type Viewer = 'merchant' | 'pay' | 'view'

/** Who listens, and until when, in milliseconds since the epoch. */
export interface Listener {
  readonly who: Viewer
  readonly until: number
}

/** Lets the platform answer pings, so that they do not wake the object. */
export const answerPings = (ctx: DurableObjectState): void =>
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG))

/**
 * Takes a page's socket.
 *
 * @param greeting What the page has missed, if anything.
 */
export function welcome(ctx: DurableObjectState, listener: Listener, greeting: string | undefined): Response {
  if (ctx.getWebSockets().length >= MAX_SOCKETS) return new Response(null, { status: 503 })
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.acceptWebSocket(server)
  server.serializeAttachment(listener)
  if (greeting) server.send(greeting)
  const headers = { 'Sec-WebSocket-Protocol': LIVE_PROTOCOL }
  return new Response(null, { status: 101, webSocket: client, headers })
}

/**
 * Tells every page whose token still holds; one whose token has run out has to come again with a new one. A page that
 * went away meanwhile is no reason to fail.
 *
 * @param message What a listener is told, by who it is.
 * @param now Milliseconds since the epoch.
 */
export function broadcast(ctx: DurableObjectState, message: (who: Viewer) => string, now: number): void {
  for (const socket of ctx.getWebSockets()) {
    const { who, until } = socket.deserializeAttachment() as Listener
    if (until <= now) socket.close(1008)
    else if (socket.readyState === WebSocket.OPEN) socket.send(message(who))
  }
}
