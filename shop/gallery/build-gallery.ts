import { cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OfferKey } from '../../cli/keys.ts'
import { signOffer } from '../../cli/sign-offer.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { attributes, html, type Markup } from '../html.ts'
import { replaceFile } from '../replace-file.ts'
import { BARE_STAND_IN, fieldsPage, STAND_IN, STEP_PAGES } from './fake-edge.ts'
import { galleryPage, galleryPath, statePage, THEMES } from './gallery-pages.ts'
import { type GalleryState, isAlone } from './state.ts'
import { GALLERY_STATES } from './states.ts'

/** Where the gallery will stand, and what it is made with. */
export interface GalleryOptions {
  /** Origin of the edge, as browsers reach it. */
  readonly edge: string
  /** Origin of the shop itself. */
  readonly origin: string
  readonly key: OfferKey
  /** Folder that is written to; files of the same name are replaced, others are left alone. */
  readonly out: string
  /** Folder with the built scripts of the edge's frames. */
  readonly frames: string
  /** Milliseconds since the epoch; default: the clock. */
  readonly now?: number
}

/** Long enough that no gallery outlives it. */
const OFFER_SECONDS = 365 * 86_400

/** Writes the pages with every state of the tag, and the files that answer their tags. Repeatable. */
export async function buildGallery(options: GalleryOptions): Promise<void> {
  const tags = new Map<string, Markup>()
  for (const state of GALLERY_STATES) tags.set(state.name, await tagOf(state, options))
  const { edge, out } = options
  const tag = ({ name }: GalleryState) => tags.get(name) ?? html``
  const write = (path: string, text: string) => replaceFile(join(out, path), text)
  for (const theme of THEMES) {
    const look = { edge, theme, tag }
    await write(galleryPath(theme), galleryPage(look))
    for (const state of GALLERY_STATES.filter(isAlone))
      await write(galleryPath(theme, state.name), statePage(state, look))
  }
  await writeStandIn(options)
}

async function writeStandIn({ origin, out, frames }: GalleryOptions) {
  for (const state of GALLERY_STATES) {
    const text = orderText(state, origin)
    if (text) await replaceFile(join(out, `${folderOf(state)}/v1/orders/${state.name}.json`), text)
  }
  for (const [name, text] of Object.entries(STEP_PAGES))
    await replaceFile(join(out, `${STAND_IN}/steps/${name}.html`), text)
  for (const file of await readdir(frames)) {
    await cp(join(frames, file), join(out, STAND_IN, 'frames', file))
    const name = basename(file, '.js')
    await replaceFile(join(out, `${STAND_IN}/frames/${name}.html`), fieldsPage(name, origin))
  }
}

const folderOf = ({ lacksFrames }: GalleryState) => (lacksFrames ? BARE_STAND_IN : STAND_IN)

/** What the tag is told of its order; empty where there is none. */
function orderText({ name, order, step }: GalleryState, origin: string): string {
  if (!order) return ''
  const at = (page: string) => `${origin}/${STAND_IN}/steps/${page}.html`
  const type = order.status === 'challenge' ? 'challenge' : 'redirect'
  const url = at(step === 'page' ? 'gateway' : `${step}`)
  const frame = step === 'page' ? {} : { frame: at(`${step}-frame`) }
  const view: OrderView = { ...order, id: name, ...(step && { action: { type, url, ...frame } }) }
  return JSON.stringify(view)
}

async function tagOf(state: GalleryState, options: GalleryOptions): Promise<Markup> {
  const { name, order, session = order && `${name}.${STAND_IN}` } = state
  const offer = await offerText(state, options)
  const names = attributes({
    ...(!state.asksEdge && { edge: `${options.origin}/${folderOf(state)}` }),
    ...(session && { session }),
    ...(offer && { offer }),
    ...state.attributes,
  })
  return html`<pay-checkout${names}><p>Here the shop says how else to pay.</p></pay-checkout>`
}

/** Signed as it is: some are to be refused. */
async function offerText({ offer }: GalleryState, { edge, origin, key, now = Date.now() }: GalleryOptions) {
  if (typeof offer !== 'object') return offer
  const iat = Math.floor(now / 1000)
  const claims = { aud: edge, iat, exp: iat + OFFER_SECONDS, origins: [origin], ...offer }
  return signOffer(claims as unknown as OfferClaims, key)
}
