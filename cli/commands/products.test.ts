import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '../../shared/product.ts'
import { main } from '../main.ts'
import { PROBLEM_TYPE, problemDocument } from '../testing/edge-answers.ts'

const CATALOGUE = 'item,description,currency,amount,limit\nmug,Mug,EUR,12.50,40\ntea,Tea,EUR,4.00,\n'
const MADE = { version: 'v1', changedAt: '2027-01-01T10:00:00.000Z', changedBy: 'desk', shown: true } as const
const MUG: Product = {
  ...{ id: 'mug', name: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50', ...MADE },
  ...{ units: 40, sold: 3 },
}
const TEA: Product = { id: 'tea', name: 'Tea', currency: 'EUR', intent: 'sale', amount: '4.00', ...MADE }

let origin: string
let folder: string
let products: readonly Product[]
let changes: { readonly route: string; readonly body: unknown; readonly key: string | undefined }[]
/** What the edge answers to changes of this route. */
let refused: string | undefined

const server = createServer(async (request, reply) => {
  const { method, url = '', headers } = request
  const answer = (body: unknown) => reply.end(JSON.stringify(body))
  const refuse = (status: number, code: string) =>
    reply.writeHead(status, PROBLEM_TYPE).end(JSON.stringify(problemDocument(status, { code, title: code })))
  if (headers.authorization !== 'Bearer pck_secret') return refuse(401, 'token-invalid')
  if (method !== 'GET') {
    const route = `${method} ${url}`
    changes.push({ route, body: await json(request), key: headers['idempotency-key'] as string | undefined })
    return route === refused ? refuse(409, 'product-changed') : answer(MUG)
  }
  // One product to a page.
  const at = Number(new URL(url, origin).searchParams.get('cursor') ?? 0)
  const isLast = at + 1 >= products.length
  return answer({ products: products.slice(at, at + 1), ...(!isLast && { cursor: String(at + 1) }) })
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-products-'))
  await writeFile(join(folder, 'catalogue.csv'), CATALOGUE)
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  products = [MUG, TEA]
  changes = []
  refused = undefined
})

async function run(...args: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const code = await main(['products', ...args, '--edge', origin], {
    print: (line) => printed.push(line),
    tell: (line) => told.push(line),
    now: () => 1_800_000_000,
    env: { PAY_MERCHANT_KEY: 'pck_secret' },
    interruption: () => new AbortController().signal,
  })
  return { code, printed: printed.join('\n'), told: told.join('\n') }
}

const importing = (...more: string[]) => run('import', join(folder, 'catalogue.csv'), ...more)

describe('pay-checkout products', () => {
  it('lists the products of all pages', async () => {
    products = [MUG, { ...TEA, shown: false }]

    expect(await run('list')).toMatchObject({
      code: 0,
      printed: 'mug  12.50 EUR  Mug  37 of 40 left\ntea  4.00 EUR  Tea  hidden',
    })
  })

  it('import makes products that the edge does not have', async () => {
    products = []

    expect(await importing()).toMatchObject({ code: 0, printed: 'made       mug\nmade       tea' })
    const tea = { id: 'tea', name: 'Tea', currency: 'EUR', intent: 'sale', amount: '4.00', shown: true }
    expect(changes).toEqual([
      { route: 'POST /v1/products', body: { ...tea, id: 'mug', name: 'Mug', amount: '12.50', units: 40 } },
      { route: 'POST /v1/products', body: tea },
    ])
  })

  it('import changes nothing where the edge has the same', async () => {
    expect(await importing()).toMatchObject({ code: 0, printed: 'unchanged  mug\nunchanged  tea' })
    expect(changes).toEqual([])
  })

  it('import changes a price under the version that it read, and keeps a product hidden', async () => {
    products = [MUG, { ...TEA, amount: '3.50', shown: false, version: 'v7' }]

    expect(await importing()).toMatchObject({ code: 0, printed: 'unchanged  mug\nchanged    tea' })
    const content = { name: 'Tea', currency: 'EUR', intent: 'sale', amount: '4.00' }
    expect(changes).toEqual([
      { route: 'PUT /v1/products/tea', body: { ...content, version: 'v7', shown: false } },
    ])
  })

  it('import changes units by the difference', async () => {
    products = [{ ...MUG, units: 35 }, TEA]

    expect(await importing()).toMatchObject({
      code: 0,
      printed: 'changed    mug  (+5 units)\nunchanged  tea',
    })
    expect(changes).toEqual([
      {
        route: 'POST /v1/products/mug/units',
        body: { change: 5, from: 35 },
        key: expect.stringMatching(/^changeUnits\.mug\.[\w-]{36}$/),
      },
    ])
  })

  it('import starts the count of a product that had none, also at no unit', async () => {
    await writeFile(join(folder, 'none.csv'), 'item,description,currency,amount,limit\ntea,Tea,EUR,4.00,0\n')

    expect(await run('import', join(folder, 'none.csv'))).toMatchObject({
      code: 0,
      printed: 'changed    tea  (0 units)',
    })
    expect(changes).toMatchObject([{ route: 'POST /v1/products/tea/units', body: { change: 0, from: 0 } }])
  })

  it('import with --dry-run says what it would do, and does nothing', async () => {
    products = [MUG]

    expect(await importing('--dry-run')).toMatchObject({ printed: expect.stringMatching(/made {7}tea$/) })
    expect(changes).toEqual([])
  })

  it('import stops where the edge refuses, and says where', async () => {
    products = [{ ...MUG, amount: '11.00' }]
    refused = 'PUT /v1/products/mug'

    expect(await importing()).toMatchObject({
      code: 1,
      told: expect.stringMatching(/stopped at mug; run it again[\s\S]*product-changed/),
    })
    expect(changes).toHaveLength(1)
  })

  it('import sends nothing of a file whose letters would come out wrong', async () => {
    await writeFile(
      join(folder, 'latin.csv'),
      'item,description,currency,amount\ncup,Weiße Tasse,EUR,4.00\n',
      'latin1',
    )

    expect(await run('import', join(folder, 'latin.csv'))).toMatchObject({
      code: 1,
      told: expect.stringContaining('latin.csv: is not UTF-8'),
    })
    expect(changes).toEqual([])
  })

  it('import sends nothing where one entry is wrong', async () => {
    await writeFile(join(folder, 'wrong.csv'), `${CATALOGUE}a cup,Cup,EUR,1.00,\n`)

    expect(await run('import', join(folder, 'wrong.csv'))).toMatchObject({
      code: 1,
      told: expect.stringContaining('line 4: item: a product’s id'),
    })
    expect(changes).toEqual([])
  })

  it.each([
    ['csv', 'mug,Mug,EUR,sale,12.50,40'],
    ['json', '"item": "mug"'],
  ])('export writes a catalogue in %s by the file’s name', async (ending, part) => {
    const out = join(folder, `out.${ending}`)

    expect(await run('export', '--out', out)).toMatchObject({ code: 0, printed: `Products in ${out}: 2.` })
    expect(await readFile(out, 'utf8')).toContain(part)
  })
})
