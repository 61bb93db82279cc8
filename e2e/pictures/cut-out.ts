import { PNG } from 'pngjs'

/** Left, top, width and height, in pixels. */
export type Rectangle = readonly [left: number, top: number, width: number, height: number]

/** A part of a picture. @param png The whole. @returns A PNG. */
export function cutOut(png: Uint8Array, [left, top, width, height]: Rectangle): Uint8Array {
  const whole = PNG.sync.read(Buffer.from(png))
  const part = new PNG({ width, height })
  PNG.bitblt(whole, part, left, top, width, height, 0, 0)
  return PNG.sync.write(part)
}
