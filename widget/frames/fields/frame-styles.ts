/**
 * The looks of the frames of fields: those of the tag around them, by the same tokens. Of the tag's rules for controls
 * (`control-styles.ts`) they have what an input needs, since a frame is loaded for its few fields alone.
 */
import { tokenSheet } from '../../theme/tokens.ts'

/**
 * The body has room for focus rings; the tag lets the frame stand out by as much. Two columns where both have room, whatever
 * the size of the letters; labels, inputs and what is below them lie in rows of their own, however they wrap. Letters of an
 * input are never below 16 px, where telephones zoom in. In a right-to-left page all is aligned to the right, also what is
 * written from left to right.
 */
const layout = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { padding: .375rem; font: var(--_font); color: var(--_text); background: none; overflow: hidden; }
  form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.25rem), 1fr)); gap: .375rem .75rem; }
  form > * { grid-column: 1 / -1; }
  [part~=field] { display: grid; grid-row: span 3; grid-template-rows: subgrid; align-items: end; min-inline-size: 0; }
  [part~=expiry], [part~=code] { grid-column: auto; }
  label, p { font-weight: 650; }
  label, small { font-size: .875em; unicode-bidi: plaintext; }
  small { grid-row: 3; align-self: start; line-height: 1.35; padding-block-end: .375rem; color: var(--_muted); }
  small:empty, [part=wrong]:not(:empty) + small { display: none; }
  [part=input] {
    inline-size: 100%;
    min-block-size: 2.875rem;
    padding: .5rem .875rem;
    font: inherit;
    font-size: max(1rem, 16px);
    color: inherit;
    background: none;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  [dir=ltr] { font-variant-numeric: tabular-nums; }
  [dir=rtl] * { text-align: right; }
  [part=wrong] { color: var(--_bad); }
  [aria-invalid=true] { border-color: var(--_bad); outline: 1px solid var(--_bad); }
  :focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
  svg { block-size: 1.5rem; inline-size: 2.375rem; flex: none; stroke: rgb(0 0 0 / .25); forced-color-adjust: none; }
  text, circle { stroke: none; font-family: system-ui, sans-serif; font-weight: 800; }
  [part=plain] { stroke: var(--_muted); stroke-width: 1.5; fill: none; }
  div:has(> svg) { position: relative; }
  div > svg { position: absolute; inset-block-start: calc(50% - .75rem); inset-inline-end: .75rem; pointer-events: none; }
  input:has(+ svg) { padding-right: 3.75rem; }
  [dir=rtl] input:has(+ svg) { padding: .5rem .875rem .5rem 3.75rem; }
  [part=keep], p { display: flex; flex-wrap: wrap; align-items: center; gap: .625rem; min-block-size: 2.75rem; }
  p > span { color: var(--_muted); font-weight: 400; }
  [part=keep] { flex-wrap: nowrap; font: inherit; cursor: pointer; }
  [part=keep] input { inline-size: 1.25rem; block-size: 1.25rem; flex: none; accent-color: var(--_accent); cursor: inherit; }
  [role=alert] { position: absolute; clip-path: inset(50%); }
`

/** Everything, in the order in which it is to apply. */
export const frameStyles = tokenSheet().replace(':host', ':root') + layout
