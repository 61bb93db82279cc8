/** A QR code (ISO/IEC 18004) as one path of SVG. */
import { html, type TemplateResult } from 'lit'
import { encode } from 'uqr'

/** Readers need this many light modules around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4

/** One path of squares, row by row, in modules. Pure. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/**
 * Draws a text as a QR code: dark on white in every colour scheme, since many readers take no other.
 *
 * @param label What assistive technology says in its place.
 */
export function qrCode(text: string, label: string): TemplateResult {
  const { size, path } = qrPath(text)
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    <path class="paper" d="M0 0h${size}v${size}H0z" /><path class="ink" d=${path} />
  </svg>`
}
