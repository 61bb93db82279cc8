/** Compares two pictures. Pure. */
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** The edges of letters and curves are left out. 0 is equal, 1 is black on white. */
const SHARP = { threshold: 0.1 }

/** Every pixel counts. Softening has taken most of the edges' differences away. */
const SOFTENED = { threshold: 0.1, includeAA: true }

/** The picture of differences shows fainter ones too. */
const DRAWN = { ...SOFTENED, threshold: 0.03 }

/**
 * So many pixels may differ. One browser on two processors has up to 41 sharp ones and five softened ones, since processors round
 * edges differently. Each count sees what the other misses: a divider that is gone has 300 sharp ones and no softened one, a digit
 * that moves by a pixel has seven sharp ones and 220 softened ones.
 */
const MOST = { sharp: 80, softened: 20 }

/**
 * What differs between two pictures.
 *
 * @param before A PNG, as is `after`.
 * @returns The sizes, or how many pixels differ, in words; `undefined` if the pictures are alike.
 */
export function difference(before: Uint8Array, after: Uint8Array): string | undefined {
  const [one, other] = [read(before), read(after)]
  if (!haveOneSize(one, other)) return `${other.width} × ${other.height} for ${one.width} × ${one.height}`
  const { width, height } = one
  const sharp = pixelmatch(one.data, other.data, undefined, width, height, SHARP)
  const softened = pixelmatch(softenedData(one), softenedData(other), undefined, width, height, SOFTENED)
  const areAlike = sharp <= MOST.sharp && softened <= MOST.softened
  return areAlike ? undefined : `${sharp} pixels, ${softened} softened`
}

/** A picture that shows where two differ, in red. @returns A PNG; `undefined` if their sizes differ. */
export function differencePicture(before: Uint8Array, after: Uint8Array): Uint8Array | undefined {
  const [one, other] = [read(before), read(after)]
  if (!haveOneSize(one, other)) return undefined
  const { width, height } = one
  const drawn = new PNG({ width, height })
  pixelmatch(softenedData(one), softenedData(other), drawn.data, width, height, DRAWN)
  return PNG.sync.write(drawn)
}

const read = (png: Uint8Array) => PNG.sync.read(Buffer.from(png))

const haveOneSize = (one: PNG, other: PNG) => one.width === other.width && one.height === other.height

/** Red, green, blue and opacity. */
const CHANNELS = 4

/** Each pixel becomes the mean of itself and those around it. @returns The picture's channels. */
function softenedData({ data, width, height }: PNG): Uint8Array {
  const across = meansOfThree(data, { step: CHANNELS, length: width * CHANNELS })
  return meansOfThree(across, { step: width * CHANNELS, length: width * height * CHANNELS })
}

/** Each value becomes the mean of itself and the two that are a step away, within stretches of a length. */
const meansOfThree = (
  values: Uint8Array,
  { step, length }: { readonly step: number; readonly length: number },
) =>
  values.map((value, index) => {
    const place = index % length
    const before = place < step ? value : (values[index - step] ?? value)
    const after = place >= length - step ? value : (values[index + step] ?? value)
    return Math.round((before + value + after) / 3)
  })
