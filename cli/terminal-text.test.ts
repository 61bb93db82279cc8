import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from './main.ts'
import { jsonLine, plainLine } from './terminal-text.ts'
import { PROBLEM_TYPE, problemDocument } from './testing/edge-answers.ts'

/** A line of its own, a cursor that goes up and clears, a title of the window, and a line read backwards. */
const HOSTILE =
  'Mug\n2027-01-01T10:00:00.000Z  approved  999.00 EUR  cart-9\r\u001b[1A\u001b[2K\u009b31m\u001b]0;t\u0007\u2028\u2029\u202eRUE\u2066'

describe('a text of others', () => {
  it.each([
    ['a line feed', 'a\nb', 'a␊b'],
    ['a carriage return', 'a\rb', 'a␍b'],
    ['an escape', '\u001b[2Jb', '␛[2Jb'],
    ['a delete', 'a\u007f', 'a␡'],
    ['an escape of one byte', '\u009b2J', '<U+009B>2J'],
    ['a separator of lines', 'a\u2028b', 'a<U+2028>b'],
    ['a mark that turns the line round', 'a\u202eb', 'a<U+202E>b'],
    ['half a character', 'a\ud800b', 'a<U+D800>b'],
  ])('shows %s', (_, text, plain) => {
    expect(plainLine(text)).toBe(plain)
  })

  it.each(['Heather mug, 12.50 €', 'Кружка', 'كوب', 'マグ', '👩‍🚀', 'a\tb'])('stays as it is: %s', (text) => {
    expect(plainLine(text)).toBe(text)
  })

  it('keeps its value in JSON, with what a terminal obeys escaped', () => {
    const json = jsonLine({ description: HOSTILE })

    expect(JSON.parse(json)).toEqual({ description: HOSTILE })
    expect(plainLine(json)).toBe(json)
  })
})

const ORDER = {
  ...{ id: 'o1', reference: 'cart-1', intent: 'sale', amount: '12.50', currency: 'EUR' },
  ...{ description: HOSTILE, status: `approved${HOSTILE}`, captured: '12.50', returned: '0.00' },
  ...{ needsAttention: true, attention: [HOSTILE], startedAt: HOSTILE, updatedAt: HOSTILE, seq: 1 },
  attempts: [{ number: 1, method: HOSTILE, status: HOSTILE, startedAt: HOSTILE, clientOrderId: 'cart-1' }],
  lines: [{ item: HOSTILE, description: HOSTILE, quantity: 1, amount: '12.50' }],
  followUps: [{ number: 1, kind: HOSTILE, status: HOSTILE, amount: '1.00', startedAt: HOSTILE }],
}

describe('the command line', () => {
  let origin: string
  let folder: string
  let isRefusing = false

  const server = createServer(({ url = '' }, reply) => {
    const header = HOSTILE.replace(/[^ -~]/g, '')
    const members = { code: HOSTILE, title: HOSTILE, detail: HOSTILE, gatewayCode: HOSTILE }
    if (isRefusing)
      return reply.writeHead(422, PROBLEM_TYPE).end(JSON.stringify(problemDocument(422, members)))
    reply.writeHead(200, { 'Content-Security-Policy': `frame-src ${header}`, 'Follow-Up': '1' })
    if (url === '/page')
      return reply.end(
        `<pay-checkout item="${HOSTILE}"></pay-checkout><pay-checkout offer="x"></pay-checkout>`,
      )
    if (url === '/healthz') return reply.end(JSON.stringify({ ok: true, warnings: [HOSTILE] }))
    if (url === '/v1/settings') return reply.end(JSON.stringify({ methods: [HOSTILE], test: false }))
    return reply.end(
      JSON.stringify(/^\/v1\/orders(?:\?|$)/.test(url) ? { orders: [ORDER], cursor: HOSTILE } : ORDER),
    )
  })

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    folder = await mkdtemp(join(tmpdir(), 'pay-checkout-plain-'))
    const report = `client_orderid,type,amount,currency\n"${HOSTILE.replaceAll('\r', '')}",fee,1,EUR\ncart-1,"${HOSTILE.replaceAll('\r', '')}",1,EUR\ncart-1,sale,1,EUR\n`
    await writeFile(join(folder, 'report.csv'), report)
  })

  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  async function run(...args: string[]) {
    const printed: string[] = []
    await main([...args, '--edge', origin], {
      print: (line) => printed.push(line),
      tell: (line) => printed.push(line),
      now: () => 1_800_000_000,
      env: { PAY_MERCHANT_KEY: 'pck_secret' },
      interruption: () => new AbortController().signal,
    })
    return printed
  }

  it('prints one line for one order, whatever its description is', async () => {
    const rows = await run('orders', 'list')

    // The order, and the cursor of the next page.
    expect(rows).toHaveLength(2)
    expect(rows.map(plainLine)).toEqual(rows)
  })

  it.each<[string, () => string[]]>([
    ['orders show', () => ['orders', 'show', 'cart-1']],
    ['orders refund', () => ['orders', 'refund', 'cart-1', '--no-wait']],
    ['orders reconcile', () => ['orders', 'reconcile', join(folder, 'report.csv')]],
    ['check', () => ['check', '--page', `${origin}/page`]],
  ])('prints nothing that a terminal obeys: %s', async (_, args) => {
    const lines = [...(await run(...args())), ...(await run(...args(), '--json'))]

    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join()).toContain('cart-9')
    expect(lines.map(plainLine)).toEqual(lines)
  })

  it.each(['list', 'show'])('prints an edge’s refusal as one line: orders %s', async (command) => {
    isRefusing = true

    const lines = await run('orders', command, ...(command === 'show' ? ['cart-1'] : []))

    isRefusing = false
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('cart-9')
    expect(lines.map(plainLine)).toEqual(lines)
  })

  it('prints at one place alone', async () => {
    const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
      (file) => /\.ts$/.test(file) && !/\.test\.ts$|^dist/.test(file),
    )
    const sources = await Promise.all(
      files.map(async (file) => ({ file, source: await readFile(join(import.meta.dirname, file), 'utf8') })),
    )
    // Examples in comments print too; nothing runs them here.
    const printing = sources.filter(({ source }) =>
      /^(?! *\*).*(\bconsole\.|process\.(stdout|stderr)\b|\bfetch\()/m.test(source),
    )

    expect(printing.map(({ file }) => file).sort()).toEqual([
      // Its answer is read within limits.
      'bounded-fetch.ts',
      // Prints what `main` made plain.
      'pay-checkout.ts',
      // Asks what the program itself wrote.
      'setup/terminal-questions.ts',
    ])
  })
})
