/** Icons beside words, hidden from assistive technology. Inline, since `url()` would need `img-src`. */
import { html } from 'lit'

/** Icon name → path on a grid of 24. */
const PATHS = {
  check: 'm5 12 5 5 9-9',
  cross: 'm7 7 10 10M17 7 7 17',
  refund: 'M4 9h11a5 5 0 0 1 0 10H8M8 5 4 9l4 4',
  clock: 'M12 7v5l3 2M3 12a9 9 0 1 0 0-.1',
  alert: 'M12 7v5m0 4v.01M3 12a9 9 0 1 0 0-.1',
  lock: 'M5 11h14v9H5zm3 0V8a4 4 0 0 1 8 0v3',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** Draws an icon in the colour of the text around it. */
export const icon = (name: IconName) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`
