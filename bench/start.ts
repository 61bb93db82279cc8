/** How soon a shopper sees the choice, in Chromium, beside Adyen's Drop-in and a bare Lit element. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium } from 'playwright'
import { startOptions } from '../e2e/engines/chromium.ts'
import { buildWidget, EDGE_DIR } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { alternate } from './alternate.ts'
import { bundled } from './bundled.ts'
import { BARE_LIT } from './size.ts'

const ROUNDS = 9

/** A page of the bench: what it loads, what it shows, and how one sees that the choice is there. */
interface Page {
  readonly script: string
  readonly styles?: string
  readonly body: string
  /** An expression in the page: whether the first choice is drawn. */
  readonly isShown: string
}

/** Claims are read by the tag and verified by the edge, which nothing here asks. */
const claims = {
  ...{ aud: 'http://127.0.0.1', iat: 1_800_000_000, exp: 4_000_000_000, item: 'mug', description: 'A mug' },
  ...{ currency: 'EUR', intent: 'sale', amount: '12.50', methods: ['hosted', 'card'] },
}
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const OFFER = `${encoded({ alg: 'ES256', typ: 'pay-offer+jwt', kid: 'k' })}.${encoded(claims)}.${'A'.repeat(86)}`

const ADYEN = `
import { AdyenCheckout, Card, Dropin } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'
const checkout = await AdyenCheckout({
  clientKey: 'test_0123456789ABCDEF', environment: 'test', countryCode: 'NL', locale: 'en-US',
  amount: { value: 1250, currency: 'EUR' }, analytics: { enabled: false }, onSubmit() {},
  paymentMethodsResponse: { paymentMethods: [
    { type: 'scheme', name: 'Cards', brands: ['visa', 'mc'] }, { type: 'ideal', name: 'iDEAL' }] },
})
new Dropin(checkout, { paymentMethodComponents: [Card] }).mount('#place')`

const shadowed = (tag: string, pick: string) =>
  `!!document.querySelector('${tag}')?.shadowRoot?.querySelector('${pick}')?.checkVisibility()`

async function pages(): Promise<Readonly<Record<string, Page>>> {
  const tag = await readFile(join(EDGE_DIR, 'pay-checkout.js'), 'utf8')
  return {
    'pay-checkout': {
      script: tag,
      body: `<style>pay-checkout:not(:defined) { display: block; min-block-size: 20rem }</style><pay-checkout offer="${OFFER}"></pay-checkout>`,
      isShown: shadowed('pay-checkout', '[type=radio]'),
    },
    'a bare Lit element': {
      ...(await bundled(BARE_LIT)),
      body: '<bare-element text="Pay"></bare-element>',
      isShown: shadowed('bare-element', 'button'),
    },
    'Adyen Drop-in with card': {
      ...(await bundled(ADYEN)),
      body: '<div id="place"></div>',
      isShown: `!!document.querySelector('.adyen-checkout__payment-method')?.checkVisibility()`,
    },
  }
}

/** What a shopper's machine is like. */
interface Condition {
  readonly name: string
  readonly slowdown?: number
  readonly isSlowNetwork?: boolean
  readonly isWarm?: boolean
  /** What is taken. Default: from the end of the script's transfer to the frame that paints the first choice. */
  readonly since?: 'navigation'
}

const CONDITIONS: readonly Condition[] = [
  { name: 'script to choice, cold, CPU 4× slower', slowdown: 4 },
  { name: 'script to choice, cold' },
  { name: 'navigation to choice, cold, CPU 4× slower', slowdown: 4, since: 'navigation' },
  { name: 'navigation to choice, warm', isWarm: true, since: 'navigation' },
  { name: 'navigation to choice, slow network', isSlowNetwork: true, since: 'navigation' },
]

/** 1.6 Mbit/s and 150 ms, as phones in the countryside have it. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

/** Runs in the page before anything else: notes which frame paints the choice, and what the page cost soon after. */
const observer = (isShown: string) => `
const seen = { shift: 0, longTasks: 0 }
new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.shift += one.value }).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.longTasks += one.duration }).observe({ type: 'longtask', buffered: true })
globalThis.bench = new Promise((resolve) => {
  const look = () => {
    if (!${isShown}) return requestAnimationFrame(look)
    const at = performance.now()
    const [script] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    setTimeout(() => resolve({ ...seen, at, sinceScript: at - script.responseEnd }), 300)
  }
  requestAnimationFrame(look)
})`

interface Seen {
  readonly at: number
  readonly sinceScript: number
  readonly shift: number
  readonly longTasks: number
}

/** The first choice in milliseconds, and what the page cost until then. */
export async function start(): Promise<readonly PartResult[]> {
  const failure = await buildWidget()
  if (failure) throw new Error(failure)
  const sides = await pages()
  const server = await serve(sides)
  const browser = await chromium.launch(startOptions())
  try {
    const rows: Row[] = []
    for (const condition of CONDITIONS) {
      const measured = await alternate(
        Object.keys(sides).map((name, place) => ({
          name,
          sample: () =>
            firstChoice(browser, `${server.origin}/${place}/`, sides[name]?.isShown ?? '', condition),
        })),
        ROUNDS,
      )
      rows.push(...measured.map((one) => ({ condition: condition.name, ...one })))
    }
    return [
      {
        title: 'The first choice, milliseconds',
        rows,
        notes: [
          `${ROUNDS} new windows each, in turn; a ratio is beside pay-checkout.`,
          'Foreign hosts are refused at once: Adyen asks its own for texts and pictures and goes on without them, faster than in a shop.',
        ],
      },
      { title: 'One cold page, CPU 4× slower', rows: await costs(browser, server.origin, sides), notes: [] },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function firstChoice(
  browser: Browser,
  url: string,
  isShown: string,
  condition: Condition,
): Promise<number> {
  const { at, sinceScript } = await visited(browser, url, isShown, condition)
  return condition.since ? at : sinceScript
}

async function visited(
  browser: Browser,
  url: string,
  isShown: string,
  { slowdown = 1, isSlowNetwork = false, isWarm = false }: Condition,
  look: (session: CDPSession) => Promise<object> = async () => ({}),
): Promise<Seen & Readonly<Record<string, number>>> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['https://*'] })
    if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', SLOW)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observer(isShown))
    await page.goto(url)
    if (isWarm) {
      await page.evaluate('bench')
      await page.reload()
    }
    const seen = await page.evaluate<Seen>('bench')
    return { ...seen, ...(await look(session)) }
  } finally {
    await context.close()
  }
}

async function costs(
  browser: Browser,
  origin: string,
  sides: Readonly<Record<string, Page>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [place, [side, { isShown }]] of Object.entries(sides).entries()) {
    const { shift, longTasks, heap } = await visited(
      browser,
      `${origin}/${place}/`,
      isShown,
      { name: '', slowdown: 4 },
      heapOf,
    )
    rows.push({ side, 'layout shift': shift ?? 0, 'long tasks, ms': longTasks ?? 0, 'heap, MB': heap ?? 0 })
  }
  return rows
}

async function heapOf(session: CDPSession): Promise<{ heap: number }> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return { heap: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6 }
}

/** Serves the pages, compressed, with scripts that stay in the browser's cache. */
async function serve(sides: Readonly<Record<string, Page>>) {
  const files = new Map<string, { type: string; text: string }>()
  for (const [place, { script, styles = '', body }] of Object.values(sides).entries()) {
    const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>${
      styles ? `<link rel="stylesheet" href="/${place}/styles.css">` : ''
    }<script type="module" src="/${place}/script.js"></script>${body}`
    files.set(`/${place}/`, { type: 'text/html', text })
    files.set(`/${place}/script.js`, { type: 'text/javascript', text: script })
    files.set(`/${place}/styles.css`, { type: 'text/css', text: styles })
  }
  files.set('/v1/settings', {
    type: 'application/json',
    text: JSON.stringify({ methods: ['hosted', 'card'] }),
  })
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    const cache = file.type === 'text/html' ? 'no-store' : 'public, max-age=3600'
    const headers = { 'Content-Type': file.type, 'Content-Encoding': 'gzip', 'Cache-Control': cache }
    response.writeHead(200, headers).end(gzipSync(file.text))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
