/** How the tag is drawn, as far as a frame takes it over: plain values alone, since they come from the shop's page. */
import type { ConnectMessage } from '../../../shared/frame-messages.ts'
import { TOKENS } from '../../theme/tokens.ts'

/** What a value of a token may be made of. There is no `;` in it and no way out of its declaration. */
const PLAIN_VALUE = /^[\w\s#%.,+*/()"'-]{1,200}$/

/** What a value may ask to be computed: colours and lengths, and nothing that loads. */
const FUNCTIONS = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc|min|max|clamp|)$/

/** Darker than this, of 255, is a dark page. */
const MIDDLE = 128

/** Whether a value may be used as it is. */
export function isPlainValue(value: unknown): value is string {
  if (typeof value !== 'string' || !PLAIN_VALUE.test(value)) return false
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => FUNCTIONS.test(name.toLowerCase()))
}

/** Takes over how the tag is drawn. What is no plain value is left out. */
export function applyTheme(root: HTMLElement, { direction, canvas, look }: Omit<ConnectMessage, 'type'>) {
  const { style } = root
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr'
  // Not by what the shopper prefers: many pages know no dark colours, and browsers draw a frame of another scheme opaque.
  style.colorScheme = Number(/^rgb\((\d+)/.exec(canvas)?.[1] ?? MIDDLE) < MIDDLE ? 'dark' : 'light'
  for (const name of Object.keys(TOKENS)) {
    const value = look[name]
    if (isPlainValue(value)) style.setProperty(`--pay-${name}`, value)
  }
}
