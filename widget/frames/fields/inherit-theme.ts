/** Gives a frame the tag's theme. It takes only plain values, since they come from the shop's page. */
import type { Theme } from '../../../shared/frame-messages.ts'
import { TOKENS } from '../../theme/tokens.ts'

/** The characters of a plain value. Without `;` it cannot end its declaration. */
const PLAIN_VALUE = /^[\w\s#%.,+*/()"'-]{1,200}$/

/** The functions of a plain value: colours and lengths, and nothing that loads. */
const FUNCTIONS = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc|min|max|clamp|)$/

/** A page is dark if it is darker than this, of 255. */
const MIDDLE = 128

/** Whether the frame may use a value as it is. */
export function isPlainValue(value: unknown): value is string {
  if (typeof value !== 'string' || !PLAIN_VALUE.test(value)) return false
  return [...value.matchAll(/(?<![\w-])([\w-]*)(?<!\s)\s*\(/g)].every(([, name = '']) =>
    FUNCTIONS.test(name.toLowerCase()),
  )
}

/** Applies direction, colour scheme and tokens of the tag. Ignores values that are not plain. */
export function applyTheme(root: HTMLElement, { direction, canvas, rem, look }: Theme) {
  const { style } = root
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr'
  // The page decides, not the shopper's preference: many pages have no dark colours, and browsers draw a frame of another
  // scheme opaque.
  style.colorScheme = Number(/^rgb\((\d+)/.exec(canvas)?.[1] ?? MIDDLE) < MIDDLE ? 'dark' : 'light'
  if (isPlainValue(rem)) style.fontSize = rem
  for (const name of Object.keys(TOKENS)) {
    const value = look[name]
    if (isPlainValue(value)) style.setProperty(`--pay-${name}`, value)
  }
}
