/** How the tag writes and draws brands of cards. */
import { html, nothing, svg } from 'lit'
import { brandName } from '../../shared/brand-name.ts'
import { brandDrawing, isLongWord } from './brand-drawings.ts'

/** A line has room for so many marks on a phone. */
const MAX_MARKS = 4

/** Draws the brand, beside its name and hidden from assistive technology. */
export const brandMark = (brand: string) => {
  const { ground, shapes, word, ink } = brandDrawing(brandName(brand))
  const width = isLongWord(word) ? 32 : nothing
  return html`<svg part="brand" viewBox="0 0 38 24" aria-hidden="true"><rect x=".5" y=".5" width="37" height="23" rx="3.5" fill=${ground} />${shapes.map(
    ([path, fill]) => svg`<path d=${path} fill=${fill} />`,
  )}<text x="19" y=${width === nothing ? 16 : 15} textLength=${width} lengthAdjust="spacingAndGlyphs" fill=${ink}>${word}</text></svg>`
}

/** Draws the first few brands, and how many more there are. Assistive technology reads all of them. */
export const brandMarks = (brands: readonly string[]) => {
  const more = brands.length - MAX_MARKS
  // The mark keeps the sign on its side in languages from right to left.
  return html`<span part="brands" role="img" aria-label=${brands.join(', ')}>${brands.slice(0, MAX_MARKS).map(brandMark)}${more > 0 ? `\u200e+${more}` : ''}</span>`
}
