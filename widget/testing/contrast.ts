/** The contrast of a tag's colours as a browser draws them. */
import type { TOKENS } from '../theme/tokens.ts'
import { Checkout, offerOf } from './harness.ts'

type Token = keyof typeof TOKENS

/** A tag on a page that sets tokens. */
export async function tagWith(tokens: Partial<Record<Token, string>>, theme = 'light') {
  const checkout = await Checkout.open({ offer: offerOf(), theme })
  for (const [name, value] of Object.entries(tokens))
    checkout.element.style.setProperty(`--pay-${name}`, value)
  return checkout
}

/** A token, or the ground of an alert in the colour of one. */
export type Colour = Token | `${Token} ground`

/** The colour that a token is drawn in. An alert has seven hundredths of its colour on the surface. */
function drawn({ root }: Checkout, colour: Colour) {
  const [token, isGround] = colour.split(' ')
  const probe = root.appendChild(document.createElement('i'))
  probe.style.color = isGround
    ? `color-mix(in srgb, var(--_${token}) 7%, var(--_surface))`
    : `var(--_${token})`
  return getComputedStyle(probe).color
}

/** WCAG 2.2, contrast ratio of two tokens. */
export const contrast = (checkout: Checkout, one: Colour, other: Colour): number =>
  contrastOf(drawn(checkout, one), drawn(checkout, other))

/** WCAG 2.2, contrast ratio of two opaque colours, as a computed style has them. */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((colour) => luminance(channelsOf(colour)))
    .sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Red, green and blue as the browser draws them, 0 to 255. */
function channelsOf(colour: string) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Text of any size. */
const AA = 4.5

/** What controls are known by. */
const CONTROLS = 3

/** Every pair of colours that a shopper has to tell apart → the least ratio. */
export const PAIRS: readonly (readonly [Colour, Colour, least: number])[] = [
  ...(['text', 'muted', 'ink', 'good', 'bad', 'notice', 'danger'] as const).map(
    (token) => [token, 'surface', AA] as const,
  ),
  ['on-accent', 'accent', AA],
  ...(['text', 'muted', 'ink'] as const).map((token) => [token, 'tint', AA] as const),
  ...(['muted', 'good', 'bad', 'notice'] as const).map((token) => [token, `${token} ground`, AA] as const),
  ...(['text', 'muted'] as const).map((token) => [token, 'bad ground', AA] as const),
  ...(['border', 'ring'] as const).map((token) => [token, 'surface', CONTROLS] as const),
]
