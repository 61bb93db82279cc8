/** A deployment as far as it goes without an account: what `setup` writes, as the production bundle, behind a domain. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalDeployment, localDeployment } from '../../scripts/deploy/deployment.ts'
import { ROOT } from '../../scripts/root.ts'
import { nodeTool, runStep } from '../../scripts/run-step.ts'
import { freePorts } from '../../scripts/stack/ports.ts'
import {
  persistIn,
  startWorker,
  type WorkerProcess,
  wranglerEnvironment,
} from '../../scripts/stack/worker-process.ts'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { formWalker } from '../support/form-walker.ts'
import { TYPED_CARD } from '../support/merchant/cards.ts'

const EDGE = 'https://pay.shop.example'
const SHOP = 'https://shop.example'
const [LOGIN, CONTROL_KEY] = ['production', randomUUID()]

/** The shopper's way at the gateway, until it leads back to the edge. */
const GATEWAY = formWalker(EDGE)

/** Its files are beside those of nobody's deployment. */
const ENVIRONMENT = `try-${randomUUID().slice(0, 8)}`

let folder: string
let deployment: LocalDeployment
let domain: Server
const workers: WorkerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-production-'))
  const ports = await freePorts()
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await writeFile(join(folder, 'gateway.pem'), keys.privateKey)
  await writeFile(join(folder, 'control-key.txt'), CONTROL_KEY)
  await payCheckout(
    ...[
      'setup',
      '--environment',
      ENVIRONMENT,
      '--public-url',
      EDGE,
      '--origin',
      SHOP,
      '--login',
      LOGIN,
      '--folder',
      '.',
    ],
    ...[
      '--gateway-url',
      `http://127.0.0.1:${ports.sandbox}`,
      '--endpoint',
      '1001',
      '--merchant-name',
      'A shop',
    ],
    ...['--control-key-file', 'control-key.txt', '--private-key-file', 'gateway.pem'],
  )
  deployment = localDeployment(ENVIRONMENT, folder)
  await deployment.compose()
  await applyMigrations()
  const gateway = `http://127.0.0.1:${ports.sandbox}`
  workers.push(
    await startWorker({
      ...{ name: 'sandbox', config: 'sandbox/wrangler.toml', port: ports.sandbox, stateDir: folder },
      readyAt: `${gateway}/__sandbox/ledger`,
      settings: {
        ...{ SANDBOX_URL: gateway, BANK_URL: gateway, SANDBOX_LOGIN: LOGIN },
        ...{ SANDBOX_CONTROL_KEY: CONTROL_KEY, SANDBOX_PUBLIC_KEY: keys.publicKey },
        SANDBOX_ENDPOINTS: JSON.stringify({ 1001: { currencies: '*' } }),
      },
    }),
    await startWorker({
      ...{ name: 'edge', config: relative(ROOT, deployment.configPath), port: ports.edge, stateDir: folder },
      readyAt: `http://127.0.0.1:${ports.edge}/healthz`,
      settings: { ...(await deployment.readSecrets()) },
    }),
  )
  domain = await startDomain(ports.edge)
}, 180_000)

afterAll(async () => {
  domain?.close()
  await Promise.all(workers.map(({ stop }) => stop()))
  await Promise.all(
    [deployment?.configPath, folder].map((path) => path && rm(path, { recursive: true, force: true })),
  )
})

/** Runs the command line in the merchant's folder. @returns Its JSON and its exit code; only 0, 3 and 4 are no failure. */
async function payCheckout<Value>(...args: string[]): Promise<{ code: number; value: Value }> {
  const program = join(ROOT, 'cli/pay-checkout.js')
  const run = promisify(execFile)(process.execPath, [program, ...args, '--json'], { cwd: folder })
  const ended = await run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )
  if (![0, 3, 4].includes(ended.code)) throw new Error(ended.stdout)
  return { code: ended.code, value: JSON.parse(ended.stdout) }
}

async function applyMigrations(): Promise<void> {
  const command = ['d1', 'migrations', 'apply', 'ORDER_INDEX', '--local', '-c', deployment.configPath]
  const step = nodeTool('wrangler/bin/wrangler.js', ...command, '--persist-to', persistIn(folder, 'edge'))
  const { code, output } = await runStep(step, { env: wranglerEnvironment(folder) })
  if (code !== 0) throw new Error(output)
}

/** The platform in front of a Worker: TLS ends there, and the Worker gets the domain's name and the shopper's address. */
async function startDomain(port: number): Promise<Server> {
  const server = createServer((asked, answer) => {
    const { 'x-test-host': host = new URL(EDGE).host, ...headers } = asked.headers
    const added = {
      ...{ host: String(host), 'x-forwarded-proto': 'https', 'cf-visitor': '{"scheme":"https"}' },
      ...{ 'cf-connecting-ip': '203.0.113.7', 'cf-ray': '8f0a1b2c3d4e5f60-FRA' },
    }
    const { url: path, method } = asked
    const onward = request(
      { host: '127.0.0.1', port, path, method, headers: { ...headers, ...added } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => answer.writeHead(502).end())
    asked.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

const front = () => `http://127.0.0.1:${(domain.address() as AddressInfo).port}`

interface Signed {
  readonly offer: string
}

const signedOffer = async () =>
  (
    await payCheckout<Signed>(
      ...['offer', '--key', `offer-key.${ENVIRONMENT}.json`, '--aud', EDGE, '--settings', front()],
      ...[
        '--expires',
        '30d',
        '--item',
        'mug',
        '--description',
        'A mug',
        '--currency',
        'EUR',
        '--amount',
        '12.50',
      ],
    )
  ).value.offer

const post = async <Body>(path: string, body: object, headers: Record<string, string> = {}) => {
  const reply = await fetch(front() + path, {
    method: 'POST',
    headers: {
      ...{ Origin: SHOP, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Body }
}

const check = (...args: string[]) =>
  payCheckout<{ findings: readonly { readonly code: string; readonly level: string }[] }>(
    ...['check', '--edge', front(), '--merchant-key-file', `.merchant-key.${ENVIRONMENT}`, ...args],
  )

describe('a deployment that setup wrote', () => {
  it('sells: the shopper pays at the gateway, and comes back by the domain to the shop', async () => {
    const offer = await signedOffer()
    const customer = { email: 'ann@example.com' }
    const opened = await post<CheckoutReply>('/v1/checkout', { offer, customer, returnUrl: `${SHOP}/thanks` })
    const { order, token } = opened.body
    const Authorization = `Bearer ${token}`
    const look = async () => {
      const reply = await fetch(`${front()}/v1/orders/${order.id}`, { headers: { Authorization } })
      return (await reply.json()) as OrderView
    }
    const becomes = (status: string) =>
      expect.poll(async () => (await look()).status, { timeout: 30_000 }).toBe(status)

    await post(`/v1/orders/${order.id}/pay`, { method: 'hosted' }, { Authorization })
    await becomes('redirect')
    const { action } = await look()
    const page = await GATEWAY.open(action && 'url' in action ? action.url : '')
    // The gateway shows the outcome, and its page posts the shopper back.
    const back = await GATEWAY.submit(await GATEWAY.submit(page, TYPED_CARD))
    const arrived = await fetch(front() + new URL(back.url).pathname, { redirect: 'manual' })

    expect(opened.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
    expect(back.url).toContain(`${EDGE}/return/${order.id}/`)
    expect(arrived.headers.get('Location')).toMatch(new RegExp(`^${SHOP}/thanks#pay-order=${order.id}`))
    await becomes('approved')
    const [{ url }] = (await ledger()).callbacks
    expect(url).toContain(`${EDGE}/callback/${order.id}/`)
  })

  it('passes the check, with a page that sells and a signed request to the gateway', async () => {
    const page = `<script type="module" src="${front()}/pay-checkout.js"></script><pay-checkout offer="${await signedOffer()}"></pay-checkout>`
    await writeFile(join(folder, 'mug.html'), page)

    const { code, value } = await check('--page', 'mug.html')

    expect(value.findings.filter(({ level }) => level === 'attention')).toEqual([])
    expect(code).toBe(0)
    expect(value.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'health',
        'clock',
        'methods',
        'callbacks',
        'gateway',
        'offer',
        'offer-end',
        'script',
      ]),
    )
  })

  it('refuses pages and merchants at the address under workers.dev, and takes callbacks there', async () => {
    const at = (path: string) =>
      fetch(front() + path, { headers: { 'X-Test-Host': 'pay-checkout.shop.workers.dev' } })

    expect((await at('/v1/settings')).status).toBe(421)
    expect((await at('/healthz')).status).toBe(200)
    expect((await at(`/callback/${'0'.repeat(22)}/${'0'.repeat(22)}`)).status).toBe(404)
  })

  it('has settings that git may track: no secret is in what wrangler gets', async () => {
    const text = await readFile(deployment.configPath, 'utf8')

    for (const secret of Object.values(await deployment.readSecrets())) expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ workers_dev: false, secrets: { required: expect.anything() } })
  })
})

async function ledger(): Promise<{ callbacks: [{ url: string }] }> {
  const { vars } = JSON.parse(await readFile(deployment.configPath, 'utf8'))
  return (await (await fetch(`${vars.GATEWAY_URL}/__sandbox/ledger`)).json()) as {
    callbacks: [{ url: string }]
  }
}

describe('the classes of objects', () => {
  it('have their migrations in the order in which they were released', async () => {
    const config = JSON.parse(await readFile(deployment.configPath, 'utf8'))

    // A released tag never changes: the platform would run it no second time.
    expect(config.migrations.slice(0, 6)).toEqual([
      { tag: 'v1', new_sqlite_classes: ['Order', 'OfferLimit'] },
      { tag: 'v2', new_sqlite_classes: ['Budget', 'Tally'] },
      { tag: 'v3', new_sqlite_classes: ['OrderIndexShard'] },
      { tag: 'v4', new_sqlite_classes: ['NetworkHolds'] },
      { tag: 'v5', new_sqlite_classes: ['Catalogue'] },
      { tag: 'v6', new_sqlite_classes: ['RefundCount'] },
    ])
  })
})
