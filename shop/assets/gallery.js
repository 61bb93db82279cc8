// The switches of the gallery. It runs before the tags are defined, so that they begin in the chosen
// language. All choices are in the address: a page can be linked to, or photographed, as it is. It is a module, since the
// cart's script on the same page has functions of the same names.
const choices = new URLSearchParams(location.search)
const root = document.documentElement
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets.push(sheet)

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur']

/** What the tag does for shoppers who ask their system for more contrast: a page cannot ask in their place. */
const MORE_CONTRAST = { muted: 'var(--ink)', border: 'var(--ink)', line: 'var(--ink)' }

/** No language of the edge: its texts reach the tags as a page's own wording does. */
const PSEUDO_LOCALE = 'en-XA'

const language = choices.get('language')
if (language === PSEUDO_LOCALE) {
  const labels = JSON.parse(document.querySelector('.switches').dataset.longest)
  for (const tag of document.querySelectorAll('pay-checkout')) tag.labels = labels
} else if (language) root.lang = language
root.dir = choices.get('direction') || (RIGHT_TO_LEFT.includes(root.lang) ? 'rtl' : 'ltr')

const inForce = { ...(choices.get('contrast') === 'more' && MORE_CONTRAST) }
const ruleOf = (tokens) =>
  `pay-checkout {${Object.entries(tokens)
    .map(([name, value]) => `--pay-${name}:${value};`)
    .join('')}}`

/** @param rule The theme editor's. */
function draw(rule = '') {
  const width = choices.get('width')
  sheet.replaceSync(
    [
      rule,
      ruleOf(inForce),
      width
        ? `.states { grid-template-columns: repeat(auto-fill, min(100%, ${Number(width)}px)) }
           .state { inline-size: ${Number(width)}px; max-inline-size: 100% }`
        : '',
      choices.get('letters') ? `:root { font-size: ${Number(choices.get('letters'))}% }` : '',
    ].join('\n'),
  )
}

draw()

for (const select of document.querySelectorAll('.switches select')) {
  select.value = choices.get(select.name) ?? ''
  select.addEventListener('change', () => {
    if (select.value) choices.set(select.name, select.value)
    else choices.delete(select.name)
    location.search = choices
  })
}

// Pictures are of some states: a page with all of them takes long to draw. The tag's words after a long wait never come, so
// that a slow machine takes the same picture.
const pictured = choices.get('pictured')?.split(',')
if (pictured) {
  for (const state of document.querySelectorAll('.state')) if (!pictured.includes(state.id)) state.remove()
  // What is around a tag would move it by a part of a pixel whenever the shop's own words or sizes change.
  for (const around of document.querySelectorAll('.top, .hero, h2, .state > :not(pay-checkout)'))
    around.remove()
  const wait = setTimeout
  globalThis.setTimeout = (act, ms) => (ms >= 10_000 ? 0 : wait(act, ms))
}

// The other pages of the gallery keep the choices.
for (const link of document.querySelectorAll('a[href^="gallery"]')) link.search = choices

/** A token that may only look, for a tag that cannot check signatures. */
const viewToken = () => ['{}', '{"scope":"view"}', '{}'].map((part) => btoa(part).replace(/=/g, '')).join('.')

// What happens to the page of one state.
const alone = document.querySelector('[data-happens]')
const HAPPENINGS = {
  // The shopper has waited for ten seconds already.
  late() {
    const wait = setTimeout
    globalThis.setTimeout = (act, ms) => wait(act, ms === 10_000 ? 0 : ms)
  },
  waiting() {
    const ask = fetch
    globalThis.fetch = (url, init) => (/\/products\//.test(url) ? new Promise(() => {}) : ask(url, init))
  },
  offline: () => addEventListener('pay-ready', () => dispatchEvent(new Event('offline'))),
  return: () => history.replaceState(history.state, '', `#pay-order=${alone.id}.${viewToken()}`),
}
HAPPENINGS[alone?.dataset.happens]?.()

// The seller changes an offer while the shopper presses the button that pays.
addEventListener('pay-submit', ({ target }) => {
  if (target.dataset.nextOffer) target.offer = target.dataset.nextOffer
})

if (document.querySelector('.editor'))
  import('./theme-editor.js').then(({ startEditor }) => startEditor(draw))
