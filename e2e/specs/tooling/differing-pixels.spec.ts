/** What counts as a difference between two pictures of a tag. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { difference } from '../../pictures/differing-pixels.ts'

/** A tag of 358 px with an error at each card field. */
const KEPT = await readFile(join(import.meta.dirname, '../../pictures/kept/webkit/open-card-wrong.png'))

/** A part of a picture, in pixels. */
interface Part {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const LOCK: Part = { left: 118, top: 606, width: 20, height: 18 }
const PRICE: Part = { left: 36, top: 105, width: 30, height: 30 }
const LETTER: Part = { left: 32, top: 180, width: 10, height: 22 }
const DIVIDER: Part = { left: 20, top: 148, width: 320, height: 6 }
const ABOVE_DIVIDER: Part = { ...DIVIDER, top: 140 }

/** The picture with a part of it drawn elsewhere too. */
function moved({ left, top, width, height }: Part, across: number, down: number): Uint8Array {
  const picture = PNG.sync.read(KEPT)
  PNG.bitblt(PNG.sync.read(KEPT), picture, left, top, width, height, left + across, top + down)
  return PNG.sync.write(picture)
}

/** Every so many bytes of a picture: pixels far from each other. */
const APART = 4 * 401

/** How much brighter or darker a processor may draw a pixel of an edge. */
const ROUNDING = 60

/** The picture with single pixels brighter and darker by turns, as at edges that another processor has drawn. */
function rounded(): Uint8Array {
  const picture = PNG.sync.read(KEPT)
  for (let at = 0, sign = 1; at < picture.data.length / 8; at += APART, sign = -sign)
    for (let channel = at; channel < at + 3; channel++)
      picture.data[channel] = Math.min(255, Math.max(0, (picture.data[channel] ?? 0) + sign * ROUNDING))
  return PNG.sync.write(picture)
}

describe('a picture of a tag', () => {
  it.for<[what: string, seen: Uint8Array]>([
    ['itself', KEPT],
    ['itself with edges of another processor', rounded()],
  ])('is like %s', ([, seen]) => {
    expect(difference(KEPT, seen)).toBeUndefined()
  })

  it.for<[what: string, seen: Uint8Array]>([
    ['a lock one pixel lower', moved(LOCK, 0, 1)],
    ['digits one pixel further', moved(PRICE, 1, 0)],
    ['a changed letter', moved(LETTER, -12, 0)],
    ['no line below the price', moved(ABOVE_DIVIDER, 0, DIVIDER.top - ABOVE_DIVIDER.top)],
  ])('differs from one with %s', ([, seen]) => {
    expect(difference(KEPT, seen)).toMatch(/^\d+ pixels, \d+ softened$/)
  })

  it('tells both sizes where they differ', () => {
    const smaller = new PNG({ width: 10, height: 20 })

    expect(difference(KEPT, PNG.sync.write(smaller))).toBe('10 × 20 for 358 × 648')
  })
})
