/** The badge of a card's brand. Inline SVG, since `url()` would need `img-src`. */
import { makeShape } from './make-element.ts'

const FOUR_DIGITS = /am.*ex/i

/** Brand in any spelling → background, colour of the word, and the word; or the colours of two circles. */
const MARKS: readonly (readonly [brand: RegExp, ground: string, ink: string, word?: string])[] = [
  [/visa/i, '#fff', '#1434cb', 'VISA'],
  [/master/i, '#eb001b', '#f79e1b'],
  [/maestro/i, '#0099df', '#ed0006'],
  [FOUR_DIGITS, '#016fd0', '#fff', 'AMEX'],
  [/diners/i, '#fff', '#004c97', 'Diners'],
  [/discover/i, '#fff', '#c24e00', 'DISCOVER'],
  [/jcb/i, '#0b4ea2', '#fff', 'JCB'],
  [/union/i, '#007b84', '#fff', 'UnionPay'],
  [/^elo$/i, '#000', '#fff', 'elo'],
  [/^mir$/i, '#0f754e', '#fff', 'MIR'],
]

/** Whether a brand, in any spelling, has codes of four digits. */
export const hasFourDigitCode = (brand: string) => FOUR_DIGITS.test(brand)

/**
 * Draws a brand's badge.
 *
 * @param brand Its name at the gateway or in the table. A brand without colours of its own is black; no brand is a plain card.
 * @param name Its name for screen readers; empty: they ignore the badge.
 */
export function brandBadge(brand: string, name: string): SVGElement {
  const viewBox = '0 0 38 24'
  if (!name) {
    const shapes = [card('none'), makeShape('path', { d: 'M1 8h36M6 16h8' })]
    return makeShape('svg', { viewBox, part: 'plain', 'aria-hidden': 'true' }, ...shapes)
  }
  const [, ground, ink, word] = MARKS.find(([known]) => known.test(brand)) ?? ['', '#fff', '#16181d', name]
  const shapes = word
    ? [card(ground), label(word, ink)]
    : [card('#fff'), circle('15', ground), circle('23', ink)]
  return makeShape('svg', { viewBox, role: 'img', 'aria-label': name }, ...shapes)
}

const card = (fill: string) =>
  makeShape('rect', { x: '.5', y: '.5', width: '37', height: '23', rx: '3.5', fill })

const circle = (cx: string, fill: string) =>
  makeShape('circle', { cx, cy: '12', r: '7', fill, 'fill-opacity': '.85' })

/** A long word is squeezed into the width. */
function label(word: string, fill: string) {
  const isLong = word.length > 4
  const place = { x: '19', y: isLong ? '15' : '15.7', 'text-anchor': 'middle', fill }
  const size = {
    'font-size': isLong ? '8.5' : '10',
    ...(isLong && { textLength: '31', lengthAdjust: 'spacingAndGlyphs' }),
  }
  return makeShape('text', { ...place, ...size }, word)
}
