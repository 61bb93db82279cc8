import { cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OfferKey } from '../../cli/keys.ts'
import { signOffer } from '../../cli/sign-offer.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { servedDigests, servedLanguages, version } from '../../widget/build/languages.ts'
import { attributes, html, type Markup } from '../html.ts'
import { replaceFile } from '../replace-file.ts'
import {
  checkPage,
  FAKE_EDGE,
  FAKE_EDGE_WITH_TERMS,
  FAKE_EDGE_WITHOUT_FRAMES,
  fakeEdgeOf,
  fieldsPage,
  STEP_PAGES,
  settingsText,
} from './fake-edge.ts'
import { galleryPage, galleryPath, LOOKS, looksPage, statePage, THEMES } from './gallery-pages.ts'
import { SLOT_CONTENT } from './slot-content.ts'
import { type GalleryState, isAlone, viewOf } from './state.ts'
import { GALLERY_STATES } from './states.ts'

/** The addresses of the gallery, and what it is built from. */
export interface GalleryOptions {
  /** Origin of the edge, as browsers reach it. */
  readonly edge: string
  /** Origin of the shop itself. */
  readonly origin: string
  readonly key: OfferKey
  /** Output folder. Files of the same name are replaced, others stay. */
  readonly out: string
  /** Folder with the built scripts of the edge's frames. */
  readonly frames: string
  /** Milliseconds since the epoch; default: the clock. */
  readonly now?: number
}

/** Longer than any gallery is used. */
const OFFER_SECONDS = 365 * 86_400

/** Writes the pages with every state of the tag, and the files that answer the tags. Repeatable. */
export async function buildGallery(options: GalleryOptions): Promise<void> {
  const tags = new Map<string, Markup>()
  for (const state of GALLERY_STATES) tags.set(state.name, await tagOf(state, options))
  const { edge, out } = options
  const tag = ({ name }: GalleryState) => tags.get(name) ?? html``
  const write = (path: string, text: string) => replaceFile(join(out, path), text)
  for (const theme of THEMES) {
    const look = { edge, theme, tag }
    await write(galleryPath(theme), galleryPage(look))
    await write(galleryPath(theme, LOOKS), looksPage(look))
    for (const state of GALLERY_STATES.filter(isAlone))
      await write(galleryPath(theme, state.name), statePage(state, look))
  }
  await writeFakeEdge(options)
}

async function writeFakeEdge({ origin, out, frames }: GalleryOptions) {
  for (const state of GALLERY_STATES) {
    const view = state.order && viewOf(state, state.order, origin)
    if (view)
      await replaceFile(join(out, `${folderOf(state)}/v1/orders/${view.id}.json`), JSON.stringify(view))
  }
  for (const { name, product } of GALLERY_STATES)
    if (typeof product === 'object')
      await replaceFile(
        join(out, `${FAKE_EDGE}/v1/products/${name}.json`),
        JSON.stringify({ id: name, ...product }),
      )
  const edges = [FAKE_EDGE, FAKE_EDGE_WITHOUT_FRAMES, FAKE_EDGE_WITH_TERMS]
  for (const edge of edges)
    await replaceFile(join(out, `${edge}/v1/settings.json`), settingsText(origin, edge))
  for (const [name, text] of Object.entries(STEP_PAGES))
    await replaceFile(join(out, `${FAKE_EDGE}/steps/${name}.html`), text)
  for (const [name, text] of Object.entries(languageFiles()))
    for (const folder of edges)
      await replaceFile(join(out, `${folder}/v/${version()}/languages/${name}.json`), text)
  await replaceFile(join(out, `${FAKE_EDGE}/frames/check.html`), checkPage())
  const languages = servedLanguages()
  for (const file of await readdir(frames)) {
    await cp(join(frames, file), join(out, FAKE_EDGE, 'frames', file))
    const name = basename(file, '.js')
    if (name === 'check') continue
    await replaceFile(join(out, `${FAKE_EDGE}/frames/${name}.html`), fieldsPage(name, origin))
    for (const { language, pageTexts } of languages) {
      const texts = JSON.stringify(JSON.parse(pageTexts).fields)
      const page = fieldsPage(name, origin, { language, texts })
      await replaceFile(join(out, `${FAKE_EDGE}/frames/${language}/${name}.html`), page)
    }
  }
}

/** Name → text of the files that a tag asks for when its page is not in English. */
const languageFiles = (): Readonly<Record<string, string>> => ({
  digests: servedDigests(),
  ...Object.fromEntries(servedLanguages().map(({ language, texts }) => [language, texts])),
})

function folderOf({ lacksFrames, asksTerms }: GalleryState): string {
  if (asksTerms) return FAKE_EDGE_WITH_TERMS
  return lacksFrames ? FAKE_EDGE_WITHOUT_FRAMES : FAKE_EDGE
}

async function tagOf(state: GalleryState, options: GalleryOptions): Promise<Markup> {
  const { name, happens } = state
  const isNamed = state.order && happens !== 'return'
  const { session = isNamed && `${state.order?.id ?? name}.${FAKE_EDGE}` } = state
  const [offer, nextOffer] = await Promise.all(
    [state.offer, state.nextOffer].map((one) => offerText(one, options)),
  )
  const names = attributes({
    ...(!state.asksEdge && {
      edge: `${options.origin}/${state.answer ? fakeEdgeOf(name) : folderOf(state)}`,
    }),
    ...(session && { session }),
    ...(offer && { offer }),
    ...(state.product && { product: name }),
    ...(nextOffer && { 'data-next-offer': nextOffer }),
    ...state.attributes,
  })
  const lines = await Promise.all((state.lines ?? []).map((line) => offerText(line, options)))
  return html`<pay-checkout${names}>${lines.map((line) => html`<pay-line${attributes({ offer: `${line}` })}></pay-line>`)}${state.fillsSlots ? SLOT_CONTENT : ''}<p>Here the shop says how else to pay.</p></pay-checkout>`
}

/** Signs the claims unchecked: the edge is to refuse some. */
async function offerText(
  offer: GalleryState['offer'],
  { edge, origin, key, now = Date.now() }: GalleryOptions,
) {
  if (typeof offer !== 'object') return offer
  const iat = Math.floor(now / 1000)
  const claims = { aud: edge, iat, exp: iat + OFFER_SECONDS, origins: [origin], ...offer }
  return signOffer(claims as unknown as OfferClaims, key)
}
