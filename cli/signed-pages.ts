/** Built pages, whose tags and carts get their offers. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasOpenAmount, type OfferClaims } from '../shared/offer.ts'
import { itemsIn, type PageElement, withOffers } from './checkout-tags.ts'
import { type Answer, CommandError } from './command.ts'
import { readText, writeText } from './files.ts'

/** A signed offer with its payment link. */
export interface Signed {
  readonly claims: OfferClaims
  readonly offer: string
  readonly link: string
  /** Of its description. Absent: any. */
  readonly language?: string
}

/**
 * Writes the offers into the pages. No file is written unless every tag of every page has its offer.
 *
 * @param paths Pages, or folders of pages.
 */
export async function signPages(paths: readonly string[], signed: readonly Signed[]): Promise<Answer> {
  const files = (await Promise.all(paths.map(pagesIn))).flat()
  const pages = await Promise.all(files.map(async (file) => ({ file, html: await readText(file) })))
  const tags = pages.flatMap(({ file, html }) => itemsIn(html).map((tag) => ({ file, ...tag })))
  refuseUnfit(tags, signed)
  const changed = pages.filter(({ file }) => tags.some((tag) => tag.file === file))
  for (const { file, html } of changed)
    await writeText(
      file,
      withOffers(html, (item, language) => offerFor(item, language, signed) ?? missing(item)),
    )
  return {
    lines: [
      `Tags and cart lines with their offers: ${tags.length}, in ${changed.length} of ${files.length} pages.`,
      ...changed.map(({ file }) => file),
    ],
    value: { pages: files.length, tags: tags.map(({ file, line, item }) => ({ file, line, item })) },
  }
}

function missing(item: string): never {
  throw new TypeError(`no offer for the item ${item}`)
}

/** Of `de-AT`, the offer in `de-at`, else in `de`, else in no language (RFC 4647 §3.4). */
function offerFor(item: string, language: string | undefined, signed: readonly Signed[]): Signed | undefined {
  const found = signed.find((one) => one.claims.item === item && one.language === language)
  if (found || language === undefined) return found
  const end = language.lastIndexOf('-')
  return offerFor(item, end === -1 ? undefined : language.slice(0, end), signed)
}

type PlacedTag = PageElement & { readonly file: string; readonly item: string }

function refuseUnfit(tags: readonly PlacedTag[], signed: readonly Signed[]): void {
  const found = tags.map((tag) => ({ ...tag, claims: offerFor(tag.item, undefined, signed)?.claims }))
  const unknown = found.filter(({ claims }) => claims === undefined)
  if (unknown.length > 0)
    throw new CommandError(
      'item-unknown',
      unknown.map(({ file, line, item }) => `${file}:${line}: no offer for the item ${item}`),
    )
  const unfit = found.filter(({ name, claims }) => name === 'pay-line' && claims && !fitsCart(claims))
  if (unfit.length > 0)
    throw new CommandError(
      'claims-invalid',
      unfit.map(
        ({ file, line, item }) =>
          `${file}:${line}: a cart takes a fixed price that is paid at once, and ${item} has none`,
      ),
    )
}

/** As the edge decides it (`line-unfit`). */
const fitsCart = (claims: OfferClaims) => claims.intent === 'sale' && !hasOpenAmount(claims)

/** The pages that a path names: itself, or all pages of a folder and the folders below. */
async function pagesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('file-unreadable', [`${path} cannot be read (${error.code})`])
  })
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && /\.html?$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
