/** The badge of a card's brand. Inline SVG, since `url()` would need `img-src`. */
import { brandDrawing, isLongWord } from '../../look/brand-drawings.ts'
import { makeShape } from './make-element.ts'

const FOUR_DIGITS = /am.*ex/i

/** Whether a brand, in any spelling, has codes of four digits. */
export const hasFourDigitCode = (brand: string) => FOUR_DIGITS.test(brand)

/**
 * Draws a brand's badge.
 *
 * @param brand Its name at the gateway or in the table; no brand is a plain card.
 * @param name Its name for screen readers; empty: they ignore the badge.
 */
export function brandBadge(brand: string, name: string): SVGElement {
  const viewBox = '0 0 38 24'
  if (!name) {
    const shapes = [card('none'), makeShape('path', { d: 'M1 8h36M6 16h8' })]
    return makeShape('svg', { viewBox, part: 'plain', 'aria-hidden': 'true' }, ...shapes)
  }
  const { ground, shapes, word, ink } = brandDrawing(brand)
  const paths = shapes.map(([d, fill]) => makeShape('path', { d, fill, stroke: 'none' }))
  return makeShape(
    'svg',
    { viewBox, role: 'img', 'aria-label': name },
    card(ground),
    ...paths,
    label(word, ink),
  )
}

const card = (fill: string) =>
  makeShape('rect', { x: '.5', y: '.5', width: '37', height: '23', rx: '3.5', fill })

function label(word: string, fill: string) {
  const isLong = isLongWord(word)
  const place = { x: '19', y: isLong ? '15' : '16', 'text-anchor': 'middle', fill }
  const size = {
    'font-size': isLong ? '8' : '11',
    ...(isLong && { textLength: '32', lengthAdjust: 'spacingAndGlyphs' }),
  }
  return makeShape('text', { ...place, ...size }, word)
}
