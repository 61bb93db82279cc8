/** Every server of the examples sells a mug once, believes its edge alone, forgets nothing, and pays back once. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Browser } from '../browser.ts'
import { launch } from '../engines/launch.ts'
import { type ReaderStack, startReaderStack, WEBHOOK_SECRET } from '../guides/reader-stack.ts'
import { type Fate, startLossyEdge } from './lossy-edge.ts'
import { movementsOf, referenceAfter } from './orders.ts'
import { copyExample, type Project } from './project.ts'
import { FORMER_SECRET, type ShopServer, startShopServer, typeRefund } from './shop-server.ts'
import { pay, type Shopper, visit } from './shopper.ts'
import { type SignedMessage, signedMessage } from './signed-message.ts'
import { examplesOf, stepsOf } from './steps.ts'

let around: ReaderStack
let browser: Browser

beforeAll(async () => {
  around = await startReaderStack('/webhooks')
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await around?.stop()
})

/** A cart that nobody pays: only webhooks tell of it. */
const newReference = () => `cart-${randomBytes(16).toString('hex')}`

/** A message of the edge, in line breaks and letters that no other program would write just so. */
const told = (reference: string, status: string, seq: number) =>
  JSON.stringify(
    {
      type: `order.${status}`,
      data: { order: { id: `id-${reference}`, reference, status, seq, description: 'Häferl ☕' } },
    },
    undefined,
    '\t',
  )

const genuine = (body: string, id?: string) =>
  signedMessage(body, { secret: WEBHOOK_SECRET, ...(id && { id }) })

const withHeader = ({ headers, body }: SignedMessage, name: string, value: string): SignedMessage => ({
  body,
  headers: { ...headers, [name]: value },
})

/** Ways to forge the message that an order is paid. */
const FORGERIES: readonly (readonly [string, (body: string) => SignedMessage])[] = [
  ['signed with another secret', (body) => signedMessage(body, { secret: `whsec_${'A'.repeat(32)}` })],
  ['signed with an empty secret', (body) => signedMessage(body, { secret: 'whsec_' })],
  ['changed after it was signed', (body) => ({ ...genuine(body), body: body.replace('☕', '☕☕') })],
  ['parsed and written again', (body) => ({ ...genuine(body), body: JSON.stringify(JSON.parse(body)) })],
  ['sent under another id', (body) => withHeader(genuine(body), 'webhook-id', 'other')],
  ['without a signature', (body) => withHeader(genuine(body), 'webhook-signature', '')],
  ['with half a signature', (body) => withHeader(genuine(body), 'webhook-signature', 'v1,')],
  ['with a time that is none', (body) => withHeader(genuine(body), 'webhook-timestamp', 'today')],
  ['six minutes old', (body) => signedMessage(body, { secret: WEBHOOK_SECRET, ageSeconds: 360 })],
  ['of a time in six minutes', (body) => signedMessage(body, { secret: WEBHOOK_SECRET, ageSeconds: -360 })],
]

describe.each(await examplesOf('servers.spec.ts'))('examples/$name', ({ name }) => {
  const step = stepsOf(name)
  let project: Project
  let server: ShopServer
  let shopper: Shopper
  /** The order that a shopper pays. */
  let reference: string

  afterAll(async () => {
    await shopper?.tab.close()
    await server?.stop()
    await project?.remove()
  })

  const isPaid = async (cart: string) =>
    (await server.pageOf(cart)).includes(`Thank you: order ${cart} is paid.`)

  step('install', 'installs the packed packages', async () => {
    project = await copyExample(name, {})
    await project.install()
  })

  step('types', 'is checked by its language', () => project.run('check'))

  step('mount', 'shows the tag on its page', async () => {
    server = await startShopServer(project.folder, around)
    shopper = await visit(browser, `${around.own}/`)
  })

  step(
    'paid',
    'is paid once, by the word of the webhook, and says so when the page is loaded again',
    async () => {
      reference = await referenceAfter(around.stack, () => pay(shopper))
      await shopper.tab.waitForUrl(new RegExp(`^${around.own}/`))
      await expect.poll(() => isPaid(reference)).toBe(true)
      await shopper.tab.reload()
      expect(await shopper.tab.text('main', /is paid/)).toContain(reference)
      expect(await movementsOf(around.stack, reference)).toEqual(['charge 12.50'])
      expect(shopper.complaints).toEqual([])
    },
  )

  for (const [how, forge] of FORGERIES)
    step(undefined, `refuses a webhook ${how}`, async () => {
      const cart = newReference()

      const status = await server.takes(forge(told(cart, 'approved', 3)))

      expect(status).toBe(400)
      expect(await isPaid(cart)).toBe(false)
    })

  step(
    undefined,
    'takes a webhook signed with either of two secrets, and one with two signatures',
    async () => {
      const carts = [newReference(), newReference(), newReference()] as const
      const [former, current, both] = carts.map((cart) => told(cart, 'approved', 3)) as [
        string,
        string,
        string,
      ]
      const right = genuine(both)
      const two = `v1a,${'A'.repeat(86)} v1,AAAA ${right.headers['webhook-signature']}`

      const statuses = [
        await server.takes(signedMessage(former, { secret: FORMER_SECRET })),
        await server.takes(genuine(current)),
        await server.takes(withHeader(right, 'webhook-signature', two)),
      ]

      expect(statuses).toEqual([204, 204, 204])
      for (const cart of carts) expect(await isPaid(cart)).toBe(true)
    },
  )

  step(undefined, 'changes nothing for a repeated message, nor for a late one', async () => {
    const cart = newReference()
    const paid = genuine(told(cart, 'approved', 3), 'first')
    const late = genuine(told(cart, 'approved', 4), 'late')

    const seen: unknown[] = []
    for (const message of [paid, paid, genuine(told(cart, 'returned', 5)), paid, late])
      seen.push(await server.takes(message), await isPaid(cart))

    expect(seen).toEqual([204, true, 204, true, 204, false, 204, false, 204, false])
  })

  step(undefined, 'refuses a webhook of more than a megabyte, though it is signed', async () => {
    const cart = newReference()
    const long = told(cart, 'approved', 3).padEnd(1_500_000)

    // Where the connection ends before all of it is sent, the answer may be lost.
    const status = await server.takes(genuine(long)).catch(() => 413)

    expect([400, 413]).toContain(status)
    expect(await isPaid(cart)).toBe(false)
  })

  step(undefined, 'takes messages about no order', async () => {
    const attack = JSON.stringify({ type: 'attack.began', data: { attack: { failures: 20 } } })

    expect(await server.takes(genuine(attack))).toBe(204)
  })

  step(undefined, 'forgets nothing that it has answered when it is killed', async () => {
    const [bought, returned] = [newReference(), newReference()]
    await server.takes(genuine(told(returned, 'approved', 3)))
    await server.takes(genuine(told(returned, 'returned', 5)))
    await server.takes(genuine(told(bought, 'approved', 3)))

    await server.kill()
    server = await startShopServer(project.folder, around)
    await server.takes(genuine(told(returned, 'approved', 4)))

    expect([await isPaid(bought), await isPaid(returned), await isPaid(reference)]).toEqual([
      true,
      false,
      true,
    ])
  })

  /** Refunds through a box that loses answers. @returns What the command said, and what the box saw. */
  async function refundThrough(fates: readonly Fate[], refund: { name: string; amount: string }) {
    const box = await startLossyEdge(around.stack.addresses.local.edge, ...fates)
    const said = await typeRefund(project.folder, around, { reference, ...refund, edge: box.address })
    box.stop()
    return { ...said, tries: box.tries }
  }

  const moved = () => movementsOf(around.stack, reference)

  step('refunded', 'pays back once, however often the same refund is sent', async () => {
    const refund = { reference, name: 'return-17', amount: '2.50' }
    const first = await typeRefund(project.folder, around, refund)
    await expect.poll(moved).toEqual(['charge 12.50', 'reversal 2.50'])
    // The same again, until it says that the money is back.
    const again = async () => (await typeRefund(project.folder, around, refund)).output
    await expect.poll(again).toContain('returned so far: 2.50')
    expect(first.code).toBe(0)
    expect(await moved()).toEqual(['charge 12.50', 'reversal 2.50'])
    expect(await isPaid(reference)).toBe(true)
  })

  step(undefined, 'sends the very same refund again until the answer is certain', async () => {
    const fates: Fate[] = ['answer lost', { proxy: 403 }]
    const { code, tries } = await refundThrough(fates, { name: 'return-18', amount: '1.50' })

    expect(code).toBe(0)
    expect(tries).toHaveLength(3)
    expect(tries).toEqual([tries[0], tries[0], tries[0]])
    await expect.poll(moved).toEqual(['charge 12.50', 'reversal 2.50', 'reversal 1.50'])
  })

  step(undefined, 'takes no JSON of a proxy for the answer of the edge', async () => {
    const fates: Fate[] = [
      { proxy: 200, type: 'application/json' },
      { proxy: 403, type: 'application/problem+json' },
    ]
    const { code, tries } = await refundThrough(fates, { name: 'return-18', amount: '1.50' })

    expect(code).toBe(0)
    expect(tries).toHaveLength(3)
    expect(await moved()).toHaveLength(3)
  })

  step(undefined, 'waits for no longer than two minutes, whatever the edge asks for', async () => {
    const { output, tries } = await refundThrough([{ retryAfter: 600 }], {
      name: 'return-18',
      amount: '1.50',
    })

    expect(output).toMatch(/uncertain/)
    expect(tries).toHaveLength(1)
  })

  step(undefined, 'never repeats what the edge refused', async () => {
    const { output, tries } = await refundThrough([], { name: 'return-19', amount: '100.00' })

    expect(output).toMatch(/amount-invalid/)
    expect(tries).toHaveLength(1)
  })

  step(undefined, 'calls a refusal uncertain where an earlier try was lost', async () => {
    const { output, tries } = await refundThrough(['request lost'], { name: 'return-20', amount: '100.00' })

    expect(output).toMatch(/uncertain/)
    expect(tries).toHaveLength(2)
    expect(await moved()).toHaveLength(3)
  })
})
