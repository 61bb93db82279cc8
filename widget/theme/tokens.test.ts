import { afterEach, describe, expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'
import type { TOKENS } from './tokens.ts'

afterEach(() => document.body.replaceChildren())

type Token = keyof typeof TOKENS

/** A tag on a page that sets tokens. */
async function tagWith(tokens: Partial<Record<Token, string>>, theme = 'light') {
  const checkout = await Checkout.open({ offer: offerOf(), theme })
  for (const [name, value] of Object.entries(tokens))
    checkout.element.style.setProperty(`--pay-${name}`, value)
  return checkout
}

/** The colour that a token is drawn in. */
function drawn({ root }: Checkout, token: Token) {
  const probe = root.appendChild(document.createElement('i'))
  probe.style.color = `var(--_${token})`
  const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  canvas.fillStyle = getComputedStyle(probe).color
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}

/** WCAG 2.2, contrast ratio of two tokens. */
function contrast(checkout: Checkout, one: Token, other: Token): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((token) => luminance(drawn(checkout, token)))
    .sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
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

const BRANDS = [
  ...['#000', '#fff', '#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f', '#777', '#767676', '#787878'],
  ...['#ffcc00', '#ff5a5f', '#00a884', '#7c3aed', '#e4007c', '#1db954', '#ff9900', '#0b5fff', '#c0ffee'],
  ...['oklch(70% .3 150)', 'color(display-p3 1 0 0)', 'rgb(10 120 200 / 1)', 'rebeccapurple'],
]

describe.each(['light', 'dark'])('a shop on a %s page', (theme) => {
  it.each(BRANDS)('that sets the accent %s alone has readable words on it and beside it', async (accent) => {
    const checkout = await tagWith({ accent }, theme)

    expect(contrast(checkout, 'on-accent', 'accent')).toBeGreaterThanOrEqual(AA)
    expect(contrast(checkout, 'ink', 'surface')).toBeGreaterThanOrEqual(AA)
    expect(contrast(checkout, 'ring', 'surface')).toBeGreaterThanOrEqual(3)
  })

  it.each([
    ['no token', {}],
    ['a dark surface', { surface: '#14101c', text: '#f6f3ff' }],
    ['a light surface', { surface: '#fffaf0', text: '#2b1d0e' }],
    ['a middle surface', { surface: '#e3d9ff', text: '#1c1033' }],
  ] as const)('that sets %s has readable words in every colour', async (_, tokens) => {
    const checkout = await tagWith(tokens, theme)

    for (const token of ['text', 'muted', 'good', 'bad', 'notice', 'danger', 'ink'] as const)
      expect.soft(contrast(checkout, token, 'surface'), token).toBeGreaterThanOrEqual(AA)
    expect(contrast(checkout, 'border', 'surface')).toBeGreaterThanOrEqual(3)
  })
})

describe('the corners', () => {
  const cornersOf = ({ root }: Checkout, selector: string) =>
    getComputedStyle(root.querySelector(selector) as Element).borderTopLeftRadius

  it('of pills make no egg of the tag', async () => {
    const checkout = await tagWith({ radius: '999px' })

    expect(cornersOf(checkout, 'button')).toBe('999px')
    expect(cornersOf(checkout, 'form')).toBe('24px')
  })

  it('of the tag and of its controls can differ', async () => {
    const checkout = await tagWith({ 'radius-container': '0px', 'radius-control': '8px' })

    expect(cornersOf(checkout, 'button')).toBe('8px')
    expect(cornersOf(checkout, 'form')).toBe('0px')
  })
})
