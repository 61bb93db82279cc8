/** Pages in the place of the edge's frames, for tests, which reach into them. */
import type { Plugin } from 'vite'

const PAGES: Readonly<Record<string, string>> = {
  // The edge's own pages have the bank's within.
  '/fake-frames/bank': '<!doctype html><title>Bank</title><iframe name="bank"></iframe>',
  '/fake-frames/empty': '<!doctype html><title>Nothing</title>',
  '/frames/card': `<!doctype html><title>Card</title><script>
    said = []
    onmessage = ({ data, ports: [port] }) => {
      Object.assign(window, { connected: data, port })
      port.onmessage = ({ data }) => said.push(data)
    }
  </script>`,
}

/** Serves the pages. */
export const fakeFrames = (): Plugin => ({
  name: 'fake-frames',
  configureServer({ middlewares }) {
    middlewares.use(({ url = '' }, response, next) => {
      const page = PAGES[new URL(url, 'http://localhost').pathname]
      if (!page) return next()
      response.setHeader('Content-Type', 'text/html')
      response.end(page)
    })
  },
})
