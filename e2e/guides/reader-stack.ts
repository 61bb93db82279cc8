import { type OfferKey, parseOfferKey, publicKeySet } from '../../cli/keys.ts'
import { builtWidget } from '../../scripts/build.ts'
import { addressesOf } from '../../scripts/stack/addresses.ts'
import { freePorts } from '../../scripts/stack/ports.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type PageServer, startPageServer } from '../support/stack/page-server.ts'
import { mugOffer } from './mug-offer.ts'

/** The stack that readers try things against: as `npm run dev` starts it, with pages of their own. */
export interface ReaderStack {
  readonly stack: Stack
  /** Serves the pages of the documents, as `https://shop.example.com`. */
  readonly pages: PageServer
  readonly shop: string
  /** The origin of the server that a reader starts, as `http://localhost:3000`. */
  readonly own: string
  /** Lets offers of this key be sold too, as `npm run dev -- --offer-key` does. */
  readonly trust: (key: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Every way to pay, as in `npm run dev`. */
const METHODS = '["hosted","payment-page","card","saved-card"]'

/** Signs the webhooks. It is the one of the documents. */
export const WEBHOOK_SECRET = 'whsec_cGF5LWNoZWNrb3V0IGV4YW1wbGUgc2VjcmV0IQ=='

/** The page of which documents speak as the shop's own. */
async function serveMug(pages: PageServer, stack: Stack, shop: string): Promise<void> {
  const { edge } = stack.addresses
  const policy = [
    `default-src 'none'; script-src ${edge}; connect-src ${edge} ${edge.replace('http', 'ws')}; frame-src ${edge}`,
    "require-trusted-types-for 'script'; trusted-types pay-checkout",
  ].join('; ')
  const tag = `<pay-checkout offer="${await mugOffer(stack, [shop])}"></pay-checkout>`
  const script = `<script type="module" src="${edge}/pay-checkout.js"></script>`
  const body = `<!doctype html><html lang="en"><title>Mug</title>${script}${tag}</html>`
  pages.put({ path: '/mug.html', body, headers: { 'Content-Security-Policy': policy } })
}

/**
 * Builds the tag where nobody has, and starts the stack.
 *
 * @param webhooks Where the reader's own server takes webhooks.
 * @throws {Error} If a part does not start.
 */
export async function startReaderStack(webhooks: string): Promise<ReaderStack> {
  // Vitest says `test`, which would make Lit's development files part of the tag.
  process.env.NODE_ENV = 'production'
  const failure = await builtWidget()
  if (failure) throw new Error(`The tag cannot be built:\n${failure}`)
  const pages = await startPageServer()
  const ports = await freePorts()
  // A port of the same kind; nobody listens there until a reader does.
  const own = `http://localhost:${(await freePorts()).shop}`
  const shop = `http://shop.localhost:${pages.port}`
  const origins = [addressesOf(ports).shop, shop, own]
  const stack = await startStack({
    ports,
    edge: {
      ALLOWED_ORIGINS: JSON.stringify(origins),
      CHECKOUT_METHODS: METHODS,
      WEBHOOK_URL: own + webhooks,
      WEBHOOK_SECRET,
    },
  })
  const trusted: OfferKey[] = [stack.offerKey]
  const trust = async (key: string) => {
    trusted.push(parseOfferKey(key))
    await stack.end('edge')
    await stack.start('edge', { OFFER_KEYS: JSON.stringify(publicKeySet(trusted)) })
  }
  await serveMug(pages, stack, shop)
  const stop = async () => {
    pages.stop()
    await stack.stop()
  }
  return { stack, pages, shop, own, trust, stop }
}
