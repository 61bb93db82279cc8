/**
 * Every `--pay-*` custom property that a page may set, with its default.
 *
 * A shop that sets text and surface, or the accent alone, stays readable: the quieter colours are mixed of text and
 * surface, the meaningful ones of a hue and the text. `ink` is the accent on the surface, mixed with the text. Words on the
 * accent are black or white, by WCAG's own luminance: the channel `y` alone, for which Lab's lightness is exact. A round
 * container ends at 1.5 rem, so that pills for controls make no egg of the whole. Words and controls follow the page's root
 * size, but are never smaller than at 16 px: many pages set `html { font-size: 62.5% }` and mean 10 px by `1rem`.
 */
export const TOKENS = {
  text: 'light-dark(#16181d,#f2f3f5)',
  surface: 'light-dark(#fff,#17191e)',
  accent: 'light-dark(#2447c9,#9db2ff)',
  'on-accent': 'lab(from color(from var(--_accent) xyz 0 y 0) clamp(0,(49.2 - l)*1e4,100) 0 0)',
  ink: 'color-mix(in oklab,var(--_accent) 35%,var(--_text))',
  muted: 'color-mix(in srgb,var(--_text) 68%,var(--_surface))',
  border: 'color-mix(in srgb,var(--_text) 50%,var(--_surface))',
  line: 'color-mix(in srgb,var(--_text) 12%,var(--_surface))',
  hover: '#8883',
  good: 'color-mix(in oklab,#12a05a 62%,var(--_text))',
  bad: 'color-mix(in oklab,#e5322a 75%,var(--_text))',
  notice: 'color-mix(in oklab,#c98200 60%,var(--_text))',
  danger: 'var(--_bad)',
  ring: 'var(--_ink)',
  font: '400 max(1rem,16px)/1.5 system-ui,sans-serif',
  'label-size': '.875em',
  'label-weight': '650',
  space: 'min(1.5rem,5vw)',
  shadow: '0 0 2em #8883',
  'control-size': 'max(2.875rem,46px)',
  'border-width': '1px',
  radius: '.75rem',
  'radius-container': 'min(var(--_radius),1.5rem)',
  'radius-control': 'var(--_radius)',
  'radius-mark': '50%',
} as const

/**
 * Inside, each token is `--_name`: the page's value, else the default for its colour scheme. A browser without
 * `light-dark()` draws in the page's own colours. `--_all` changes with any of them, and the host's transition tells the tag.
 */
export const tokenSheet = () =>
  `:host{${Object.entries(TOKENS)
    .map(([name, value]) => `--_${name}:var(--pay-${name},${value})`)
    .join(';')};--_all:${Object.keys(TOKENS).map((name) => `var(--_${name})`)}}`
