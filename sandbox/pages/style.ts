/** The styles of every page: one column, the system font, light or dark as the reader prefers. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#eef1f6, #0e1116);
  --sheet: light-dark(#ffffff, #181c23);
  --ink: light-dark(#161b26, #e9edf4);
  --soft: light-dark(#566073, #a3adbe);
  --line: light-dark(#c3cad6, #414a5a);
  --accent: light-dark(#2350d8, #8fb0ff);
  --on-accent: light-dark(#ffffff, #0c1530);
  --good: light-dark(#11703f, #63d79a);
  --bad: light-dark(#b3261e, #ff9d94);
  --wait: light-dark(#855300, #f3c069);
  --shade: 0 1px 2px rgb(10 20 50 / 8%), 0 12px 32px rgb(10 20 50 / 9%);
  font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
[data-host=bank] {
  --ground: light-dark(#edf3f0, #0c1310);
  --accent: light-dark(#0b6b4b, #6fd6ab);
  --on-accent: light-dark(#ffffff, #04231a);
}
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100dvh; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100% }
.bar, main { inline-size: min(100% - 2rem, 27rem); margin-inline: auto }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; padding-block: 1.5rem 1rem; font-size: .9375rem }
.brand { display: inline-flex; gap: .5rem; align-items: center; font-weight: 650; letter-spacing: -.01em }
.brand svg { inline-size: 1.25rem; color: var(--accent) }
.test { border: 1px solid currentColor; border-radius: 99rem; padding: .1rem .55rem; color: var(--wait); font-size: .7rem; font-weight: 600 }
main { padding-block-end: 3rem }
.sheet { background: var(--sheet); border-radius: 1rem; box-shadow: var(--shade); padding: clamp(1.25rem, 5vw, 1.75rem) }
@media (prefers-color-scheme: dark) { .sheet { box-shadow: 0 0 0 1px var(--line) } }
h1 { margin: 0; font-size: 1rem; font-weight: 500; color: var(--soft); overflow-wrap: anywhere }
h1, dd { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden }
.amount { margin: .1rem 0 0; font-size: 2.125rem; line-height: 1.2; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.about { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere }
.intro { border-block-end: 1px solid var(--line); margin-block-end: 1.25rem; padding-block-end: 1.25rem }
form { display: grid; gap: 1rem; margin: 0 }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)) }
.field { display: grid; gap: .3rem; align-content: start }
label { font-size: .9375rem; font-weight: 600 }
.hint { margin: 0; color: var(--soft); font-size: .875rem }
input { inline-size: 100%; min-block-size: 3rem; padding: .6rem .8rem; font: inherit; font-size: 1.0625rem; font-variant-numeric: tabular-nums; color: inherit; background: transparent; border: 1px solid light-dark(#7d879a, #77829a); border-radius: .6rem }
input::placeholder { color: var(--soft); opacity: 1 }
input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[aria-invalid=true] { border: 2px solid var(--bad) }
.error, .alert { margin: 0; color: var(--bad); font-size: .9375rem; font-weight: 550 }
.alert { border-inline-start: 4px solid var(--bad); background: color-mix(in srgb, var(--bad) 9%, transparent); padding: .6rem .8rem; border-radius: .3rem }
.actions { display: grid; gap: .6rem; margin-block-start: .5rem }
button, .button { display: block; inline-size: 100%; min-block-size: 3.1rem; padding: .75rem 1rem; font: inherit; font-weight: 650; text-align: center; text-decoration: none; border: 1px solid transparent; border-radius: .6rem; cursor: pointer; background: var(--accent); color: var(--on-accent) }
button:hover, .button:hover { filter: brightness(1.08) }
button.plain { background: transparent; color: var(--ink); border-color: var(--line); font-weight: 550 }
button.plain:hover { background: color-mix(in srgb, var(--ink) 6%, transparent) }
form[aria-busy=true] button { opacity: .6; cursor: progress }
details { margin-block-start: 1.25rem; padding-inline: .25rem; font-size: .9375rem }
summary { cursor: pointer; font-weight: 600; padding-block: .4rem; border-radius: .3rem }
table { inline-size: 100%; border-collapse: collapse; margin-block: .25rem 1rem }
caption { text-align: start; color: var(--soft); padding-block: .5rem .25rem }
th, td { text-align: start; vertical-align: top; font-weight: 400; padding: .35rem 0; border-block-start: 1px solid var(--line) }
th { padding-inline-end: 1rem; white-space: nowrap; font-family: ui-monospace, SFMono-Regular, Menlo, "Noto Sans Mono", monospace; font-size: .875rem }
.state { display: grid; gap: .75rem; justify-items: center; text-align: center; margin-block-end: 1.5rem }
.state svg { inline-size: 3.25rem }
.state h1 { color: var(--ink); font-size: 1.375rem; font-weight: 680; letter-spacing: -.01em }
.state p { margin: 0; color: var(--soft); overflow-wrap: anywhere }
.approved svg { color: var(--good) } .failed svg { color: var(--bad) } .open svg { color: var(--wait) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .45rem 1rem; margin: 0 0 1.25rem }
dt { color: var(--soft) } dd { margin: 0; text-align: end; font-weight: 550; overflow-wrap: anywhere }
`

/** Styles for pages in a window as small as 250 by 400 pixels. @see EMV 3-D Secure, `challengeWindowSize` */
export const SMALL_WINDOW = `
@media (max-width: 26rem), (max-height: 38rem) {
  .bar { padding-block: .6rem .5rem; font-size: .8125rem }
  .bar, main { inline-size: min(100% - 1rem, 27rem) }
  main { padding-block-end: .5rem }
  .sheet { padding: .8rem .9rem; border-radius: .75rem }
  .intro { margin-block-end: .6rem; padding-block-end: .6rem }
  .amount { font-size: 1.5rem }
  .about, label, .hint, .error { font-size: .8125rem; line-height: 1.35 }
  h1 { font-size: .875rem }
  form, .actions { gap: .5rem }
  .actions { margin: 0; grid-template-columns: 1fr 1fr }
  .state { margin-block-end: .75rem; font-size: .875rem }
  .state h1 { font-size: 1rem }
  input, button, .button { min-block-size: 2.75rem; padding: .5rem .6rem; font-size: 1rem }
}
@media (max-width: 18rem) { .more { display: none } }
.notice { margin: 0 }
`
