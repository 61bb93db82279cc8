/** Icons beside words, hidden from assistive technology. Inline, as those of the tag. */
import { html } from 'lit'

/** Icon name → path on a grid of 24. */
const PATHS = {
  alert: 'M12 8v5m0 3.5v.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0',
  back: 'M10 6 4 12l6 6m-6-6h16',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm9 6 6 6-6 6',
  chevronBack: 'm15 6-6 6 6 6',
  clock: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  code: 'M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2m4-2v2m-6 4h2m4-2v2h-2',
  copy: 'M9 9h11v11H9zM15 5V4H4v11h1',
  cross: 'm6 6 12 12M18 6 6 18',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  erase: 'M8 5h12v14H8l-5-7zm4 4 5 6m0-6-5 6',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M4 6h16v12H4zm0 1 8 6 8-6',
  share: 'M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8',
  search: 'm20 20-4.5-4.5m2-5.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** Draws an icon in the colour of the text around it. */
export const icon = (name: IconName) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`
