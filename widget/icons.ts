/** Drawings beside words, hidden from assistive technology. Inline, since `url()` would need `img-src`. */
import { html } from 'lit/html.js'

/** Icon name → path on a grid of 24. */
const PATHS = {
  lock: 'M7 11h10v8H7zM9 11V8a3 3 0 0 1 6 0v3',
  check: 'm5 12 5 5 9-9',
  cross: 'm7 7 10 10M17 7 7 17',
  clock: 'M12 7v5l3 2M3 12a9 9 0 1 0 0-.1',
  arrow: 'M5 12h14m-5-5 5 5-5 5',
  alert: 'M12 6v7m0 4v.01',
} as const

/** The name of a drawing. */
export type IconName = keyof typeof PATHS

/** A drawing in the colour of the text around it. */
export const icon = (name: IconName) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`
