import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildWidget, EDGE_DIR, EDGE_FRAMES_DIR } from '../scripts/build.ts'
import { edgeBundle } from '../scripts/checks/edge-bundle.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { servedLanguages } from '../widget/build/languages.ts'
import { bundled } from './bundled.ts'
import { loadNote } from './machine-load.ts'
import { tagParts } from './tag-parts.ts'

const ADYEN = `
import { AdyenCheckout, Card, Dropin } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'
globalThis.shop = { AdyenCheckout, Card, Dropin }`

const PRIMER = `
import { loadPrimer } from '@primer-io/primer-js'
globalThis.shop = loadPrimer`

const BRAINTREE = `
import client from 'braintree-web/client'
import hostedFields from 'braintree-web/hosted-fields'
import threeDSecure from 'braintree-web/three-d-secure'
globalThis.shop = { client, hostedFields, threeDSecure }`

const BRAINTREE_DROP_IN = `
import dropIn from 'braintree-web-drop-in/dist/browser/dropin.js'
globalThis.shop = dropIn`

/** The least that a component on Lit weighs. */
export const BARE_LIT = `
import { css, html, LitElement } from 'lit'
customElements.define('bare-element', class extends LitElement {
  static styles = css\`button { font: inherit }\`
  static properties = { text: {} }
  render() { return html\`<button>\${this.text}</button>\` }
})`

/** All JavaScript and CSS on a shop's page, and what the edge serves besides, in bytes. */
export async function size(): Promise<readonly PartResult[]> {
  const failure = await buildWidget()
  if (failure) throw new Error(failure)
  const own = await readFile(join(EDGE_DIR, 'pay-checkout.js'), 'utf8')
  const both = ({ script, styles }: { script: string; styles: string }) => script + styles
  const onPage: Readonly<Record<string, string>> = {
    'pay-checkout': own,
    'a bare Lit element': both(await bundled(BARE_LIT)),
    'braintree-web: client, hosted fields, 3-D Secure': both(await bundled(BRAINTREE)),
    'Braintree Drop-in': both(await bundled(BRAINTREE_DROP_IN)),
    'Adyen Drop-in with card': both(await bundled(ADYEN)),
    Primer: both(await bundled(PRIMER)),
  }
  return [
    {
      title: 'All JavaScript and CSS on the shop’s page, bytes',
      rows: Object.entries(onPage).map(([side, code]) => ({
        side,
        ...weights(code),
        ratio: ratio(code, own),
      })),
      notes: [
        'Peers are bundled from their packages as the tag is; what a peer loads from its own servers later is not counted.',
        loadNote(),
      ],
    },
    await tagParts(),
    {
      title: 'What the edge serves besides, and the Worker, bytes',
      rows: await served(),
      notes: [loadNote()],
    },
  ]
}

const ratio = (code: string, own: string) => gzipSync(code).length / gzipSync(own).length

const weights = (code: string) => ({
  ...{ bytes: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length },
  brotli: brotliCompressSync(code).length,
})

async function served(): Promise<Row[]> {
  const frames = (await readdir(EDGE_FRAMES_DIR)).filter((name) => name.endsWith('.js'))
  const rows = frames.map(async (name) => ({
    file: `frames/${name}`,
    ...weights(await readFile(join(EDGE_FRAMES_DIR, name), 'utf8')),
  }))
  const texts = servedLanguages().map(({ texts }) => texts)
  const largest = texts.toSorted((one, other) => weights(other).gzip - weights(one).gzip)[0] ?? ''
  await edgeBundle.problems()
  const worker = {
    file: `the Worker’s script: ${edgeBundle.measured?.()} gzip`,
    bytes: '',
    gzip: '',
    brotli: '',
  }
  return [
    ...(await Promise.all(rows)),
    { file: `the largest of ${texts.length} languages`, ...weights(largest) },
    worker,
  ]
}
