/** Fake edges, for tests in a browser: a path of the test's own server for each. */
import type { Plugin } from 'vite'

/** What the newest tag is. Counts how often it ran. */
export const TAG_SCRIPT = `window.runs = (window.runs ?? 0) + 1
customElements.define('pay-checkout', class extends HTMLElement {})`

/** Path of a script below an edge → the script. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '/edge/pay-checkout.js': TAG_SCRIPT,
  '/edge/v/0.2.0/pay-checkout.js': TAG_SCRIPT,
  '/second-edge/pay-checkout.js': TAG_SCRIPT,
  '/edge-of-nothing/pay-checkout.js': '',
}

/** Serves the scripts. Each edge below `/late/` answers 503 to the first request of a page, which its `Referer` names. */
export const fakeEdges = (): Plugin => ({
  name: 'fake-edges',
  configureServer({ middlewares }) {
    const asked = new Set<string>()
    middlewares.use(({ url = '' }, response, next) => {
      const { pathname } = new URL(url, 'http://localhost')
      const [, late, name = ''] = /^(?:\/late\/(\w+))?(\/.+)$/.exec(pathname) ?? []
      const script = SCRIPTS[name]
      if (script === undefined) return next()
      const isFirst = late !== undefined && !asked.has(late)
      if (late !== undefined) asked.add(late)
      response.statusCode = isFirst ? 503 : 200
      response.setHeader('Content-Type', 'text/javascript')
      response.end(script)
    })
  },
})
