/** The packed command line: what it signs is paid, and what it checks is so. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installCommandLine } from '../../scripts/packages/command-line.ts'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { BROWSER, TYPED_CARD, UNCERTAIN_CARD } from '../support/merchant/cards.ts'
import { open, submit } from '../support/merchant/pages.ts'
import { paidByCard, session } from '../support/merchant/selling.ts'
import { becomes, followUpEnds, post, read } from '../support/merchant/server.ts'
import { addresses, merchantKey, offerKey, serve, served } from '../support/stack/stack.ts'

let folder: string
let program: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-cli-'))
  program = await installCommandLine(folder)
  await writeFile(join(folder, 'offer-key.json'), JSON.stringify(offerKey()))
})

afterAll(() => rm(folder, { recursive: true }))

/** Runs it in the merchant's folder. @returns What it printed as JSON, and its exit code. */
async function payCheckout<Value>(...args: string[]): Promise<{ code: number; value: Value }> {
  const env = { ...process.env, PAY_MERCHANT_KEY: merchantKey() }
  const ended = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
    cwd: folder,
    env,
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )
  return { code: ended.code, value: JSON.parse(ended.stdout) }
}

const claims = () => ['--aud', addresses().edge, '--expires', '30d', '--origin', served().shop]

const edge = () => ['--edge', addresses().edge]

interface Checked {
  readonly findings: readonly { readonly level: string; readonly code: string }[]
}

interface Signed {
  readonly offer: string
}

/** Opens an order with an offer as the tag would, and pays on the gateway's page. @returns Its id. */
async function paid(offer: string): Promise<string> {
  const headers = { Origin: served().shop, Authorization: '' }
  const { order, token } = await post<CheckoutReply>(
    '/v1/checkout',
    { offer, customer: { email: 'ann@example.com' } },
    headers,
  )
  const pay = { ...headers, Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  await post<OrderView>(`/v1/orders/${order.id}/pay`, { method: 'hosted' }, pay)
  const { action } = await becomes(order.id, 'redirect')
  await submit(await open(action && 'url' in action ? action.url : ''), TYPED_CARD)
  await becomes(order.id, 'approved')
  return order.id
}

describe('the packed command line', () => {
  it('signs an offer that is paid as it says', async () => {
    const item = ['--item', 'mug', '--description', 'A mug', '--currency', 'EUR', '--amount', '12.5']

    const { value } = await payCheckout<Signed>('offer', ...claims(), '--settings', ...item)
    const id = await paid(value.offer)

    expect(await read(id)).toMatchObject({
      amount: '12.50',
      currency: 'EUR',
      description: 'A mug',
      captured: '12.50',
    })
  })

  it('refunds a part once, and agrees with a report of it', async () => {
    const { id, reference } = await paidByCard()
    await expect
      .poll(
        async () =>
          (await payCheckout<{ orders: unknown[] }>('orders', 'list', ...edge(), '--reference', reference))
            .value.orders,
      )
      .toHaveLength(1)
    const part = ['--amount', '2.50', '--currency', 'EUR', '--idempotency-key', randomUUID()]

    await payCheckout('orders', 'refund', reference, ...edge(), ...part)
    await payCheckout('orders', 'refund', reference, ...edge(), ...part)
    await followUpEnds(id)
    const name = (await read(id)).attempts[0]?.clientOrderId
    const rows = [`${name},sale,12.50,EUR`, `${name},reversal,2.50,EUR`]
    await writeFile(join(folder, 'report.csv'), ['client_orderid,type,amount,currency', ...rows].join('\n'))
    // The list follows the order by a moment.
    await expect
      .poll(async () => payCheckout('orders', 'reconcile', 'report.csv', ...edge()))
      .toMatchObject({ code: 0, value: { differences: [] } })

    expect(await read(id)).toMatchObject({
      returned: '2.50',
      followUps: [{ kind: 'return', amount: '2.50' }],
    })
  })

  it('has the bank decide a payment whose outcome is unknown', async () => {
    const sold = await session({ methods: ['card'] })
    await sold.pay({ method: 'card', card: UNCERTAIN_CARD, browser: BROWSER })
    await becomes(sold.id, 'unknown')

    const outcome = ['trigger', 'outcome', sold.reference, 'approved', '--gateway', addresses().gateway]
    const { code } = await payCheckout(...outcome)

    expect(code).toBe(0)
    expect(await becomes(sold.id, 'approved')).toMatchObject({ captured: '12.50' })
  })

  it('writes offers into a built page, which its check then finds in order', async () => {
    await writeFile(join(folder, 'catalogue.csv'), 'item,description,currency,amount\nhat,A hat,EUR,20\n')
    const page = join(folder, 'hats.html')
    const html = `<script type="module" src="${addresses().edge}/pay-checkout.js"></script><pay-checkout item="hat"></pay-checkout>`
    await writeFile(page, html)

    await payCheckout('offer', ...claims(), '--catalogue', 'catalogue.csv', '--html', 'hats.html')
    await serve({ path: '/hats', body: await readFile(page, 'utf8') })
    const { value } = await payCheckout<Checked>(
      'check',
      '--edge',
      addresses().edge,
      '--page',
      `${served().shop}/hats`,
    )

    // Other stories may have left orders that need somebody.
    const others = value.findings.filter(({ code }) => code !== 'orders-need-attention')
    expect(others.filter(({ level }) => level === 'attention')).toEqual([])
    expect(value.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['health', 'callbacks', 'gateway', 'offer', 'offer-end', 'script']),
    )
  })
})
