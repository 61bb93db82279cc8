import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type OfferKey, parseOfferKey } from '../cli/keys.ts'
import { type Draft, parseClaims } from '../cli/offer-claims.ts'
import { signOffer } from '../cli/sign-offer.ts'
import { cartDrawer } from './cart-drawer.ts'
import { cartPage } from './cart-page.ts'
import { mostInCart, PRODUCTS, type Product } from './catalog.ts'
import { DESIGN_PROPERTIES } from './design-properties.ts'
import { frontPage } from './front-page.ts'
import { buildGallery } from './gallery/build-gallery.ts'
import { replaceFile } from './replace-file.ts'
import { barePage, productPage, textPage, thanksPage } from './shop-pages.ts'
import { folderOf, productWords, SHOP_WORDS } from './shop-words.ts'
import { LANGUAGES, type Language } from './words.ts'

/** A page for tests alone: what it sells, and further attributes of its tag. */
export interface ExtraPage {
  /** Claims to sign, without `aud`, `origins` and `exp` if you like; or a finished offer, however bad. */
  readonly offer: Draft | string
  readonly attributes?: Readonly<Record<string, string>>
  /** Whether the page's policy lets the tag open a socket. Default: yes. */
  readonly hasSocket?: boolean
}

/** The addresses of the pages, and the key that signs their offers. */
export interface ShopOptions {
  /** Origin of the edge, as browsers reach it. */
  readonly edge: string
  /** Origin of the shop itself: its offers are valid there alone. */
  readonly origin: string
  readonly key: OfferKey
  /** Output folder. Files of the same name are replaced, others stay. */
  readonly out: string
  /** Name of the file without `.html` → what it sells. */
  readonly extra?: Readonly<Record<string, ExtraPage>>
  /** Origin of the documentation: it may sell the first product, by the offer in `live-tag.json`. */
  readonly docs?: string
  /** The front page links to the gallery and the counter. */
  readonly isDev?: boolean
  /** Milliseconds since the epoch; default: the clock. */
  readonly now?: number
}

const DAY_SECONDS = 86_400

/** Long enough for a demo that stays open; short enough that a leaked throw-away key is soon worthless. */
const OFFER_DAYS = 30

const ASSETS = join(import.meta.dirname, 'assets')

const SHEET = 'shop.css'

/**
 * Writes the shop's pages with offers signed for these addresses.
 *
 * Repeatable: within one day the same options make the same offers. A shopper who is at the bank while the shop is built
 * again still comes back to the order.
 *
 * @throws {TypeError} If the claims of an extra page are no valid offer.
 */
export async function buildShop(options: ShopOptions): Promise<void> {
  const { edge, origin, out, extra = {}, docs, isDev = false } = options
  await copyAssets(out)
  await replaceFile(join(out, SHEET), DESIGN_PROPERTIES + (await readFile(join(ASSETS, SHEET), 'utf8')))
  const sign = signerFor(options)
  const write = (name: string, text: string) => replaceFile(join(out, name), text)
  for (const language of LANGUAGES) {
    const folder = folderOf(language)
    const attributes = { 'return-url': `${origin}${folder}thanks.html` }
    await write(`${folder}index.html`, frontPage(edge, language, isDev))
    await write(`${folder}thanks.html`, thanksPage(edge, language))
    for (const [name, words] of Object.entries(SHOP_WORDS[language].textPages))
      await write(folder + name, textPage(edge, language, name, words))
    const sold = await Promise.all(
      PRODUCTS.map(async (product) => ({ product, offer: await sign(draftOf(product, language)) })),
    )
    const items = sold.filter(({ product }) => mostInCart(product))
    await write(`${folder}cart.html`, cartPage(edge, language, items))
    const drawer = cartDrawer(language, items, `${origin}${folder}cart.html`)
    for (const { product, offer } of sold) {
      const { payLabel: label } = productWords(language, product.page)
      const tag = { edge, offer, label, attributes }
      await write(folder + product.page, productPage(product, language, { tag, drawer }))
    }
  }
  const [first] = PRODUCTS
  if (docs && first) {
    const offer = await sign({ ...draftOf(first, 'en'), origins: [docs] })
    await write('live-tag.json', JSON.stringify({ edge, offer }))
  }
  for (const [name, { offer, attributes = {}, hasSocket }] of Object.entries(extra)) {
    const signed = typeof offer === 'string' ? offer : await sign(offer)
    const tag = { edge, offer: signed, label: 'Pay', attributes }
    await write(`${name}.html`, barePage(name, tag, hasSocket))
  }
}

/** An offer's limit counts what one offer sells, so a thing that is sold once has the same offer in every language. */
function draftOf({ claims, page }: Product, language: Language): Draft {
  const { description } = productWords('limit' in claims ? 'en' : language, page)
  return { ...claims, description }
}

async function copyAssets(out: string) {
  const entries = await readdir(ASSETS, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && entry.name !== SHEET)) {
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
  const options = { edge: text, origin: text, key: text, out: text, frames: text, docs: text }
  const { values } = parseArgs({ options })
  const { frames, ...places } = values
  const key = parseOfferKey(await readFile(places.key, 'utf8'))
  await buildShop({ ...places, key, isDev: frames !== '' })
  if (frames) await buildGallery({ ...places, key, frames })
}
