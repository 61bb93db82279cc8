import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ROOT } from '../../scripts/root.ts'
import { startTethered, type Tethered } from '../../scripts/stack/tethered.ts'
import { mugOffer } from './mug-offer.ts'
import { openOrder, paidOrder, savedCard, uncertainOrder } from './reader-orders.ts'
import type { ReaderStack } from './reader-stack.ts'

/** Somebody who reads one document and tries what it says, in a fresh folder. */
export interface Reader {
  readonly folder: string
  readonly installed: InstalledPackages
  /** Puts the reader's own values in the place of a document's examples. */
  readonly adapted: (text: string) => Promise<string>
  /** Runs commands in the folder, as in one terminal. @returns What they printed. @throws {Error} If one fails. */
  readonly run: (commands: string) => Promise<string>
  /** Starts commands that keep running, until the next ones or the end of the document. */
  readonly start: (commands: string) => Promise<void>
  /** What those printed so far. */
  readonly printed: () => string
  /** Saves a file of the document. */
  readonly save: (file: string, text: string) => Promise<void>
  readonly leave: () => Promise<void>
}

/** What `npm run build` packs, as a merchant has it. */
export interface InstalledPackages {
  /** The folder with their files. */
  readonly archives: string
  /** The folder into which they are installed, `node_modules`. */
  readonly modules: string
}

const PROGRAMS = join(import.meta.dirname, 'programs')

const LIMIT_MS = 90_000

/** Opens a fresh folder for a document. */
export async function startReader(
  around: ReaderStack,
  installed: InstalledPackages,
  document: string,
): Promise<Reader> {
  const place = await mkdtemp(join(tmpdir(), 'pay-checkout-reader-'))
  const folder = join(place, 'pay-checkout')
  await prepare(around, { place, folder, document })
  let running: (Tethered & { readonly texts: string[] }) | undefined
  const adapted = (text: string) => adapt(around, text)
  const here = async () => (await readFile(join(place, 'cwd'), 'utf8')).trim()
  const environment = {
    ...process.env,
    NODE_ENV: '',
    PATH: [PROGRAMS, process.env.PATH].join(delimiter),
    PAY_CLONE: ROOT,
    PAY_NODE: process.execPath,
    PAY_PROGRAM: join(installed.modules, '.bin/pay-checkout'),
    PAY_PACKAGES: installed.archives,
    PAY_GATEWAY: around.stack.addresses.local.gateway,
    PAY_MERCHANT_KEY: around.stack.secrets.merchantKey,
    KEY: around.stack.secrets.merchantKey,
  }
  const terminal = async (commands: string, after = '') => {
    const order = await orderFor(around, commands)
    const script = `cd "$(cat ${place}/cwd)"; . ${place}/variables; ORDER=${order}; set -euo pipefail\n${await adapted(commands)}\n${after}`
    return startTethered(['bash', '-c', `${script}`], { cwd: folder, env: environment })
  }
  return {
    folder,
    installed,
    adapted,
    run: async (commands) => {
      const keep = `pwd > ${place}/cwd; export -p > ${place}/variables; echo ${DONE}`
      const started = await terminal(`exec 2>&1\n${commands}`, keep)
      const output = await wholeOutput(started)
      if (!output.endsWith(`${DONE}\n`))
        throw new Error(output || 'the commands ended early and printed nothing')
      return output.slice(0, -DONE.length - 1)
    },
    start: async (commands) => {
      await running?.stop()
      const started = await terminal(`exec 2>&1\n${commands}`)
      const texts: string[] = []
      started.output?.on('data', (chunk: Buffer) => texts.push(chunk.toString()))
      running = { ...started, texts }
    },
    printed: () => running?.texts.join('') ?? '',
    save: async (file, text) => {
      const path = join(await here(), file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await adapted(text))
    },
    leave: async () => {
      await running?.stop()
      await rm(place, { recursive: true, force: true })
    },
  }
}

/** Printed after the last command, and never by one. */
const DONE = 'all-commands-ended'

async function wholeOutput({ output, ended, stop }: Tethered): Promise<string> {
  const chunks: Buffer[] = []
  output?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const limit = setTimeout(stop, LIMIT_MS)
  await ended
  clearTimeout(limit)
  return Buffer.concat(chunks).toString()
}

interface Folder {
  readonly place: string
  readonly folder: string
  readonly document: string
}

/** What a shop sells whose document says no more of it. */
const CATALOGUE = 'item,description,currency,amount\nmug,Heather mug,EUR,12.50\n'

/** A report of the gateway with one payment. */
const REPORT = 'client_orderid,type,amount,currency\norder-1,sale,12.50,EUR\n'

/** The folder has what a clone has after `npm ci`, as far as documents use it, and a neighbour. */
async function prepare({ stack }: ReaderStack, { place, folder, document }: Folder): Promise<void> {
  await mkdir(join(folder, '.dev'), { recursive: true })
  await mkdir(join(place, 'my-shop'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['package.json', 'wrangler.toml']) await copyFile(join(ROOT, file), join(folder, file))
  for (const shop of [folder, join(place, 'my-shop')]) {
    await mkdir(join(shop, 'dist'), { recursive: true })
    for (const page of ['mug', 'index'])
      await writeFile(join(shop, `dist/${page}.html`), '<pay-checkout item="mug"></pay-checkout>')
    await writeFile(join(shop, 'catalogue.csv'), CATALOGUE)
    await writeFile(join(shop, 'report.csv'), REPORT)
  }
  await writeFile(join(place, 'cwd'), folder)
  await writeFile(join(place, 'variables'), '')
  await writeFile(join(folder, 'control-key.txt'), stack.secrets.controlKey)
  await writeFile(join(folder, 'gateway.pem'), stack.secrets.gatewayKeys.privateKey)
  await writeFile(join(folder, '.merchant-key'), stack.secrets.merchantKey)
  await writeFile(join(folder, '.dev/merchant-key'), stack.secrets.merchantKey)
  await writeFile(join(folder, '.dev/webhook-secret'), stack.secrets.webhookSecret)
  // A document that makes no key speaks to somebody who has one.
  if (!/pay-checkout keys --out/.test(document))
    await writeFile(join(folder, 'offer-key.json'), JSON.stringify(stack.offerKey))
}

/** The order of which the commands speak as `$ORDER`. */
async function orderFor({ stack }: ReaderStack, commands: string): Promise<string> {
  if (!commands.includes('$ORDER')) return ''
  return (await (/\/cancel\b/.test(commands) ? openOrder : paidOrder)(stack)).id
}

/** Puts the addresses of the stack in the place of the examples', and real values where a document has dots. */
async function adapt({ stack, shop, own }: ReaderStack, text: string): Promise<string> {
  // A deployment has https addresses, and starting one sends nothing.
  if (/pay-checkout setup /.test(text)) return text
  const { addresses } = stack
  const edge = new URL(addresses.edge)
  const moved = text
    .replaceAll('https://pay.example.com', addresses.edge)
    .replaceAll('wss://pay.example.com', `ws://${edge.host}`)
    .replaceAll('https://shop.example.com', shop)
    .replaceAll('http://localhost:3000', own)
    .replaceAll('localhost:3000', new URL(own).host)
    .replaceAll(/\b3000\b/g, new URL(own).port)
    .replaceAll('pay.localhost:8787', edge.host)
    .replaceAll('127.0.0.1:8787', new URL(addresses.local.edge).host)
    .replaceAll('gateway.localhost:8788', new URL(addresses.gateway).host)
    .replaceAll('shop.localhost:5173', new URL(addresses.shop).host)
  const withOffer = moved.includes('eyJ…')
    ? moved.replaceAll('eyJ…', await mugOffer(stack, [shop, own]))
    : moved
  const withSession = await replaced(withOffer, 'session="…"', async () => {
    const { id, token } = await openOrder(stack)
    return `session="${id}.${token}"`
  })
  const withCard = /"cardRef": "1088342"/.test(text)
    ? withSession.replaceAll('1088342', await savedCard(stack))
    : withSession
  return replaced(withCard, 'cart-4711', async () => {
    if (/"reference": *"cart-4711"/.test(text)) return `cart-${crypto.randomUUID()}`
    return (await (/trigger outcome/.test(text) ? uncertainOrder : paidOrder)(stack)).reference
  }).then((whole) => replaced(whole, 'sha256-…', () => tagDigest(stack)))
}

const replaced = async (text: string, example: string, value: () => Promise<string>) =>
  text.includes(example) ? text.replaceAll(example, await value()) : text

async function tagDigest({ addresses }: ReaderStack['stack']): Promise<string> {
  const digests: Record<string, string> = await (await fetch(`${addresses.local.edge}/integrity.json`)).json()
  return Object.entries(digests).find(([path]) => path.endsWith('/pay-checkout.js'))?.[1] ?? ''
}
