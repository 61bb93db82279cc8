/** A box between browser and edge, in which the connection of a click breaks at some byte. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { addresses } from './stack.ts'

/** Where the connection of a checkout that pays breaks. */
export interface BreakingPlace {
  readonly message: 'request' | 'answer'
  readonly part: 'head' | 'body'
  /** How much of the part still gets through: from 0 to 1. */
  readonly share: number
  /** `silence`: the connection stays, and nothing more comes through. */
  readonly by: 'reset' | 'close' | 'silence'
}

/** The box. */
export interface BreakingProxy {
  /** For Chromium: takes the box for the edge. */
  readonly resolverRules: string
  /** The next checkout that pays breaks there. @returns Resolves once it has. */
  readonly breaksAt: (place: BreakingPlace) => Promise<void>
  readonly stop: () => void
}

/** A break that is to come. */
interface Plan {
  readonly place: BreakingPlace
  readonly broken: () => void
}

/** Starts the box on a free port. */
export async function startBreakingProxy(): Promise<BreakingProxy> {
  const sockets = new Set<Socket>()
  let plan: Plan | undefined
  const server = createServer((client) => {
    const edge = connect(Number(new URL(addresses().local.edge).port), '127.0.0.1')
    for (const socket of [client, edge]) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        edge.destroy()
      })
    }
    exchange(client, edge, (request) => {
      if (!isClick(request)) return
      const made = plan
      plan = undefined
      return made
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    resolverRules: `MAP ${new URL(addresses().edge).host} 127.0.0.1:${port}`,
    breaksAt: (place) =>
      new Promise((broken) => {
        plan = { place, broken }
      }),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Passes on what one connection carries, message by message. It ends after each answer: on a connection that was used before,
 * a browser sends a lost request again by itself.
 */
function exchange(client: Socket, edge: Socket, planOf: (request: Buffer) => Plan | undefined) {
  let plan: Plan | undefined
  let isSocket = false
  let isOver = false
  const act = ({ place, broken }: Plan, message: Buffer, to: Socket) =>
    to.write(message.subarray(0, bytesUntil(place, message)), () => {
      for (const side of [client, edge]) END[place.by](side)
      broken()
    })
  collect(client, (request) => {
    // A request that crosses the end of its connection is sent again on another one.
    if (isOver) return isSocket
    isSocket ||= /^upgrade: *websocket/im.test(`${request}`)
    plan ??= planOf(request)
    if (plan?.place.message === 'request') act(plan, request, edge)
    else edge.write(request)
    return isSocket
  })
  collect(edge, (answer) => {
    if (plan) act(plan, answer, client)
    else if (isSocket) client.write(answer)
    else client.end(answer)
    isOver = !isSocket
    return isSocket
  })
}

const END: Readonly<Record<BreakingPlace['by'], (side: Socket) => unknown>> = {
  reset: (side) => side.resetAndDestroy(),
  close: (side) => side.end(),
  silence: (side) => side.removeAllListeners('data').resume(),
}

/** Collects what a side says into whole messages. @param take Says whether the rest is no HTTP any more. */
function collect(side: Socket, take: (message: Buffer) => boolean) {
  let heard = Buffer.alloc(0)
  let isRaw = false
  side.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk])
    if (!isRaw && !isWhole(heard)) return
    const message = heard
    heard = Buffer.alloc(0)
    isRaw = take(message)
  })
}

const headLength = (message: Buffer) => message.indexOf('\r\n\r\n') + 4

const isWhole = (message: Buffer): boolean => {
  if (!message.includes('\r\n\r\n')) return false
  const length = headLength(message)
  const head = `${message.subarray(0, length)}`
  if (/^transfer-encoding: *chunked/im.test(head)) return message.subarray(length).includes('0\r\n\r\n')
  return message.length >= length + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
}

const isClick = (request: Buffer) =>
  `${request}`.startsWith('POST /v1/checkout ') && request.includes('"pay":')

function bytesUntil({ part, share }: BreakingPlace, message: Buffer): number {
  const head = headLength(message)
  return part === 'head' ? Math.round(share * head) : head + Math.round(share * (message.length - head))
}
