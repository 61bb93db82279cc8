/** How soon a page learns of a payment, from the gateway's callback to the event of the tag. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import { chromiumPage, openTab, startOptions } from '../e2e/engines/chromium.ts'
import { statusText } from '../e2e/pages/shop.ts'
import { sessionOf } from '../packages/server/src/server.ts'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult } from '../scripts/reference/bench-results.ts'
import { makeSecrets } from '../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { alternate, type Side } from './alternate.ts'
import { startProxy } from './delaying-proxy.ts'
import { payHosted } from './edge-shopper.ts'
import { openOrder } from './shop-server.ts'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'

const ROUNDS = 6

/** From a shopper's machine to the edge and back. */
const ROUND_TRIP_MS = 100

/** A poll comes when it comes: the callback is sent somewhere between two of them. */
const BETWEEN_POLLS_MS = 4_000

/** Runs in the page before anything else. */
const RECORDER = `globalThis.settled = new Promise((resolve) => {
  addEventListener('pay-settled', () => resolve(performance.timeOrigin + performance.now()))
})`

/** A shop whose policy lets no page open a socket: the tag polls. */
const WITHOUT_SOCKETS = `globalThis.WebSocket = class { constructor() { throw new DOMException('', 'SecurityError') } }`

interface Scene {
  readonly stack: Stack
  readonly gateway: StandInGateway
}

/** From callback to event, over a live socket and by polling, near the edge and far from it. */
export async function tell(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const secrets = await makeSecrets()
  const gateway = await startGateway(secrets.controlKey)
  const stack = await startStack({
    secrets,
    edge: { GATEWAY_URL: gateway.url, CHECKOUT_METHODS: '["hosted"]' },
  })
  const { host, port } = new URL(stack.addresses.edge)
  const proxy = await startProxy(Number(port), ROUND_TRIP_MS / 2)
  const near = await launch([])
  const far = await launch([`--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`])
  try {
    const scene = { stack, gateway }
    const sides: Side[] = [
      { name: 'live socket', sample: () => told(near, scene, RECORDER) },
      { name: `live socket, ${ROUND_TRIP_MS} ms away`, sample: () => told(far, scene, RECORDER) },
      { name: 'polling', sample: () => told(near, scene, RECORDER, WITHOUT_SOCKETS) },
      {
        name: `polling, ${ROUND_TRIP_MS} ms away`,
        sample: () => told(far, scene, RECORDER, WITHOUT_SOCKETS),
      },
    ]
    return [
      {
        title: 'From the gateway’s callback to the tag’s event, milliseconds',
        rows: (await alternate(sides, ROUNDS)).map((one) => ({ ...one })),
        notes: [
          `${ROUNDS} orders each, in turn, in Chromium. The gateway is on the same machine; the edge asks it for the status in between. The tag polls by itself where a shop’s policy lets it open no socket.`,
        ],
      },
    ]
  } finally {
    await Promise.all([near.close(), far.close(), proxy.stop(), stack.stop()])
    await gateway.stop()
  }
}

function launch(args: readonly string[]): Promise<Browser> {
  const options = startOptions()
  return chromium.launch({
    ...options,
    executablePath: process.env.PAY_HEADLESS_SHELL || options.executablePath,
    args: [...options.args, ...args],
  })
}

/** Has one order paid while a page follows it. @returns Milliseconds from the callback to the event. */
async function told(browser: Browser, { stack, gateway }: Scene, ...scripts: string[]): Promise<number> {
  const { edge } = stack.addresses.local
  const opened = await openOrder(stack, { intent: 'sale', amount: '20.00', description: 'Teapot' })
  await payHosted(edge, opened)
  const context = await browser.newContext()
  try {
    for (const script of scripts) await context.addInitScript(script)
    const tab = await openTab(context, `${stack.addresses.shop}/mug.html`, {})
    await tab.evaluate(`(() => {
      const tag = document.querySelector('pay-checkout')
      tag.removeAttribute('offer')
      tag.setAttribute('session', ${JSON.stringify(sessionOf(opened))})
    })()`)
    await statusText(tab)
    await pause(1_000 + Math.random() * BETWEEN_POLLS_MS)
    const sentAt = await gateway.settle(opened.order.id, edge)
    const settledAt = await chromiumPage(tab).evaluate<number>('settled')
    return settledAt - performance.timeOrigin - sentAt
  } finally {
    await context.close()
  }
}
