/** Channels are 8 bits, written in sRGB. */
const MAX_CHANNEL = 255

/** A ground with more light than this has more contrast to black than to white. */
const MIDDLE = 0.179

/**
 * The colour of words on a ground, where no style sheet can compute it, as in mails: whichever of black and white has more
 * contrast, which is 4.5:1 at least.
 *
 * @param ground `#rrggbb`.
 */
export const readableOn = (ground: string): '#000000' | '#ffffff' =>
  luminance(ground) > MIDDLE ? '#000000' : '#ffffff'

/** Relative luminance, 0 to 1. @see WCAG 2.2 */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(channel: number): number {
  const part = channel / MAX_CHANNEL
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
