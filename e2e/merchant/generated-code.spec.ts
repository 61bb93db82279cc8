/** Clients that two common tools generate from the edge's OpenAPI document compile, and reserve, capture and refund. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { movedFor } from '../support/merchant/money.ts'
import { newReference } from '../support/merchant/server.ts'
import { addresses, merchantKey } from '../support/stack/stack.ts'

/** The package of the programs. What the tools generate is not committed. */
const CLIENTS = join(import.meta.dirname, '../clients')

const ROOT = join(import.meta.dirname, '../..')

/** Runs a tool in the package of the programs, as a merchant's build would. */
const run = (tool: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [tool, ...args], { cwd: CLIENTS })

beforeAll(async () => {
  const document = await fetch(`${addresses().local.edge}/openapi.json`)
  await mkdir(join(CLIENTS, 'generated'), { recursive: true })
  await writeFile(join(CLIENTS, 'generated/openapi.json'), await document.text())
  await Promise.all([
    run(
      join(CLIENTS, 'node_modules/openapi-typescript/bin/cli.js'),
      'generated/openapi.json',
      '-o',
      'generated/openapi-typescript.ts',
    ),
    run(join(ROOT, 'node_modules/oazapfts/dist/cli.js'), 'generated/openapi.json', 'generated/oazapfts.ts'),
  ])
})

/** What a program on a generated client can do; `e2e/clients/shop.ts` says it in words. */
interface Shop {
  readonly open: (reference: string) => Promise<{ readonly id: string; readonly token: string }>
  readonly pay: (order: { readonly id: string; readonly token: string }) => Promise<void>
  readonly status: (id: string) => Promise<string>
  readonly capture: (id: string) => Promise<void>
  readonly refund: (id: string) => Promise<void>
  readonly isSettled: (id: string) => Promise<boolean>
}

/** Loads a program, which compiles only once the tools have generated its client. */
async function shopOn(client: string): Promise<Shop> {
  const program = await import(/* @vite-ignore */ pathToFileURL(join(CLIENTS, `${client}-shop.ts`)).href)
  return program.shop({ edge: addresses().local.edge, key: merchantKey() })
}

describe('a generated client', () => {
  it('compiles under strict TypeScript', async () => {
    const compiled = await run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.').catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )

    expect(compiled.stdout).toBe('')
  })

  it.each(['openapi-fetch', 'oazapfts'])('of %s reserves, captures and refunds', async (client) => {
    const shop = await shopOn(client)
    const reference = newReference()

    const order = await shop.open(reference)
    await shop.pay(order)
    await expect.poll(() => shop.status(order.id)).toBe('approved')
    await shop.capture(order.id)
    await expect.poll(() => shop.isSettled(order.id)).toBe(true)
    await shop.refund(order.id)
    await expect.poll(() => shop.isSettled(order.id)).toBe(true)

    expect(await shop.status(order.id)).toBe('partially-returned')
    expect(await movedFor(reference)).toEqual(['hold 12.50 EUR', 'capture 12.50 EUR', 'reversal 2.50 EUR'])
  })

  it.each(['openapi-fetch', 'oazapfts'])('of %s throws the code of a problem', async (client) => {
    const shop = await shopOn(client)

    const order = await shop.open(newReference())

    await expect(shop.capture(order.id)).rejects.toThrow('follow-up-impossible')
  })
})
