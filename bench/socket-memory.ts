/** The memory of workerd while pages follow their orders and nothing happens. */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPages } from '../campaign/load/load.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { BareWorker } from './bare-worker.ts'
import { mugOffer } from './edge-shopper.ts'
import { loadNow } from './machine-load.ts'
import { workerdOf } from './workerd-process.ts'

const SOCKETS = [300, 1_000]

/** The platform puts an object to sleep when it was idle for ten seconds. */
const ASLEEP_MS = 12_000

/** A bare Worker is asked for so many sockets at a time. */
const AT_ONCE = 10

/** The part's Workers. */
interface Scene {
  readonly stack: Stack
  readonly bare: BareWorker
  readonly stateDir: string
}

/** Opens sockets to new orders, and to new objects that only hold a socket. */
export async function socketMemory({ stack, bare, stateDir }: Scene): Promise<PartResult> {
  const { edge } = stack.addresses.local
  const scene = { edge, offer: await mugOffer(stack), merchantKey: stack.secrets.merchantKey }
  const leaving: (() => void)[] = []
  const sides = {
    'an object that holds a socket': {
      process: await workerdOf(),
      open: async (count: number) => {
        leaving.push(...(await openBare(bare.url, count)))
      },
    },
    'pay-checkout': {
      process: await workerdOf(join(stateDir, 'edge.json')),
      open: async (count: number) => {
        const pages = await openPages(scene, count)
        leaving.push(
          ...pages.map(
            ({ live }) =>
              () =>
                live.leave(),
          ),
        )
      },
    },
  }
  const rows: Row[] = []
  for (const [side, { process, open }] of Object.entries(sides)) {
    const before = await process.memoryMB()
    let opened = 0
    for (const sockets of SOCKETS) {
      await open(sockets - opened)
      opened = sockets
      await pause(ASLEEP_MS)
      const after = await process.memoryMB()
      const kB = ((after - before) * 1000) / sockets
      rows.push({ side, sockets, 'MB before': before, MB: after, 'kB a socket': kB, load: loadNow() })
    }
  }
  for (const leave of leaving) leave()
  return {
    title: 'Memory of workerd with open sockets',
    rows,
    notes: [
      `${ASLEEP_MS / 1000} s after the last socket was opened. The process ran the other measurements before: it may still give memory back, or use what it kept.`,
    ],
  }
}

async function openBare(url: string, count: number): Promise<(() => void)[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const size = Math.min(AT_ONCE, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: size }, () => openSocket(url)))))
  }
  return sockets.map((socket) => () => socket.close())
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`)
  await once(socket, 'message')
  return socket
}
