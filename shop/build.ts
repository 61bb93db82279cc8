import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type OfferKey, parseOfferKey } from '../cli/keys.ts'
import { type Draft, parseClaims } from '../cli/offer-claims.ts'
import { signOffer } from '../cli/sign-offer.ts'
import { PRODUCTS } from './catalog.ts'
import { buildGallery } from './gallery/build-gallery.ts'
import { replaceFile } from './replace-file.ts'
import { barePage, frontPage, productPage, thanksPage } from './shop-pages.ts'

/** A page that only tests need: what it sells, and further attributes of its tag. */
export interface ExtraPage {
  /** Claims to be signed, where `aud`, `origins` and `exp` may be left out; or an offer as it is, however bad. */
  readonly offer: Draft | string
  readonly attributes?: Readonly<Record<string, string>>
  /** Whether the page's policy lets the tag open a socket. Default: yes. */
  readonly hasSocket?: boolean
}

/** Where the pages will stand and who signs for them. */
export interface ShopOptions {
  /** Origin of the edge, as browsers reach it. */
  readonly edge: string
  /** Origin of the shop itself: the only place where its offers may be sold. */
  readonly origin: string
  readonly key: OfferKey
  /** Folder that is written to; files of the same name are replaced, others are left alone. */
  readonly out: string
  /** Name of the file without `.html` → what it sells. */
  readonly extra?: Readonly<Record<string, ExtraPage>>
  /** Whether a gallery and a counter stand beside the pages, so that the front page names them. */
  readonly isDev?: boolean
  /** Milliseconds since the epoch; default: the clock. */
  readonly now?: number
}

const DAY_SECONDS = 86_400

/** Long enough for a demo that is left open, short enough that a leaked throw-away key soon is worth nothing. */
const OFFER_DAYS = 30

const ASSETS = join(import.meta.dirname, 'assets')

/**
 * Writes the shop's pages with offers signed for these addresses.
 *
 * Repeatable: within one day the same options make the same offers, so that a shopper who is at the bank while
 * the shop is built again still comes back to the order.
 *
 * @throws {TypeError} If an extra offer's claims are no offer.
 */
export async function buildShop(options: ShopOptions): Promise<void> {
  const { edge, origin, out, extra = {}, isDev = false } = options
  await copyAssets(out)
  const sign = signerFor(options)
  const write = (name: string, text: string) => replaceFile(join(out, name), text)
  await write('index.html', frontPage(edge, isDev))
  await write('thanks.html', thanksPage(edge))
  for (const product of PRODUCTS) {
    const tag = { edge, offer: await sign(product.claims), label: product.payLabel }
    const attributes = { 'return-url': `${origin}/thanks.html` }
    await write(product.page, productPage(product, { ...tag, attributes }))
  }
  for (const [name, { offer, attributes = {}, hasSocket }] of Object.entries(extra)) {
    const signed = typeof offer === 'string' ? offer : await sign(offer)
    const tag = { edge, offer: signed, label: 'Pay', attributes }
    await write(`${name}.html`, barePage(name, tag, hasSocket))
  }
}

async function copyAssets(out: string) {
  const entries = await readdir(ASSETS, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name)
    await replaceFile(join(out, relative(ASSETS, path)), await readFile(path, 'utf8'))
  }
}

function signerFor({ edge, origin, key, now = Date.now() }: ShopOptions) {
  const nowSeconds = Math.floor(now / 1000)
  const iat = nowSeconds - (nowSeconds % DAY_SECONDS)
  const common = { aud: edge, iat, exp: iat + OFFER_DAYS * DAY_SECONDS, origins: [origin] }
  return async (draft: Draft): Promise<string> => {
    const claims = parseClaims({ ...common, ...draft }, nowSeconds)
    if (!claims.ok) throw new TypeError(`no offer: ${claims.reason.join('; ')}`)
    return signOffer(claims.value, key)
  }
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const
  const options = { edge: text, origin: text, key: text, out: text, frames: text }
  const { values } = parseArgs({ options })
  const { frames, ...places } = values
  const key = parseOfferKey(await readFile(places.key, 'utf8'))
  await buildShop({ ...places, key, isDev: frames !== '' })
  if (frames) await buildGallery({ ...places, key, frames })
}
