/**
 * Page transitions as Astro's client router makes them: it fetches the page, and swaps root attributes, head and body within
 * a transition of the view. It runs no script of the new page again that it ran before. Astro itself needs hundreds of packages.
 */
const ran = new Set()
const keyOf = (script) => script.src || script.textContent
const samePage = (one, other) => one.pathname + one.search === other.pathname + other.search
let index = 0
let from = location.href

function swapRootAttributes({ documentElement }) {
  const root = document.documentElement
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
  for (const { name, value } of documentElement.attributes) root.setAttribute(name, value)
}

function swapBody(body) {
  const before = document.body
  before.replaceWith(body)
  for (const kept of before.querySelectorAll('[data-astro-transition-persist]')) {
    const name = kept.getAttribute('data-astro-transition-persist')
    body.querySelector(`[data-astro-transition-persist="${name}"]`)?.replaceWith(kept)
  }
}

function runScripts() {
  for (const script of [...document.scripts]) {
    if (ran.has(keyOf(script))) continue
    ran.add(keyOf(script))
    const again = document.createElement('script')
    again.textContent = script.textContent
    for (const { name, value } of script.attributes) again.setAttribute(name, value)
    script.replaceWith(again)
  }
}

async function transition(to, move) {
  const reply = await fetch(to)
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
  const { updateCallbackDone } = document.startViewTransition(() => {
    swapRootAttributes(next)
    document.head.replaceChildren(...next.head.children)
    swapBody(next.body)
    move()
    from = location.href
  })
  await updateCallbackDone
  runScripts()
  document.dispatchEvent(new Event('astro:page-load'))
}

export const navigate = (href) => {
  const push = () => history.pushState({ index: ++index, scrollX: 0, scrollY: 0 }, '', href)
  return transition(href, push)
}

for (const script of document.scripts) ran.add(keyOf(script))
history.replaceState({ index, scrollX, scrollY }, '')
addEventListener('popstate', () => {
  if (!samePage(new URL(from), location)) transition(location.href, () => {})
})
addEventListener('click', (event) => {
  const link = event.composedPath()[0].closest?.('a')
  if (!link || link.origin !== location.origin || event.defaultPrevented) return
  event.preventDefault()
  navigate(link.href)
})
