/** An assistant with a key of its own: it sells, finds, refunds, and is refused above the limits of its key. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMerchantKey, merchantEntry } from '../../cli/merchant-key.ts'
import { installCommandLine } from '../../scripts/packages/command-line.ts'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import { settleSales } from '../support/ledger.ts'
import { BROWSER, CARD } from '../support/merchant/cards.ts'
import { ask, becomes, newReference, post, read } from '../support/merchant/server.ts'
import { addresses, merchantKey, redeploy, webhooks } from '../support/stack/stack.ts'

const KEY = makeMerchantKey()
const LIMITS = { refundUpTo: { EUR: '5.00' }, refundPerDay: { EUR: '8.00' } }

let folder: string
let assistant: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-assistant-'))
  const program = await installCommandLine(folder)
  const person = merchantEntry(merchantKey(), 'this machine', MERCHANT_SCOPES)
  const own = merchantEntry(KEY, 'assistant', ['read', 'charge', 'refund'], LIMITS)
  await redeploy('edge', { MERCHANT_KEYS: JSON.stringify([person, own]) })
  const started = spawn(process.execPath, [program, 'mcp', '--edge', addresses().edge], {
    ...{ cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] },
    env: { ...process.env, PAY_MERCHANT_KEY: KEY },
  })
  assistant = started
  createInterface({ input: started.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id: number; result: object }
    answers.get(id)?.(result)
  })
  const clientInfo = { name: 'a script', version: '1' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  say({ method: 'notifications/initialized' })
})

afterAll(async () => {
  if (assistant?.exitCode === null) {
    const ended = once(assistant, 'exit')
    assistant.stdin?.end()
    await ended
  }
  await rm(folder, { recursive: true })
  await redeploy('edge')
})

const answers = new Map<number, (result: object) => void>()

const say = (message: object) =>
  assistant?.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

function request(method: string, params: object): Promise<object> {
  const id = answers.size + 1
  const answer = new Promise<object>((resolve) => answers.set(id, resolve))
  say({ id, method, params })
  return answer
}

/** Calls a tool. @returns What it says. */
async function call<Value>(name: string, given: object): Promise<Value> {
  const { structuredContent } = (await request('tools/call', { name, arguments: given })) as {
    structuredContent: Value
  }
  return structuredContent
}

interface Deed {
  readonly order: MerchantOrderView
  readonly followUp: { readonly number: number; readonly status: string; readonly limit?: string }
}

/** The assistant asks for 12.50 EUR, and a person pays by the link. @returns The order's id. */
async function sold(): Promise<string> {
  const { id, payUrl } = await call<{ id: string; payUrl: string }>('open_payment_request', {
    ...{ name: newReference(), amount: '12.50', currency: 'EUR', description: 'A mug' },
    email: 'ann@example.com',
  })
  const [, link] = /#order=[^.]+\.(.+)$/.exec(payUrl) ?? []
  const authorized = (token: string) => ({ Authorization: `Bearer ${token}`, Origin: addresses().edge })
  const { token } = await post<{ token: string }>(`/v1/orders/${id}/link`, {}, authorized(link ?? ''))
  await post<OrderView>(
    `/v1/orders/${id}/pay`,
    { method: 'card', card: CARD, browser: BROWSER },
    authorized(token),
  )
  await becomes(id, 'approved')
  await settleSales()
  return id
}

const part = (amount: string) => ({ part: { amount, currency: 'EUR' } })

describe('an assistant', () => {
  it('sells, finds and refunds within its limits, and its key waits for a person above them', async () => {
    const id = await sold()

    const found = await call<{ orders: { id: string }[] }>('list_orders', { status: 'approved' })
    expect(found.orders.map((one) => one.id)).toContain(id)

    const refunded = await call<Deed>('refund_payment', { order: id, name: 'return-1', ...part('5.00') })
    expect(refunded).toMatchObject({ followUp: { status: 'approved' }, order: { returned: '5.00' } })

    const large = { order: id, name: 'return-2', ...part('5.01'), reason: 'all broken' }
    const waiting = await call<Deed>('refund_payment', large)
    expect(waiting).toMatchObject({ followUp: { status: 'waiting', limit: 'refundUpTo' } })
    expect(await call<Deed>('refund_payment', large)).toMatchObject({ followUp: { number: 2 } })
    expect(await read(id)).toMatchObject({ returned: '5.00', needsAttention: true })
    await expect
      .poll(async () =>
        (await webhooks()).filter((body) => body.includes('"follow-up.waiting"') && body.includes(id)),
      )
      .toHaveLength(1)
  })

  it('goes no further on the same day, until a person approves', async () => {
    const id = await sold()

    const day = await call<Deed>('refund_payment', { order: id, name: 'return-1', ...part('3.50') })
    const own = await ask<{ code: string }>(
      'POST',
      `/v1/orders/${id}/approve`,
      { followUp: 1 },
      { Authorization: `Bearer ${KEY}` },
    )
    await post(`/v1/orders/${id}/approve`, { followUp: 1 })

    expect(day).toMatchObject({ followUp: { status: 'waiting', limit: 'refundPerDay' } })
    expect([own.status, own.body.code]).toEqual([403, 'other-key-needed'])
    await becomes(id, 'partially-returned')
    expect(await read(id)).toMatchObject({
      returned: '3.50',
      followUps: [{ status: 'approved', askedBy: 'assistant', decidedBy: 'this machine' }],
    })
  })
})
