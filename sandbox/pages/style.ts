/**
 * The styles of every page: one column, the system font, light or dark as the reader prefers. The values are those of our design
 * system (`docs/design.md`), written here once more: the sandbox shares no code with the edge.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f5f7, #0e0f13);
  --sheet: light-dark(#fff, #17191e);
  --ink: light-dark(#16181d, #f2f3f5);
  --soft: color-mix(in srgb, var(--ink) 68%, var(--sheet));
  --edge: color-mix(in srgb, var(--ink) 50%, var(--sheet));
  --line: color-mix(in srgb, var(--ink) 12%, var(--sheet));
  --accent: light-dark(#2447c9, #9db2ff);
  --on-accent: light-dark(#fff, #000);
  --tint: color-mix(in oklab, var(--accent) 7%, var(--sheet));
  --good: color-mix(in oklab, #12a05a 58%, var(--ink));
  --bad: color-mix(in oklab, #e5322a 68%, var(--ink));
  --wait: color-mix(in oklab, #c98200 55%, var(--ink));
  --shade: 0 1px 2px #0001, 0 8px 24px -12px #0003;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
[data-host=bank] {
  --ground: light-dark(#eff4f1, #0c110f);
  --accent: light-dark(#0b6b4b, #6fd6ab);
}
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100dvh; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100% }
.bar, main { inline-size: min(100% - 2rem, 28rem); margin-inline: auto }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; padding-block: 1.5rem 1rem; font-size: .875rem }
.brand { display: inline-flex; gap: .5rem; align-items: center; font-weight: 650; letter-spacing: -.01em }
.brand svg { inline-size: 1.25rem; color: var(--accent) }
.test { border-radius: .375rem; padding-inline: .5rem; background: color-mix(in srgb, currentColor 10%, transparent); outline: 1px solid transparent; color: var(--wait) }
main { padding-block-end: 2rem }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .875rem; box-shadow: var(--shade); padding: 1rem }
@media (min-width: 26rem) { .sheet { padding: 1.5rem } }
h1 { margin: 0; font-size: 1rem; font-weight: 400; color: var(--soft); overflow-wrap: anywhere }
h1, dd { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden }
.amount { margin: .25rem 0 0; font-size: 2rem; line-height: 1.25; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.about { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere }
.intro { border-block-end: 1px solid var(--line); margin-block-end: 1rem; padding-block-end: 1rem }
form { display: grid; gap: 1rem; margin: 0 }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)) }
.field { display: grid; gap: .25rem; align-content: start }
label { font-size: .875rem; font-weight: 650 }
.hint { margin: 0; color: var(--soft); font-size: .875rem }
input { inline-size: 100%; min-block-size: 2.875rem; padding: .5rem .75rem; font: inherit; font-variant-numeric: tabular-nums; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: .625rem }
input::placeholder { color: var(--soft); opacity: 1 }
input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[aria-invalid=true] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.error, .alert { margin: 0; color: var(--bad); font-size: .875rem }
.alert { background: color-mix(in srgb, currentColor 10%, transparent); outline: 1px solid transparent; padding: .5rem .75rem; border-radius: .625rem }
.actions { display: grid; gap: .5rem; margin-block-start: .5rem }
button, .button { display: block; inline-size: 100%; min-block-size: 3.25rem; padding: .5rem 1rem; font: inherit; font-weight: 650; text-align: center; text-decoration: none; border: 1px solid transparent; border-radius: .625rem; cursor: pointer; background: var(--accent); color: var(--on-accent) }
button:hover, .button:hover { filter: brightness(1.08) }
button.plain { min-block-size: 2.875rem; background: transparent; color: var(--ink); border-color: var(--edge) }
button.plain:hover { background: color-mix(in srgb, var(--ink) 6%, transparent) }
form[aria-busy=true] button { opacity: .6; cursor: progress }
details { margin-block-start: 1rem; padding-inline: .25rem; font-size: .875rem }
summary { cursor: pointer; font-weight: 650; padding-block: .75rem; border-radius: .375rem }
table { inline-size: 100%; border-collapse: collapse; margin-block: .25rem 1rem }
caption { text-align: start; color: var(--soft); padding-block: .5rem .25rem }
th, td { text-align: start; vertical-align: top; font-weight: 400; padding: .25rem 0; border-block-start: 1px solid var(--line) }
th { padding-inline-end: 1rem; white-space: nowrap; font-family: ui-monospace, SFMono-Regular, Menlo, "Noto Sans Mono", monospace; font-size: .875rem }
.state { display: grid; gap: .5rem; justify-items: center; text-align: center; margin-block-end: 1.5rem }
.state svg { inline-size: 3rem }
.state h1 { color: var(--ink); font-size: 1.25rem; line-height: 1.25; font-weight: 650 }
.state p { margin: 0; color: var(--soft); overflow-wrap: anywhere }
.approved svg { color: var(--good) } .failed svg { color: var(--bad) } .open svg { color: var(--wait) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1rem; margin: 0 0 1rem; border-block-start: 1px solid var(--line); padding-block-start: 1rem }
dt { color: var(--soft) } dd { margin: 0; text-align: end; overflow-wrap: anywhere }
`

/** Styles for pages in a window as small as 250 by 400 pixels. @see EMV 3-D Secure, `challengeWindowSize` */
export const SMALL_WINDOW = `
@media (max-width: 26rem), (max-height: 38rem) {
  .bar { padding-block: .5rem }
  .bar, main { inline-size: min(100% - 1rem, 28rem) }
  main { padding-block-end: .5rem }
  .sheet { padding: .75rem; border-radius: .625rem }
  .intro { margin-block-end: .5rem; padding-block-end: .5rem }
  .amount { font-size: 1.5rem }
  .about, label, .hint, .error { font-size: .875rem; line-height: 1.25 }
  h1 { font-size: .875rem }
  form, .actions { gap: .5rem }
  .actions { margin: 0; grid-template-columns: 1fr 1fr }
  .state { margin-block-end: .75rem; font-size: .875rem }
  .state h1 { font-size: 1rem }
  input, button, .button { min-block-size: 2.75rem; padding: .5rem; font-size: 1rem }
}
@media (max-width: 18rem) { .more { display: none } }
.notice { margin: 0 }
`
