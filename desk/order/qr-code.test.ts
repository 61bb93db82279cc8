import { expect, it } from 'vitest'
import { qrPath } from './qr-code.ts'

const URL = `https://pay.example.com/pay#order=${'o'.repeat(43)}.${'t'.repeat(43)}`

/** The dark modules of a path, as `x y`. */
const darkIn = (path: string) =>
  new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))

it('has a quiet zone of four modules, and a finder pattern in three corners alone', () => {
  const { size, path } = qrPath(URL)

  const dark = darkIn(path)
  const places = [...dark].flatMap((place) => place.split(' ').map(Number))
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5])
  const isFinder = (left: number, top: number) =>
    Array.from({ length: 7 }, (_, i) => [`${left + i} ${top}`, `${left} ${top + i}`])
      .flat()
      .every((place) => dark.has(place)) && !dark.has(`${left + 1} ${top + 1}`)
  const far = size - 11
  expect([isFinder(4, 4), isFinder(far, 4), isFinder(4, far), isFinder(far, far)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('differs for another link', () => {
  expect(qrPath(`${URL}x`).path).not.toBe(qrPath(URL).path)
})
