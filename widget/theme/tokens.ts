import { COLOURS, FONT, RADII, SHADOWS, TYPE, WEIGHTS } from '../../shared/design.ts'

/**
 * Every `--pay-*` custom property that a page may set, with its default from the design system.
 *
 * One radius makes the three: a round container ends at 1.5 rem, so that pills for controls make no egg of the whole, and a
 * small part never gets rounder than it is. Words and controls follow the page's root size, but are never smaller than at
 * 16 px.
 */
export const TOKENS = {
  ...COLOURS,
  font: FONT,
  'label-size': `${TYPE.small}em`,
  'label-weight': `${WEIGHTS.strong}`,
  space: 'min(1.5rem,5vw)',
  shadow: SHADOWS.card,
  'control-size': 'max(2.875rem,46px)',
  'border-width': '1px',
  radius: `${RADII.control}rem`,
  'radius-small': `min(.6*var(--_radius),${RADII.small}rem)`,
  'radius-container': 'min(1.4*var(--_radius),1.5rem)',
  'radius-control': 'var(--_radius)',
  'radius-mark': '50%',
} as const

/**
 * Inside, each token is `--_name`: the page's value, else the default for its colour scheme. A browser without
 * `light-dark()` draws in the page's own colours. `--_all` changes with any of them, and a transition tells the tag.
 */
export const tokenSheet = () =>
  `:host{${Object.entries(TOKENS)
    .map(([name, value]) => `--_${name}:var(--pay-${name},${value})`)
    .join(';')};--_all:${Object.keys(TOKENS).map((name) => `var(--_${name})`)}}`
