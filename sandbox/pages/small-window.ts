/** For pages that a shop shows in a window as small as 250 by 400 pixels. @see EMV 3-D Secure, `challengeWindowSize` */
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
