/** Payment links: the edge's own payment page with an offer, to be mailed or printed. */
import { renderSVG, renderUnicodeCompact } from 'uqr'

/** The fragment never leaves the browser, so no log of a server has the offer. */
export const paymentLink = (edge: string, offer: string) => `${new URL('/pay', edge)}#offer=${offer}`

/** What a QR code of the lowest correction holds (ISO/IEC 18004, version 40-L). */
const MAX_BYTES = 2953

/** A QR code of a link for the terminal; `undefined` if the link is too long for any. */
export const qrText = (link: string) =>
  link.length > MAX_BYTES ? undefined : renderUnicodeCompact(link, { ecc: 'L', border: 2 })

/** The same as SVG. */
export const qrSvg = (link: string) => (link.length > MAX_BYTES ? undefined : renderSVG(link, { ecc: 'L' }))
