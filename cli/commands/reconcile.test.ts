import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { PROBLEM_TYPE, problemDocument } from '../testing/edge-answers.ts'

const MARK = 'k3j9x0q2m4n5p6r7'
/** As the edge writes marks. */
const BASE32 = 'k3vqab2cdefghij7'

const order = (id: string, reference: string, change: object = {}) => ({
  ...{ id, reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' },
  ...{ status: 'approved', captured: '12.50', returned: '0.00', needsAttention: false },
  attempts: [{ number: 1, method: 'card', clientOrderId: `${reference}.${MARK}` }],
  ...{ followUps: [], startedAt: '2027-01-01T10:00:00.000Z', ...change },
})

let origin: string
let folder: string
/** The edge's orders, each with its sum of chargebacks in the list. */
let orders: readonly (ReturnType<typeof order> & { chargedBack?: string })[]
let refusals: number
/** Addresses that were asked for. */
let asked: string[]

const server = createServer((request, reply) => {
  const { url = '' } = request
  const refuse = (status: number, code: string) =>
    reply
      .writeHead(status, { ...PROBLEM_TYPE, 'Retry-After': '0' })
      .end(JSON.stringify(problemDocument(status, { code })))
  asked.push(url)
  if (refusals > 0) {
    refusals -= 1
    return refuse(429, 'too-many-requests')
  }
  const reference = new URL(url, 'http://edge').searchParams.get('reference')
  const found = url.startsWith('/v1/orders?')
    ? { orders: orders.filter((one) => reference === null || one.reference === reference) }
    : orders.find(({ id }) => url === `/v1/orders/${id}`)
  return found ? reply.end(JSON.stringify(found)) : refuse(404, 'not-found')
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-reconcile-'))
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  orders = [order('o1', 'cart-1')]
  refusals = 0
  asked = []
})

const JANUARY = ['--from', '2027-01-01T00:00:00Z', '--to', '2027-02-01T00:00:00Z']

async function reconcile(report: string, ...flags: string[]) {
  const file = join(folder, 'report.csv')
  await writeFile(file, report)
  const printed: string[] = []
  const code = await main(['orders', 'reconcile', file, '--edge', origin, ...flags], {
    print: (line) => printed.push(line),
    tell: (line) => printed.push(line),
    now: () => 1_800_000_000,
    env: { PAY_MERCHANT_KEY: 'pck_secret' },
    interruption: () => new AbortController().signal,
  })
  return { code, text: printed.join('\n') }
}

const HEAD = 'client_orderid,type,status,amount,currency\n'

const MIXED = `${HEAD}a,sale,approved,12.50,EUR\nb,sale,approved,"7,5",EUR\nc,sale,approved,"1,000",EUR\n`

describe('pay-checkout orders reconcile', () => {
  it('ends with 0 where report and edge agree, and says how it read the report', async () => {
    const { code, text } = await reconcile(`${HEAD}cart-1.${MARK},sale,approved,12.50,EUR\n`)

    expect(text).toBe(
      'Read as: clientOrderId from “client_orderid”, amount from “amount”, currency from “currency”, type from “type”, status from “status”; names in line 1, separated by comma, decimals after a point.\n' +
        '1 transactions, 1 of this edge, 0 not understood; 0 differences',
    )
    expect(code).toBe(0)
  })

  it('ends with 3 and lists what differs', async () => {
    orders = [order('o1', 'cart-1'), order('o2', 'cart-2')]

    const { code, text } = await reconcile(`${HEAD}cart-1.${MARK},sale,approved,1.00,EUR\n`, ...JANUARY)

    expect(code).toBe(3)
    expect(text).toContain('cart-1: the sums differ (amount); report 1.00 EUR, edge 12.50 EUR')
    expect(text).toContain(
      'cart-2: the edge has money that the report lacks (not-in-report); report –, edge 12.50 EUR',
    )
  })

  it('names a refund that the edge does not know, in a row below zero', async () => {
    const rows = [`cart-1.${MARK},12.50,EUR`, `cart-1.${MARK},-12.50,EUR`]

    const { code, text } = await reconcile(`reference,amount,currency\n${rows.join('\n')}\n`)

    expect(code).toBe(3)
    expect(text).toContain('report 0.00 EUR, edge 12.50 EUR')
    expect(text).toContain('So every row counts as a sale, and below zero as money back.')
  })

  it('agrees on a chargeback of a part, as the list sums it', async () => {
    orders = [{ ...order('o1', 'cart-1', { status: 'charged-back' }), chargedBack: '2.50' }]
    const rows = `cart-1.${MARK},sale,approved,12.50,EUR\ncart-1.${MARK},chargeback,approved,2.50,EUR\n`

    expect(await reconcile(HEAD + rows)).toMatchObject({ code: 0 })
  })

  it('reads decimal commas, and commas within quotes', async () => {
    const report = `Order;Merchant Order ID;Amount;Currency;Note\n1;cart-1.${MARK};12,50;EUR;"a; b"\n`

    const { code, text } = await reconcile(report)

    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('decimals after a comma') })
  })

  it('ends with 4 and names each line that it does not understand', async () => {
    const rows = `cart-1.${MARK},sale,approved,12.50,EUR\ncart-9.${MARK},fee,approved,1.00,EUR\nTotal,,,13.50,\n`

    const { code, text } = await reconcile(HEAD + rows)

    expect(code).toBe(4)
    expect(text).toContain('line 3: not understood; the command does not know what “fee” does with money')
    expect(text).toContain('line 4: not understood; “” is no currency')
  })

  it.each([
    ['without a time', []],
    ['for a time without orders', ['--from', '2028-01-01T00:00:00Z', '--to', '2028-02-01T00:00:00Z']],
  ])('ends with 4 where a report has no rows, %s', async (_, time) => {
    orders = []

    const { code, text } = await reconcile(HEAD, ...time)

    expect({ code, text }).toEqual({ code: 4, text: expect.stringContaining('no rows below them') })
  })

  it('counts rows of other shops apart, and names those that begin like an order', async () => {
    const rows = `cart-1.${MARK},sale,approved,12.50,EUR\ncart-1,sale,approved,9.00,EUR\nother,sale,approved,9.00,EUR\n`

    const { code, text } = await reconcile(HEAD + rows)

    expect(code).toBe(0)
    expect(text).toContain('2 orders of the gateway account are not of this edge')
    expect(text).toContain('cart-1: begins like an order of this edge, which did not make it; 9.00 EUR')
    expect(text).toContain('3 transactions, 1 of this edge')
  })

  it('tells of a lost order where the account is the edge’s own', async () => {
    const { code, text } = await reconcile(`${HEAD}other,sale,approved,9.00,EUR\n`, '--own-account')

    expect(code).toBe(3)
    expect(text).toContain(
      'other: the report has money of an order that the edge does not list (not-at-edge)',
    )
  })

  it('finds an order of its time whose name was cut', async () => {
    const attempts = [{ number: 1, method: 'card', clientOrderId: `ca-1.${MARK}` }]
    orders = [order('o1', 'cart-1', { attempts, captured: '0.00', status: 'declined', amount: '1.00' })]

    const { code, text } = await reconcile(`${HEAD}ca-1.${MARK},sale,declined,1.00,EUR\n`, ...JANUARY)

    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('1 of this edge') })
  })

  it.each([
    ['its beginning and its end', 'ca1', 'cart-1'],
    ['the number of an attempt', 'ca2', 'cart-1'],
  ])('finds an order of which the cut name has %s', async (_, cut, reference) => {
    const attempts = [{ number: 1, method: 'card', clientOrderId: `${cut}.${BASE32}` }]
    orders = [order('o1', reference, { attempts }), order('o2', 'shop-9')]

    const { text } = await reconcile(`${HEAD}${cut}.${BASE32},sale,approved,12.50,EUR\n`, ...JANUARY)

    expect(text).toContain('1 of this edge')
  })

  it('leaves a cut name uncompared without a time, and ends with 4', async () => {
    const attempts = [{ number: 1, method: 'card', clientOrderId: `ca1.${BASE32}` }]
    orders = [order('o1', 'cart-1', { attempts })]

    const { code, text } = await reconcile(`${HEAD}ca1.${BASE32},sale,approved,99.00,EUR\n`)

    expect({ code, text }).toEqual({ code: 4, text: expect.stringContaining('give --from and --to') })
  })

  it('reads no order for the row of another shop that cannot be its cut name', async () => {
    const unpaid = { captured: '0.00', chargedBack: '0.00', status: 'declined' }
    orders = [order('o1', 'cart-1'), order('o2', 'cart-2', unpaid), order('o3', 'cart-3', unpaid)]
    const rows = `cart-1.${MARK},sale,approved,12.50,EUR\nshop-77.${BASE32},sale,approved,9.00,EUR\nother,sale,approved,9.00,EUR\n`

    expect(await reconcile(HEAD + rows, ...JANUARY)).toMatchObject({ code: 0 })
    expect(asked.filter((url) => /orders\/o\d/.test(url))).toEqual(['/v1/orders/o1'])
  })

  it('counts all of a sum with many digits', async () => {
    const sums = { currency: 'IDR', amount: '250000000.00', captured: '250000000.00' }
    orders = [order('o1', 'cart-1', sums)]

    const { code, text } = await reconcile(`${HEAD}other,sale,approved,1.00,IDR\n`, ...JANUARY)

    expect({ code, text }).toEqual({ code: 3, text: expect.stringContaining('edge 250000000.00 IDR') })
  })

  it('takes the decimal mark that a person says, and names the rows that have the other one', async () => {
    const { text } = await reconcile(MIXED, '--decimal', 'point')

    expect(text).toContain('line 3: not understood; “7,5” is no amount in EUR')
  })

  it('waits where the edge has too many requests', async () => {
    refusals = 2

    expect(await reconcile(`${HEAD}cart-1.${MARK},sale,approved,12.50,EUR\n`)).toMatchObject({ code: 0 })
  })

  it.each([
    ['no line is understood', `${HEAD}a,fee,approved,1,EUR\n`, [], 1, 'what “fee” does with money'],
    ['an amount may be one or a thousand', `${HEAD}a,sale,approved,"1,000",EUR\n`, [], 1, 'say --decimal'],
    ['one row has the other decimal mark', MIXED, [], 1, '“12.50” has a decimal point and “7,5” a comma'],
    ['the mark of decimals is none', HEAD, ['--decimal', 'dot'], 2, '--decimal: must be point or comma'],
    ['the delimiter is none', HEAD, ['--delimiter', ';'], 2, '--delimiter: must be comma, semicolon'],
    ['it is a word of every object', HEAD, ['--delimiter', 'constructor'], 2, '--delimiter: must be comma'],
    ['a column is none', HEAD, ['--columns', 'fee=Fee'], 2, 'there is no fee'],
  ])('compares nothing where %s', async (_, report, flags, expected, problem) => {
    const { code, text } = await reconcile(report, ...flags)

    expect(code).toBe(expected)
    expect(text).toContain(problem)
  })
})
