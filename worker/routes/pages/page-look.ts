/** The look of the edge's own pages: the design system as custom properties, in the merchant's colour. */
import { COLOURS, FONT, paletteColour, RADII, SHADOWS } from '../../../shared/design.ts'
import type { Merchant } from '../../../shared/http-bodies.ts'
import { sha256 } from '../../credentials/order-id.ts'

/** How light a brand's colour is at least on dark pages, so that a button stands out there (oklch). */
const LEAST_LIGHTNESS_IN_DARK = 0.62

/** A style sheet that stands in a page, and the source by which the page's policy allows it alone. */
export interface PageLook {
  readonly css: string
  readonly source: string
}

/** The custom properties of `pay.css`: those of the tag, by the same names. */
export async function pageLook(merchant: Merchant | undefined): Promise<PageLook> {
  const accent = merchant?.accent && brandColour(merchant.accent)
  const colours = { ...COLOURS, page: paletteColour('page'), ...(accent && { accent }) }
  const css = `:root{${[
    ...Object.entries(colours).map(([name, value]) => `--_${name}:${value}`),
    `--_font:${FONT}`,
    `--_shadow:${SHADOWS.card}`,
    `--_radius-control:${RADII.control}rem`,
    // The tag takes its colour where any page sets it.
    ...(accent ? [`--pay-accent:${accent}`] : []),
  ].join(';')}}`
  return { css, source: `'sha256-${btoa(String.fromCharCode(...(await sha256(css))))}'` }
}

const brandColour = (accent: string) =>
  `light-dark(${accent},oklch(from ${accent} max(l,${LEAST_LIGHTNESS_IN_DARK}) c h))`
