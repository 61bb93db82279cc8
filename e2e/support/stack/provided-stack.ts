import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { builtWidget } from '../../../scripts/build.ts'
import { nodeTool, runStep } from '../../../scripts/run-step.ts'
import { addressesOf } from '../../../scripts/stack/addresses.ts'
import { freePorts } from '../../../scripts/stack/ports.ts'
import { type Stack, startStack, type WorkerName } from '../../../scripts/stack/stack.ts'
import { persistIn, wranglerEnvironment } from '../../../scripts/stack/worker-process.ts'
import { buildShop, type ExtraPage } from '../../../shop/build.ts'
import { type PageServer, type ServedPage, startPageServer } from './page-server.ts'
import { startWebhookInbox, type WebhookInbox } from './webhook-inbox.ts'

/** What tests know about their stack: its addresses and keys, and the controls of the process that started it. */
export interface ProvidedStack {
  readonly addresses: Stack['addresses']
  /** The private JWK that the shop's offers are signed with, so that tests can sign bad ones. */
  readonly offerKey: Stack['offerKey']
  /** A key of the merchant's own server, with every scope. */
  readonly merchantKey: string
  /** The edge's durations. */
  readonly orderTimes: Readonly<Record<string, number | readonly number[]>>
  /** All secrets of the stack, for stories that change them. */
  readonly secrets: Stack['secrets'] & { readonly webhookSecret: string }
  /** Origins of pages that tests write: on the shop's site, and on another one that may show the shop's pages in a frame. */
  readonly served: { readonly shop: string; readonly magazine: string }
  /** Folder with the logs and the stored state of the Workers. */
  readonly stateDir: string
  readonly controls: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each file that runs at the same time. */
    stacks: readonly ProvidedStack[]
  }
}

/** So short that every wait of the edge ends within a test, so long that its steps keep their order. */
const ORDER_TIMES = {
  // As in production: no test waits for it, and even a busy machine sends each request once.
  requestDeadline: 30_000,
  methodDeadline: 6_000,
  activeEvery: 400,
  activeFor: 30_000,
  // The edge must not poll for long for orders that tests leave behind.
  waitingAfter: [1_000, ...Array.from({ length: 30 }, (_, place) => 3_000 + 2_000 * place)],
  minutesEvery: 2_000,
  minutesFor: 60_000,
  catchUpAfter: 1_000,
  forgedWakeEvery: 2_000,
  // The next try already meets what the last one changed.
  limiterCached: 1,
}

/** Withdraws the offers of an item that were signed before 2100. */
const FAR_FUTURE_SECONDS = 4_102_444_800

const CALLBACK_RETRIES_MS = [300, 600, 1_200, 2_400, 5_000]

type Settings = Readonly<Record<string, string>>

/** A stack that runs. */
interface Started {
  readonly provided: ProvidedStack
  readonly stop: () => Promise<void>
}

/**
 * Builds the tag, and starts one stack for each file that runs at the same time.
 *
 * @param settings Settings of the edge, added to those that all stories share.
 * @returns Stops all stacks.
 */
export async function provideStacks(
  project: Pick<TestProject, 'provide' | 'config'>,
  settings: Settings = {},
): Promise<() => Promise<void>> {
  // Vitest says `test`, which would make Lit's development files part of the tag.
  process.env.NODE_ENV = 'production'
  const failure = await builtWidget()
  if (failure) throw new Error(`The tag cannot be built:\n${failure}`)
  const started: Started[] = []
  const stopAll = async () => void (await Promise.all(started.map(({ stop }) => stop())))
  try {
    // One after the other: finding a free port and taking it are two steps.
    while (started.length < project.config.maxWorkers) started.push(await start(settings))
  } catch (error) {
    await stopAll()
    throw error
  }
  project.provide(
    'stacks',
    started.map(({ provided }) => provided),
  )
  return stopAll
}

async function start(settings: Settings): Promise<Started> {
  const dir = await mkdtemp(join(tmpdir(), 'pay-checkout-stack-'))
  const places = { shopDir: join(dir, 'shop'), stateDir: join(dir, 'state') }
  const ports = await freePorts()
  const pages = await startPageServer()
  const served = {
    shop: `http://shop.localhost:${pages.port}`,
    magazine: `http://magazine.localhost:${pages.port}`,
  }
  const inbox = await startWebhookInbox()
  const stack = await startStack({
    ...places,
    ports,
    edge: {
      ALLOWED_ORIGINS: JSON.stringify([addressesOf(ports).shop, ...Object.values(served)]),
      ...inbox.settings,
      SHOPPER_MAIL: JSON.stringify({ from: 'shop@shop.example.com', requests: true }),
      ORDER_TIMES: JSON.stringify(ORDER_TIMES),
      OFFERS_NOT_BEFORE: JSON.stringify({ 'last-years-mug': FAR_FUTURE_SECONDS }),
      ...settings,
    },
    sandbox: { SANDBOX_CALLBACK_RETRIES_MS: JSON.stringify(CALLBACK_RETRIES_MS) },
  })
  const controls = await serveControls(stack, { ...places, webhooks: inbox, pages })
  const { addresses, offerKey, secrets } = stack
  const { merchantKey } = secrets
  const { WEBHOOK_SECRET: webhookSecret } = inbox.settings
  const { stateDir } = places
  const control = addressOf(controls)
  const stop = async () => {
    controls.close()
    inbox.stop()
    pages.stop()
    await stack.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const provided = { addresses, offerKey, merchantKey, served, stateDir, controls: control }
  const others = { secrets: { ...secrets, webhookSecret }, orderTimes: ORDER_TIMES }
  return { provided: { ...provided, ...others }, stop }
}

/** The stack's folders, the webhooks that it sent, and the pages of the tests. */
interface Places {
  readonly shopDir: string
  readonly stateDir: string
  readonly webhooks: WebhookInbox
  readonly pages: PageServer
}

/** Serves the controls of a stack over HTTP, since tests run in processes of their own. */
async function serveControls(stack: Stack, places: Places): Promise<Server> {
  const server = createServer(async (request, reply) => {
    if (request.url === '/webhooks') return void reply.end(JSON.stringify(places.webhooks.bodies))
    if (request.url === '/signed-webhooks') return void reply.end(JSON.stringify(places.webhooks.messages))
    const problem = await act(stack, places, request).then(
      () => '',
      (error: Error) => error.message,
    )
    reply.writeHead(problem ? 500 : 204).end(problem)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A stack that does not start ends the run, whatever still listens.
  server.unref()
  return server
}

async function act(
  stack: Stack,
  { shopDir, stateDir, pages }: Places,
  request: IncomingMessage,
): Promise<void> {
  if (request.url === '/end') return stack.end((await json(request)) as WorkerName)
  if (request.url === '/start') return stack.start(...((await json(request)) as Parameters<Stack['start']>))
  if (request.url === '/list-sql') return changeList(stateDir, (await json(request)) as string)
  if (request.url === '/serve') return pages.put((await json(request)) as ServedPage)
  const extra = (await json(request)) as Record<string, ExtraPage>
  const { addresses, offerKey } = stack
  await buildShop({ edge: addresses.edge, origin: addresses.shop, key: offerKey, out: shopDir, extra })
}

/** A statement takes about three seconds. One that takes longer hangs. */
const SQL_LIMIT_MS = 60_000

/** Runs a statement in the database of the list of orders, past the edge, as an operator would. */
async function changeList(stateDir: string, statement: string): Promise<void> {
  const command = ['d1', 'execute', 'ORDER_INDEX', '--local', '-c', 'wrangler.toml', '--yes']
  const place = ['--persist-to', persistIn(stateDir, 'edge'), '--command', statement]
  const step = nodeTool('wrangler/bin/wrangler.js', ...command, ...place)
  const { code, output } = await runStep(step, {
    env: wranglerEnvironment(stateDir),
    limitMs: SQL_LIMIT_MS,
  })
  if (code !== 0) throw new Error(`the list cannot be changed:\n${output}`)
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === 'object' && address.port}`
}
