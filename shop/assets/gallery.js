// The switches of the gallery, and its theme editor. It runs before the tags are defined, so that they begin in the chosen
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
  `pay-checkout {\n${Object.entries(tokens)
    .map(([name, value]) => `  --pay-${name}: ${value};\n`)
    .join('')}}`

function draw(tokens = {}) {
  const width = choices.get('width')
  sheet.replaceSync(
    [
      ruleOf({ ...inForce, ...tokens }),
      width ? `.state { inline-size: ${Number(width)}px; max-inline-size: 100% }` : '',
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

const editor = document.querySelector('.editor')
const printed = document.querySelector('#css')

/** The frames of fields take the looks when they load. */
function reloadFrames() {
  for (const { shadowRoot } of document.querySelectorAll('pay-checkout'))
    for (const frame of shadowRoot?.querySelectorAll('iframe') ?? []) frame.contentWindow?.location.reload()
}

const touched = new Set()

function showLooks() {
  const tokens = {}
  for (const { name, value, dataset } of editor.elements)
    if (touched.has(name)) tokens[name] = value + (dataset.unit ?? '')
  draw(tokens)
  printed.textContent = touched.size ? ruleOf(tokens) : 'pay-checkout {\n}'
}

editor?.addEventListener('input', ({ target }) => {
  touched.add(target.name)
  showLooks()
})
editor?.addEventListener('change', reloadFrames)
editor?.addEventListener('reset', () => {
  touched.clear()
  setTimeout(() => {
    showLooks()
    reloadFrames()
  })
})
