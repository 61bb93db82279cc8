import { describe, expect, it } from 'vitest'
import { contrast, PAIRS, tagWith } from '../testing/contrast.ts'
import type { Checkout } from '../testing/harness.ts'
import { BRAND_THEMES } from './brand-themes.ts'

const BRANDS = [
  ...['#000', '#fff', '#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f', '#777', '#767676', '#787878'],
  ...['#ffcc00', '#ff5a5f', '#00a884', '#7c3aed', '#e4007c', '#1db954', '#ff9900', '#0b5fff', '#c0ffee'],
  ...['oklch(70% .3 150)', 'color(display-p3 1 0 0)', 'rgb(10 120 200 / 1)', 'rebeccapurple'],
]

const SURFACES = [
  ['no token', {}],
  ['a dark surface', { surface: '#14101c', text: '#f6f3ff' }],
  ['a light surface', { surface: '#fffaf0', text: '#2b1d0e' }],
  ['a middle surface', { surface: '#e3d9ff', text: '#1c1033' }],
  ...Object.values(BRAND_THEMES).map(({ title, tokens }) => [`the theme ${title}`, tokens] as const),
] as const

describe.each(['light', 'dark'])('a shop on a %s page', (theme) => {
  it.each([...BRANDS.map((accent) => [`the accent ${accent} alone`, { accent }] as const), ...SURFACES])(
    'that sets %s has readable words and borders that can be seen',
    async (_, tokens) => {
      const checkout = await tagWith(tokens, theme)

      for (const [one, other, least] of PAIRS)
        expect.soft(contrast(checkout, one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(least)
    },
  )
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
