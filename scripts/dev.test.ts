import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOfferKey, type OfferKey } from '../cli/keys.ts'
import { signOffer } from '../cli/sign-offer.ts'
import type { CheckoutReply } from '../shared/http-bodies.ts'
import { DEV_DIR } from './build.ts'
import { banner, END } from './dev/banner.ts'
import { stateOf } from './dev.ts'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'
import { addressesOf } from './stack/addresses.ts'
import { DEFAULT_PORTS, freePorts, type Ports, takenPort } from './stack/ports.ts'
import { webhookSecretIn } from './stack/secrets.ts'

const OWN_PAGE = 'http://localhost:3000'

const MUG = {
  item: 'mug',
  description: 'Mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  methods: ['hosted'],
  collect: ['email'],
} as const

const now = () => Math.floor(Date.now() / 1000)

const POLL = { timeout: 40_000 }

describe('npm run dev', () => {
  it('says which option is wrong, and which there are', async () => {
    const flags = ['--origin', 'http://192.168.0.4:3000']
    const { code, output } = await runStep([process.execPath, `${ROOT}/scripts/run.js`, 'dev', ...flags])

    expect(code).toBe(1)
    expect(output).toMatch(/^--origin must be an https address, or http on this machine/)
    expect(output).toContain('--offer-key')
  })

  it('ends with one line that names the port which is taken, and the way out', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const flags = ['--port-base', String(port)]
    const { code, output } = await runStep([process.execPath, `${ROOT}/scripts/run.js`, 'dev', ...flags])

    other.close()
    expect(code).toBe(1)
    expect(output).toBe(`Port ${port} is taken; choose others with: npm run dev -- --port-base 6000\n`)
  })
})

describe('npm run dev, once it runs', () => {
  let ports: Ports
  let dev: ChildProcess

  /** The merchant's own: a folder with a key, and a server that outcomes are posted to. */
  let folder: string
  let ownKey: OfferKey
  const heard: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createHttpServer(async (request, reply) => {
    heard.push({ headers: request.headers, body: await text(request) })
    reply.writeHead(204).end()
  })

  beforeAll(async () => {
    ports = await freePorts()
    folder = await mkdtemp(join(tmpdir(), 'pay-checkout-dev-'))
    ownKey = await makeOfferKey('ES256')
    await writeFile(join(folder, 'key.json'), JSON.stringify(ownKey))
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const { port } = receiver.address() as AddressInfo
    const flags = ['--origin', OWN_PAGE, '--offer-key', join(folder, 'key.json')]
    dev = await startDev(ports, ...flags, '--webhook', `http://127.0.0.1:${port}/hooks`)
  }, 120_000)

  afterAll(async () => {
    dev.kill('SIGKILL')
    receiver.close()
    await rm(folder, { recursive: true, force: true })
    // What it started ends a moment later, and writes until then.
    await rm(stateOf(ports), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  })

  it('sells from the merchant’s own page with the merchant’s own key, and posts the outcome', async () => {
    const { edge, local } = addressesOf(ports)
    const claims = { ...MUG, aud: edge, iat: now(), exp: now() + 600, origins: [OWN_PAGE] }
    const asked = (path: string, body: object, token = '') =>
      fetch(`${local.edge}${path}`, {
        method: 'POST',
        headers: {
          Origin: OWN_PAGE,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })

    const opened = await asked('/v1/checkout', {
      offer: await signOffer(claims, ownKey),
      customer: { email: 'ann@example.com' },
    })
    const { order, token } = (await opened.json()) as CheckoutReply
    await asked(`/v1/orders/${order.id}/pay`, { method: 'hosted' }, token)
    await expect
      .poll(async () => (await asked(`/v1/orders/${order.id}/cancel`, {}, token)).status, POLL)
      .toBe(200)

    expect(opened.headers.get('Access-Control-Allow-Origin')).toBe(OWN_PAGE)
    await expect.poll(() => heard.length, POLL).toBeGreaterThan(0)
    const [{ headers, body } = expect.fail()] = heard
    const secret = (await readFile(webhookSecretIn(DEV_DIR), 'utf8')).trim()
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'order.cancelled',
      data: { order: { id: order.id } },
    })
  })

  it('serves the shop, the tag and the gateway, and ends all of it at Ctrl-C', async () => {
    const { shop, edge, gateway } = addressesOf(ports).local
    const pages = [
      `${shop}/mug.html`,
      `${edge}/pay-checkout.js`,
      `${edge}/healthz`,
      `${gateway}/__sandbox/ledger`,
    ]
    const answers = await Promise.all(pages.map(async (page) => (await fetch(page)).status))
    const ofEdge = ['/pay-checkout.js', '/pay.css', '/frames/card.js', '/healthz', '/nothing']
    const headers = await Promise.all(ofEdge.map(async (path) => (await fetch(edge + path)).headers))
    // Even a request that is refused enters the ledger.
    await fetch(`${gateway}/api/v2/status/1001`, { method: 'POST' })

    dev.kill('SIGINT')
    const [code] = await once(dev, 'exit')

    expect(answers).toEqual([200, 200, 200, 200])
    expect(headers.map((all) => all.get('Strict-Transport-Security'))).toEqual(
      ofEdge.map(() => 'max-age=31536000'),
    )
    expect(code).toBe(0)
    expect(await takenPort(ports)).toBeUndefined()
  })

  it('keeps its state across a restart, until it is reset', async () => {
    const requests = async () => {
      const ledger = await fetch(`${addressesOf(ports).local.gateway}/__sandbox/ledger`)
      const { requests } = (await ledger.json()) as { requests: { clientOrderId?: string }[] }
      // The order that was sold goes on asking.
      return requests.filter(({ clientOrderId }) => !clientOrderId).length
    }
    dev = await startDev(ports)

    const kept = await requests()
    await fetch(`${addressesOf(ports).local.gateway}/__sandbox/reset`, { method: 'POST' })

    expect([kept, await requests()]).toEqual([1, 0])
  }, 120_000)

  it('leaves no process behind at SIGTERM', async () => {
    const before = await processesIn(stateOf(ports))

    dev.kill('SIGTERM')
    const [code] = await once(dev, 'exit')

    expect(before).not.toEqual([])
    expect(code).toBe(0)
    await expect.poll(() => processesIn(stateOf(ports)), POLL).toEqual([])
  })
})

/** Starts everything, and waits until it says how to end it. */
async function startDev(ports: Ports, ...own: string[]): Promise<ChildProcess> {
  const flags = ['dev', '--port-base', String(ports.shop), ...own]
  const dev = spawn(process.execPath, [`${ROOT}/scripts/run.js`, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    dev.on('exit', () => reject(new Error(output)))
    dev.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes(END)) resolve()
    })
  })
  return dev
}

/** The command lines that name a folder. */
async function processesIn(folder: string): Promise<string[]> {
  const { output } = await runStep(['ps', '-eo', 'args'])
  return output.split('\n').filter((line) => line.includes(folder))
}

describe('banner', () => {
  const text = banner(addressesOf(DEFAULT_PORTS), {
    logs: '.dev/5173',
    merchantKey: '.dev/merchant-key',
    webhookSecret: '.dev/webhook-secret',
  })

  it('names the four addresses, the file with the key of the desk, and where other outcomes are listed', () => {
    for (const host of [
      'shop.localhost:5173',
      'pay.localhost:8787',
      'gateway.localhost:8788',
      'bank.localhost:8788',
    ])
      expect(text).toContain(`http://${host}`)
    expect(text).toContain('/desk   the key is in the file .dev/merchant-key')
    expect(text).toContain('docs/testing.md')
  })

  it('ends with what to open, the card, and how to end', () => {
    expect(text.trimEnd().split('\n').slice(-3)).toEqual([
      '  Open   http://shop.localhost:5173 to buy the mug with any e-mail address, http://pay.localhost:8787/desk to sell',
      '  Card   4444 5555 6666 1111, any name, any date to come, the security code 123',
      '  End    Ctrl-C ends everything',
    ])
  })

  it('fits on one screen', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(30)
  })

  it('shows how a server calls the edge, without showing the key', () => {
    expect(text).toContain(
      'curl -H "Authorization: Bearer $(cat .dev/merchant-key)" http://127.0.0.1:8787/v1/orders',
    )
  })
})
