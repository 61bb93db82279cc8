/** Pages that follow an order live. The platform keeps their sockets while the object sleeps. */
import { LIVE_PING, LIVE_PONG, LIVE_PROTOCOL } from '../../shared/messages.ts'

/** Sockets of one order. More are refused, and those pages poll. */
const MAX_SOCKETS = 16

/** Lets the platform answer pings, so that they do not wake the object. */
export const answerPings = (ctx: DurableObjectState): void =>
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG))

/**
 * Takes a page's socket.
 *
 * @param greeting What the page has missed, if anything.
 */
export function welcome(ctx: DurableObjectState, greeting: string | undefined): Response {
  if (ctx.getWebSockets().length >= MAX_SOCKETS) return new Response(null, { status: 503 })
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.acceptWebSocket(server)
  if (greeting) server.send(greeting)
  const headers = { 'Sec-WebSocket-Protocol': LIVE_PROTOCOL }
  return new Response(null, { status: 101, webSocket: client, headers })
}

/** Tells every page. One that went away meanwhile is no reason to fail. */
export function broadcast(ctx: DurableObjectState, message: string): void {
  for (const socket of ctx.getWebSockets()) {
    if (socket.readyState === WebSocket.OPEN) socket.send(message)
  }
}
