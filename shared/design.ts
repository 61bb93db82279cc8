/**
 * The design system: every size, colour and duration that our screens may use, as data. The tag, its frames, the edge's pages,
 * mails and the desk draw from here. `docs/design.md` shows it with pictures.
 */

/** Sizes of letters, as parts of the size around them: small print and labels, text, headings, a sum, a page's own heading. */
export const TYPE = { small: 0.875, base: 1, title: 1.25, sum: 1.5, display: 2 } as const

/** Weights of letters: text; labels, buttons and headings; sums. */
export const WEIGHTS = { text: 400, strong: 650, sum: 700 } as const

/** Distances, in `rem`: 4 to 32 px. Parts of a group are `inner` apart, groups are `group` apart. */
export const SPACE = { hair: 0.25, inner: 0.5, row: 0.75, group: 1, section: 1.5, page: 2 } as const

/** Corners, in `rem`: of a mark or a chip, of a control, of what contains controls. */
export const RADII = { small: 0.375, control: 0.625, container: 0.875 } as const

/** Shadows: of what lies on the page, and of what stands above it. */
export const SHADOWS = {
  card: '0 1px 2px #0001,0 8px 24px -12px #0003',
  dialog: '0 24px 64px -16px #0006',
} as const

/** What lies between a dialog and the page. */
export const SCRIM = '#0009'

/**
 * Durations, in milliseconds: a control answers, a panel takes another's place, a tick draws itself. Where the shopper prefers
 * less motion nothing moves, and no press waits for one.
 */
export const MOTION_MS = { quick: 150, panel: 200, tick: 300 } as const

/** How all motion begins and ends: at once, and softly. */
export const CURVE = 'cubic-bezier(.2,0,0,1)'

/** Letters that no screen has to load. Not smaller than at 16 px: many pages set `html { font-size: 62.5% }`. */
export const FONT = '400 max(1rem,16px)/1.5 system-ui,sans-serif'

/** Colour → its value on a light page, and on a dark one. All others are mixed of text, surface and accent. */
export const PALETTE = {
  text: ['#16181d', '#f2f3f5'],
  surface: ['#fff', '#17191e'],
  accent: ['#2447c9', '#9db2ff'],
  /** Around the surface, on pages of our own. */
  page: ['#f4f5f7', '#0e0f13'],
} as const

/** A colour of the palette in CSS. */
export const paletteColour = (name: keyof typeof PALETTE): string => `light-dark(${PALETTE[name]})`

/**
 * Colours by what they mean, as CSS over custom properties of the same names with `--_` before.
 *
 * A brand that sets text and surface, or the accent alone, stays readable: the quieter colours are mixed of text and surface,
 * the meaningful ones of a hue and the text. `ink` is the accent on the surface, mixed with the text. Words on the accent are
 * black or white, by WCAG's own luminance: the channel `y` alone, for which Lab's lightness is exact. `tint` is the ground of
 * what is chosen. A test computes the contrast of every pair for many brands, light and dark.
 */
export const COLOURS = {
  text: paletteColour('text'),
  surface: paletteColour('surface'),
  accent: paletteColour('accent'),
  'on-accent': 'lab(from color(from var(--_accent) xyz 0 y 0) clamp(0,(49.2 - l)*1e4,100) 0 0)',
  ink: 'color-mix(in oklab,var(--_accent) 35%,var(--_text))',
  tint: 'color-mix(in oklab,var(--_accent) 7%,var(--_surface))',
  muted: 'color-mix(in srgb,var(--_text) 68%,var(--_surface))',
  border: 'color-mix(in srgb,var(--_text) 50%,var(--_surface))',
  line: 'color-mix(in srgb,var(--_text) 12%,var(--_surface))',
  hover: '#8883',
  good: 'color-mix(in oklab,#12a05a 58%,var(--_text))',
  bad: 'color-mix(in oklab,#e5322a 68%,var(--_text))',
  notice: 'color-mix(in oklab,#c98200 55%,var(--_text))',
  danger: 'var(--_bad)',
  ring: 'var(--_ink)',
} as const
