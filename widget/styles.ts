/** The tag's looks. Logical properties only, so that right-to-left pages need no second sheet; no `url()`. */
import { bankStyles } from './bank-styles.ts'
import { controlStyles } from './control-styles.ts'
import { css } from './css.ts'
import { tokenSheet } from './tokens.ts'

const layout = css`
  :host { display: block; max-inline-size: 28rem; font: var(--_font); color: var(--_text); }
  /* Never drawn. What it computes to tells whether the colour scheme in use is a dark one, which nothing else does. */
  :host { column-rule-color: canvas; }
  :host([hidden]) { display: none; }
  :host([theme~=light]) { color-scheme: light; }
  :host([theme~=dark]) { color-scheme: dark; }
  :host([theme~=auto]) { color-scheme: light dark; }

  * { box-sizing: border-box; margin: 0; padding: 0; }
  fieldset { border: 0; min-inline-size: 0; }
  svg, [part=spinner] { flex: none; inline-size: 1.25em; block-size: 1.25em; }
  svg { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  /* What is announced has to be there before there are words in it. */
  :is(p, dl, div, small):empty:not(#unseen) { display: none; }
  [part=description], [part=text], small, dt { color: var(--_muted); }
  small, label, dl, [part=alert] { font-size: .875em; }

  form, fieldset, [part=actions], [part~=field], [part=suggested], [part~=panel] { display: grid; gap: .625rem; }
  [part=checkout] {
    gap: 1.25rem;
    padding: var(--_space);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.5);
    box-shadow: 0 8px 24px -16px #0006;
    overflow-wrap: anywhere;
  }
  [part=head], [part=note], [part=alert], dl div { display: flex; gap: .5rem; justify-content: space-between; }
  [part=head] { flex-wrap: wrap; row-gap: 0; padding-block-end: 1rem; border-block-end: 1px solid var(--_line); }
  [part=description] { flex: 1; }
  [part=price] { flex: 1 0 100%; font-size: 2em; line-height: 1.25; }
  [part=badge] { padding-inline: .625rem; border-radius: 1rem; color: var(--_notice); }
  [part=badge], [part=mark], [part=alert] { background: color-mix(in srgb, currentColor 10%, transparent); }
  [part=note] { justify-content: center; }
  #unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; opacity: 0; }
`

const panels = css`
  [part~=panel] { justify-items: center; gap: .25rem; text-align: center; text-wrap: balance; }
  [part=mark] {
    padding: 1rem;
    margin-block-end: .625rem;
    border-radius: 50%;
    font-size: 1.25em;
    line-height: 0;
    color: var(--_accent);
  }
  [part~=good] [part=mark] { color: var(--_good); }
  [part~=bad] [part=mark] { color: var(--_bad); }
  [part~=notice] [part=mark] { color: var(--_notice); }
  [part~=calm] [part=mark] { color: var(--_muted); }
  h2 { font-size: 1.25em; line-height: 1.25; }
  dl { inline-size: 100%; margin-block-start: 1rem; border-block-start: 1px solid var(--_line); }
  dl div { padding-block-start: .625rem; }

  [part=spinner] {
    display: inline-block;
    border: .15em solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    animation: turn .8s linear infinite;
  }
  @keyframes turn { to { rotate: 1turn; } }
  @media (prefers-reduced-motion) { [part=spinner] { animation-duration: 4s; } }
`

/** Everything, in the order in which it is to apply. */
export const styles = [tokenSheet(), layout, controlStyles, panels, bankStyles].join('')
