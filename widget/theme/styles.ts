/** All styles of the tag. Sides are logical properties, so that right-to-left pages need no second sheet; no `url()`. */
import { css, unsafeCSS } from 'lit'
import { controlStyles } from './control-styles.ts'
import { dialogStyles } from './dialog-styles.ts'
import { tokenSheet } from './tokens.ts'

/**
 * The host's `column-rule-color` is never drawn: its computed value tells whether the colour scheme in use is a dark one,
 * which nothing else does. Empty live regions stay in the tree, since they have to be there before there are words in them.
 * In a list of values a label stays whole, and a value without room beside it goes below. The room that the snippet keeps
 * free until the tag is defined stays free until the tag knows what to draw.
 */
const layout = css`
  :host { display: block; max-width: 28rem; font: var(--_font); color: var(--_text); }
  :host { column-rule-color: canvas; }
  :host([hidden]) { display: none; }
  :host([theme~=light]) { color-scheme: light; }
  :host([theme~=dark]) { color-scheme: dark; }
  :host([theme~=auto]) { color-scheme: light dark; }

  * { box-sizing: border-box; margin: 0; padding: 0; }
  fieldset { border: 0; min-width: 0; }
  svg, [part=spinner] { flex: none; width: 1.25em; height: 1.25em; }
  svg { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  p:empty, small:empty, div:empty:not(#unseen) { display: none; }
  [part=description], [part=text], small, dt { color: var(--_muted); }
  small, [for], dl, [part=alert] { font-size: .875em; }

  form, fieldset, [part=actions], [part~=field], [part~=panel], [open] { display: grid; gap: .625rem; }
  form, [part=actions]:has(fieldset, iframe) { gap: 1.25rem; }
  form, dialog { background: var(--_surface); border: 1px solid var(--_line); }
  form {
    padding: var(--_space);
    border-radius: var(--_radius);
    box-shadow: 0 0 2em #8883;
    overflow-wrap: anywhere;
  }
  header, [part=suggested], [part=alert], [part=note], dl div { display: flex; gap: .5rem; }
  header, [part=suggested], dl div { flex-wrap: wrap; }
  header { align-items: start; padding-block-end: 1rem; border-block-end: 1px solid var(--_line); }
  [part=description] { flex: 1; }
  dl div { align-items: baseline; }
  dt { flex: none; max-width: 100%; }
  dd { flex: 1 1 9.5rem; text-align: end; }
  dd span { display: inline-block; margin-inline-start: .375em; }
  [part=price] { width: 100%; font-size: 2em; }
  [part=price], h2 { line-height: 1.25; }
  [part=badge] { padding-inline: .625rem; border-radius: 1rem; }
  [part=badge], [part=mark], [part=alert] { background: color-mix(in srgb, currentColor 10%, transparent); }
  .starting, :host([session]) { min-block-size: 20rem; }
  .starting { align-content: space-evenly; }
  .starting:not(:has(header, #status-text:not(:empty)))::before { content: ""; width: 50%; height: 2.5rem; border-radius: .5rem; background: var(--_line); }
  #unseen { position: absolute; height: 1px; overflow: hidden; opacity: 0; }
`

/** The tag alone focuses the heading, so that screen readers read it out: no ring is drawn around it. */
const panels = css`
  [part~=panel] { gap: .25rem; text-align: center; text-wrap: balance; }
  [part=mark] { padding: 1rem; margin: 0 auto .625rem; border-radius: 50%; font-size: 1.25em; line-height: 0; }
  h2 { font-size: 1.25em; }
  h2:focus { outline: 0; }
  dl { border-block-start: 1px solid var(--_line); }
  dl, dl div, h2 ~ [part=alert] { margin-block-start: .625rem; }

  [part=spinner] { border: .15em solid; border-inline-end-color: transparent; border-radius: 50%; display: block; animation: turn .8s linear infinite; }
  @media print { [part=actions] { display: none !important; } }
  @keyframes turn { to { rotate: 1turn; } }
  @media (prefers-reduced-motion) { [part=spinner] { animation-duration: 4s; } }
`

/** All sheets, in the order in which they apply. */
export const styles = [unsafeCSS(tokenSheet()), layout, controlStyles, panels, dialogStyles]
