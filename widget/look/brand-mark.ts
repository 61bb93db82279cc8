/** How the tag writes and draws brands of cards. */
import { html } from 'lit'

/** A line has room for so many marks on a phone. */
const MAX_MARKS = 4

/** Brand → colour of its mark. Any other brand is grey. */
const COLOURS: Readonly<Record<string, string>> = {
  Visa: '#1434cb',
  Amex: '#016fd0',
}

/** A brand's name as people write it: gateways shout. An abbreviation of three letters stays. */
export const brandName = (brand: string) =>
  brand.replace(/(?<=[A-Z])[A-Z]{3,}/g, (letters) => letters.toLowerCase())

/**
 * Draws the brand, beside its name and hidden from assistive technology. A long word is squeezed into the mark; squeezed,
 * the longest could not be read: its brand has two circles, which people know.
 */
export const brandMark = (brand: string) => {
  const radius = brand === 'Mastercard' ? 7 : 0
  return html`<svg part="brand" viewBox="0 0 38 24" aria-hidden="true">
    <rect width="38" height="24" rx="4" fill=${COLOURS[brand] ?? '#555'} /><circle cx="15" cy="12" r=${radius} fill="#e01" /><circle cx="23" cy="12" r=${radius} fill="#fa2" /><text x="4" y="15" textLength="30" lengthAdjust="spacingAndGlyphs">${radius ? '' : brand}</text>
  </svg>`
}

/** Draws the first few brands, and how many more there are. Assistive technology reads all of them. */
export const brandMarks = (brands: readonly string[]) => {
  const more = brands.length - MAX_MARKS
  // The mark keeps the sign on its side in languages from right to left.
  return html`<span part="brands" role="img" aria-label=${brands.join(', ')}>${brands.slice(0, MAX_MARKS).map(brandMark)}${more > 0 ? `\u200e+${more}` : ''}</span>`
}
