import { CompactSign, importJWK, type JWK } from 'jose'
import { expect } from 'vitest'
import type { Tab } from '../browser.ts'
import { payByCard } from '../pages/hosted-page.ts'
import { type Details, pay, statusText } from '../pages/shop.ts'
import { readLedger } from './ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent } from './shopper.ts'
import { addresses, offerKey, serve, served } from './stack/stack.ts'

/** The payment on such a page, as the ledger writes it. */
export const MUG_CHARGE = 'charge 12.50 EUR'

/** The parts of a strange page. */
export interface Parts {
  /** Loads the tag. */
  readonly script: string
  /** The tag, with an offer and the link for browsers that do not load it. */
  readonly tag: string
  readonly offer: string
  /** The page's own path. */
  readonly path: string
}

/** What may differ between strange pages. */
export interface StrangePage {
  /** Claims beside, or instead of, those of a mug. */
  readonly claims?: object
  /** Headers of the page. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further attributes of the tag, as markup. */
  readonly attributes?: string
}

let made = 0

/** Adds a page that sells a mug to the shop's site. @returns Its address. */
export async function strangePage(
  write: (parts: Parts) => string,
  { claims, headers = {}, attributes = '' }: StrangePage = {},
): Promise<string> {
  made += 1
  const path = `/strange-${process.pid}-${made}.html`
  const offer = await mug({ item: `mug-${process.pid}-${made}`, ...claims })
  const { edge } = addresses()
  const script = `<script type="module" src="${edge}/pay-checkout.js"></script>`
  const tag = `<pay-checkout offer="${offer}" ${attributes}><a href="${edge}/pay#offer=${offer}">Pay</a></pay-checkout>`
  await serve({ path, body: write({ script, tag, offer, path }), headers })
  return served().shop + path
}

/** A plain document around the given parts. @param head Comes before the tag's script. */
export const page = (script: string, body: string, head = '') => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mug</title>${head}${script}</head>
<body><main><h1>Mug</h1>${body}</main></body></html>`

/** A plain page with this head: scripts that run before the tag. */
export const withHead = (head: string) => strangePage(({ script, tag }) => page(script, tag, head))

/** An offer of the shop, signed. */
export async function mug(change: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const origins = [served().shop]
  const claims = { aud: addresses().edge, iat: now, exp: now + 3_600, origins, ...MUG, ...change }
  const { alg, kid } = offerKey() as { alg: string; kid: string }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg, kid, typ: 'pay-offer+jwt' })
    .sign(await importJWK(offerKey() as JWK, alg))
}

/** Pays on the hosted page, and waits until the shop's page, with this tag or a former one, shows the approval. @param details Typed before. */
export async function paysForTheMug(tab: Tab, details: Details = { email: EMAIL }): Promise<void> {
  await pay(tab, details)
  await payByCard(tab)
  await statusText(tab, /Thank you|approved/)
  await paidOnce()
}

/** Expects that the gateway made one form and moved the money once. */
export async function paidOnce(charge = MUG_CHARGE): Promise<void> {
  expect(await moneyMoved()).toEqual([charge])
  expect(operationsSent(await readLedger())).toEqual(['sale-form'])
}

/** Waits until the tab shows a page of the shop. */
export const untilAtShop = (tab: Tab) => tab.waitForUrl(/^http:\/\/shop\.localhost/)

/** Pays on the hosted page, which leads back to the shop. */
export async function payAndReturn(tab: Tab): Promise<void> {
  await pay(tab, { email: EMAIL })
  await payByCard(tab)
  await untilAtShop(tab)
}
