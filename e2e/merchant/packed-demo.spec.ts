/** The packed demo as a stranger runs it: installed in a folder of its own, on the Node of the machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtWidget, EDGE_DIR } from '../../scripts/build.ts'
import { buildDemo } from '../../scripts/demo/build-demo.ts'
import { machineNode } from '../../scripts/machine-node.ts'
import { installCommandLine } from '../../scripts/packages/command-line.ts'
import { ROOT } from '../../scripts/root.ts'
import { runStep } from '../../scripts/run-step.ts'
import { type Addresses, addressesOf } from '../../scripts/stack/addresses.ts'
import { freePorts, type Ports, takenPort } from '../../scripts/stack/ports.ts'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { formWalker } from '../support/form-walker.ts'
import { TYPED_CARD } from '../support/merchant/cards.ts'

let folder: string
let program: string
let node: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-packed-demo-'))
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  await buildDemo(EDGE_DIR, join(folder, 'demo'))
  program = await installCommandLine(folder, join(folder, 'demo'))
  // The runtime, as a project has it that installed it beside the command line: a test fetches nothing.
  await symlink(join(ROOT, 'node_modules/miniflare'), join(folder, 'shop/node_modules/miniflare'))
  node = await machineNode()
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

let ports: Ports
let local: Addresses['local']
/** Where the demo keeps what it stores. */
let temporary: string

beforeEach(async () => {
  ports = await freePorts()
  local = addressesOf(ports).local
  temporary = await mkdtemp(join(folder, 'tmp-'))
})

/** Starts it and waits for its last line. */
async function start(): Promise<{ demo: ChildProcess; output: () => string }> {
  const env = { ...process.env, TMPDIR: temporary }
  const args = [program, 'demo', '--port-base', String(ports.shop)]
  const demo = spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', () => reject(new Error(output)))
    for (const stream of [demo.stdout, demo.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('Ctrl-C ends everything')) resolve()
      })
  })
  return { demo, output: () => output }
}

/** The command lines that name the folder: workerd is told where to store. */
async function processes(): Promise<string[]> {
  const { output } = await runStep(['ps', '-eo', 'args'])
  return output.split('\n').filter((line) => line.includes(temporary) || line.includes(`=${ports.shop}`))
}

const POLL = { timeout: 40_000 }

/** Buys the mug of the demo's shop, as its page and a shopper do. @returns How the order ended. */
async function buy(): Promise<string> {
  const { shop, edge } = addressesOf(ports)
  const page = await (await fetch(`${local.shop}/mug.html`)).text()
  const [, offer = ''] = /<pay-checkout[^>]* offer="([^"]+)"/.exec(page) ?? []
  const ask = async <Body>(path: string, token: string, body?: object): Promise<Body> => {
    const reply = await fetch(local.edge + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...{ Origin: shop, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return reply.json() as Promise<Body>
  }
  const customer = { email: 'ann@example.com' }
  const { order, token } = await ask<CheckoutReply>('/v1/checkout', '', { offer, customer })
  const look = () => ask<OrderView>(`/v1/orders/${order.id}`, token)
  await ask(`/v1/orders/${order.id}/pay`, token, { method: 'hosted' })
  await expect.poll(async () => (await look()).status, POLL).toBe('redirect')
  const { action } = await look()
  const gateway = formWalker(edge)
  const form = await gateway.open(action && 'url' in action ? action.url : '')
  await gateway.submit(await gateway.submit(form, TYPED_CARD))
  await expect.poll(async () => (await look()).status, POLL).not.toMatch(/redirect|processing/)
  return (await look()).status
}

describe('pay-checkout demo', () => {
  it('sells by the real edge at the sandbox, and keeps nothing beyond Ctrl-C', async () => {
    const { demo, output } = await start()

    const bought = await buy()
    const stored = await readdir(temporary)
    demo.kill('SIGINT')
    const [code] = await once(demo, 'exit')

    expect(output().trimEnd().split('\n').slice(-3)).toEqual([
      expect.stringContaining(`http://shop.localhost:${ports.shop}`),
      expect.stringContaining('4444 5555 6666 1111'),
      expect.stringContaining('Ctrl-C ends everything'),
    ])
    expect(bought).toBe('approved')
    expect(stored).toContainEqual(expect.stringMatching(/^pay-checkout-demo-/))
    expect(code).toBe(0)
    expect(await readdir(temporary)).toEqual([])
    await expect.poll(() => takenPort(ports), POLL).toBeUndefined()
  }, 120_000)

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'leaves no process and no file at %s',
    async (signal) => {
      const { demo } = await start()

      demo.kill(signal)
      await once(demo, 'exit')

      await expect.poll(processes, POLL).toEqual([])
      expect(await readdir(temporary)).toEqual([])
      await expect.poll(() => takenPort(ports), POLL).toBeUndefined()
    },
    120_000,
  )

  it('says which port is taken, and starts nothing', async () => {
    const other = createServer().listen(ports.edge, '127.0.0.1')
    await once(other, 'listening')

    const { code, output } = await runStep([node, program, 'demo', '--port-base', String(ports.shop)])
    other.close()

    expect(code).toBe(1)
    expect(output).toContain(`port ${ports.edge} is taken; choose others by --port-base 6000`)
  })
})
