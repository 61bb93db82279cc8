import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from './addresses.ts'
import { banner } from './banner.ts'
import { portsIn, stateOf } from './dev.ts'
import { DEFAULT_PORTS, freePorts, type Ports, takenPort } from './ports.ts'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'

describe('portsIn', () => {
  it('takes the documented ports unless told otherwise', () => {
    expect(portsIn([])).toEqual({ shop: 5173, edge: 8787, sandbox: 8788 })
  })

  it('counts up from a base', () => {
    expect(portsIn(['--port-base', '6000'])).toEqual({ shop: 6000, edge: 6001, sandbox: 6002 })
  })

  it.each([
    ['a word', ['--port-base', 'many']],
    ['nothing', ['--port-base', '0']],
    ['a base without room above it', ['--port-base', '65534']],
    ['another flag', ['--port', '6000']],
  ])('takes no ports from %s', (_title, args) => {
    expect(portsIn(args)).toBeUndefined()
  })
})

describe('npm run dev', () => {
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

  it('says in one line that this Node is too old', async () => {
    const old = [process.execPath, '--no-experimental-strip-types', `${ROOT}/scripts/run.js`, 'dev']

    const { code, output } = await runStep(old)

    expect(code).toBe(1)
    expect(output).toMatch(/^This needs Node 24, not [\d.]+: .*\n$/)
  })
})

describe('npm run dev, once it runs', () => {
  let ports: Ports
  let dev: ChildProcess

  beforeAll(async () => {
    ports = await freePorts()
    dev = await startDev(ports)
  }, 120_000)

  afterAll(async () => {
    dev.kill('SIGKILL')
    // What it started ends a moment later, and writes until then.
    await rm(stateOf(ports), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
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
    // Even a request that is refused enters the ledger.
    await fetch(`${gateway}/api/v2/status/1001`, { method: 'POST' })

    dev.kill('SIGINT')
    const [code] = await once(dev, 'exit')

    expect(answers).toEqual([200, 200, 200, 200])
    expect(code).toBe(0)
    expect(await takenPort(ports)).toBeUndefined()
  })

  it('knows after a restart what happened before, until it is reset', async () => {
    const requests = async () => {
      const ledger = await fetch(`${addressesOf(ports).local.gateway}/__sandbox/ledger`)
      return ((await ledger.json()) as { requests: unknown[] }).requests.length
    }
    dev = await startDev(ports)

    const kept = await requests()
    await fetch(`${addressesOf(ports).local.gateway}/__sandbox/reset`, { method: 'POST' })

    expect([kept, await requests()]).toEqual([1, 0])
  }, 120_000)
})

/** Starts everything, and waits until it says how to end it. */
async function startDev(ports: Ports): Promise<ChildProcess> {
  const flags = ['dev', '--port-base', String(ports.shop)]
  const dev = spawn(process.execPath, [`${ROOT}/scripts/run.js`, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    dev.on('exit', () => reject(new Error(output)))
    dev.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('Ctrl-C ends everything')) resolve()
    })
  })
  return dev
}

describe('banner', () => {
  it('names the four addresses and a code for each end', () => {
    const text = banner(addressesOf(DEFAULT_PORTS), { logs: '.dev/5173', merchantKey: '.dev/merchant-key' })

    for (const host of [
      'shop.localhost:5173',
      'pay.localhost:8787',
      'gateway.localhost:8788',
      'bank.localhost:8788',
    ])
      expect(text).toContain(`http://${host}`)
    expect(text).toMatch(/123, 1234 +approved/)
    expect(text).toMatch(/any other +declined/)
  })

  it('shows how a server calls the edge, without showing the key', () => {
    const text = banner(addressesOf(DEFAULT_PORTS), { logs: '.dev/5173', merchantKey: '.dev/merchant-key' })

    expect(text).toContain(
      'curl -H "Authorization: Bearer $(cat .dev/merchant-key)" http://127.0.0.1:8787/v1/orders',
    )
  })
})
