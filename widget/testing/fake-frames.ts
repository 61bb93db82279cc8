/** Fake pages in the edge's frames, for tests, which reach into them. */
import type { Plugin } from 'vite'

/** A fake form of the edge. */
const FIELDS = `<!doctype html><title>Card</title><script>
    said = []
    onmessage = ({ data, ports: [port] }) => {
      Object.assign(window, { connected: data, port })
      port.onmessage = ({ data }) => {
        said.push(data)
        if (data.type === 'check') port.postMessage({ type: 'checked', isComplete: !!window.isComplete })
      }
    }
  </script>`

const PAGES: Readonly<Record<string, string>> = {
  // The edge's own pages have the bank's frame in them.
  '/fake-frames/bank': '<!doctype html><title>Bank</title><iframe name="bank"></iframe>',
  '/fake-frames/empty': '<!doctype html><title>Nothing</title>',
  '/frames/check': '<!doctype html><title>Check</title><iframe></iframe>',
  '/frames/card': FIELDS,
  '/frames/destination': FIELDS,
}

/** `/turns/01/<any name>` before a page's path: the first request for it is never answered, the second one is. */
const TURNS = /^\/turns\/([01]+)\/[^/]+(?=\/)/

/** Serves the pages. */
export const fakeFrames = (): Plugin => ({
  name: 'fake-frames',
  configureServer({ middlewares }) {
    const asked = new Map<string, number>()
    middlewares.use(({ url = '' }, response, next) => {
      const { pathname } = new URL(url, 'http://localhost')
      const [prefix, turns = ''] = TURNS.exec(pathname) ?? ['']
      const page = PAGES[pathname.slice(prefix.length)]
      if (!page) return next()
      const turn = asked.get(pathname) ?? 0
      asked.set(pathname, turn + 1)
      if (turns[turn] === '0') return
      response.setHeader('Content-Type', 'text/html')
      response.end(page)
    })
  },
})
