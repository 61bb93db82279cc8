/** The picture of where a card's security code stands. Inline SVG, since `url()` would need `img-src`. */
import { makeShape } from './make-element.ts'

/** Digits of the code → the card's side that has them, and the digits in their box. */
const SIDES: Readonly<Record<number, readonly [side: string, digits: string]>> = {
  3: ['M1 6.5h36M4 16h10', 'M19 12.5h15v7H19zm3.5 3.5h.01m4 0h.01m4 0h.01'],
  4: ['M5 10h6v5H5zM5 19h10', 'M16 5.5h18v7H16zm3 3.5h.01m4 0h.01m4 0h.01m4 0h.01'],
}

/**
 * Draws the back of a card with three digits, or the front with four. Assistive technology ignores it: the field's hint says the
 * same.
 *
 * @param digits How many the code has.
 */
export function codePicture(digits: number): SVGElement {
  const [side = '', code = ''] = SIDES[digits] ?? []
  return makeShape(
    'svg',
    { viewBox: '0 0 38 24', part: 'plain', 'aria-hidden': 'true' },
    makeShape('rect', { x: '.75', y: '.75', width: '36.5', height: '22.5', rx: '3.5' }),
    makeShape('path', { d: side }),
    makeShape('path', { d: code, part: 'digits' }),
  )
}
