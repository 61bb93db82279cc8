/** The Worker of docs/downloads.md gives the goods for a receipt of the edge, and for nothing else. */
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inScratch } from '../checks/bundle.ts'
import { ROOT } from '../root.ts'
import { snippetsOf } from './snippets.ts'

const PATH = 'docs/downloads.md'

interface Shop {
  readonly fetch: (request: Request, env: object) => Promise<Response>
}

const PAID = {
  ...{ sub: 'order', intent: 'sale', status: 'approved' },
  ...{ description: 'Cable hat pattern', amount: '4.00', currency: 'EUR' },
}

const GOODS = { get: async (name: string) => ({ body: `the goods: ${name}` }) }

const MINUTE = 60

describe('the Worker of the guide to downloads', () => {
  let edge: Server
  let privateKey: CryptoKey
  let origin: string
  let worker: Shop

  beforeAll(async () => {
    const pair = await generateKeyPair('EdDSA')
    const keys = [{ ...(await exportJWK(pair.publicKey)), alg: 'EdDSA', kid: 'one' }]
    privateKey = pair.privateKey
    edge = createServer((_, response) => response.end(JSON.stringify({ keys })))
    await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`
    worker = await workerOf(origin)
  })
  afterAll(() => void edge.close())

  const receipt = (claims: object, madeAgo = 0) =>
    new SignJWT({ iss: origin, ...PAID, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'pay-receipt+jwt', kid: 'one' })
      .setIssuedAt(Math.floor(Date.now() / 1000) - madeAgo)
      .sign(privateKey)

  const download = (given: string) => {
    const body = new URLSearchParams({ receipt: given })
    return worker.fetch(new Request('https://shop.example.com/download', { method: 'POST', body }), { GOODS })
  }

  it('gives the goods for a receipt', async () => {
    const reply = await download(await receipt({}))

    expect([reply.status, await reply.text()]).toEqual([200, 'the goods: cable-hat.pdf'])
  })

  it.each([
    ['another price', { amount: '0.04' }],
    ['another thing', { description: 'Mug' }],
    ['a refunded payment', { status: 'returned' }],
    ['a hold', { intent: 'preauth' }],
    ['a sandbox', { test: true }],
    ['another edge', { iss: 'https://pay.example.net' }],
  ])('refuses a receipt of %s', async (_, claims) => {
    expect((await download(await receipt(claims))).status).toBe(403)
  })

  it('refuses a receipt that is older than an hour, and what is none', async () => {
    const old = await download(await receipt({}, 61 * MINUTE))

    expect([old.status, (await download('')).status]).toEqual([403, 403])
  })
})

/** The guide's Worker, as a reader has it whose edge is at this address. */
async function workerOf(origin: string): Promise<Shop> {
  const guide = await readFile(join(ROOT, PATH), 'utf8')
  const { text = '' } = snippetsOf(PATH, guide).find(({ file }) => file === 'worker.mjs') ?? {}
  return inScratch(async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'worker.mjs'), text.replace('https://pay.example.com', origin))
    return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'worker.mjs')).href)).default
  })
}
