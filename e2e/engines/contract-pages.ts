import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** A server with the pages that the engines are tried on. */
export interface ContractPages {
  /** Address of a page on one of the sites, such as `at('shop', '/')`. */
  at(site: 'shop' | 'edge' | 'bank', path: string): string
  close(): Promise<void>
}

/** As strict as the policy under which the tag has to live, so that no engine's own scripts need an exception. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-src http:; require-trusted-types-for 'script'; trusted-types none"

/** A page whose script replaces what a driver needs. It has no policy. */
const REPLACED = '/replaced'

const DOCUMENTS: Record<string, (port: string) => string> = {
  '/': () => `<title>Shop</title><p id="count">0 clicks</p><p id="said"></p><p id="keys"></p>
    <outer-tag><template shadowrootmode="open"><p>outer says <slot></slot></p>
      <inner-tag><template shadowrootmode="open">
        <button part="pay">Pay <b>now</b></button> <label>E-mail <input type="email" value="old"></label>
        <select><option value="DE">Germany</option><option value="FR">France</option></select>
      </template></inner-tag></template>hello</outer-tag>
    <button id="late" disabled>Late</button> <p id="fleeting">Soon gone</p><p hidden class="twice">hidden</p>
    <p class="twice">shown</p> <a id="next" href="/next">Next</a><p id="shown"></p>
    <div style="height: 3000px"></div><button id="below">Below</button>`,
  '/next': () => '<title>Next</title><h1>Next page</h1>',
  '/covered': () => `<button id="pay">Pay</button>
    <div id="cover" style="position: fixed; inset: 0"></div>`,
  '/frames': (port) => `<p id="message"></p><outer-tag><template shadowrootmode="open">
    <iframe width="600" height="400" src="http://edge.localhost:${port}/edge"></iframe></template></outer-tag>`,
  '/edge': (port) => `<input id="pan" value="1"><button id="hop">Hop</button><p id="site"></p>
    <iframe width="300" height="200" src="http://bank.localhost:${port}/bank"></iframe>`,
  '/soon-framed': (port) => `<p id="soon" data-src="http://edge.localhost:${port}/hopped"></p>`,
  '/far': (port) => `<p id="message"></p><div style="height: 3000px"></div>
    <iframe width="600" height="400" src="http://edge.localhost:${port}/far-edge"></iframe>`,
  '/far-edge': (port) => `<div style="height: 3000px"></div>
    <iframe width="300" height="200" src="http://bank.localhost:${port}/bank"></iframe>`,
  '/dialog': (port) => `<p id="message"></p><outer-tag><template shadowrootmode="open"><dialog>
    <iframe width="340" height="400" src="http://edge.localhost:${port}/asking" sandbox="allow-scripts allow-forms allow-same-origin"></iframe>
    </dialog></template></outer-tag>`,
  '/asking': (port) => `<iframe name="bank" width="300" height="200"></iframe>
    <form id="ask" method="post" action="http://bank.localhost:${port}/bank" target="bank"></form>`,
  '/hopped': () => '<p id="where">Hopped</p>',
  '/barrier': () =>
    '<title>Barrier</title><main><h1>Barrier</h1><outer-tag><template shadowrootmode="open"><input></template></outer-tag></main>',
  '/dark': (port) => `<title>Dark</title><meta name="color-scheme" content="dark">
    <style>body { background: #241f2b; color: #fff }</style><main><h1>Dark</h1>
    ${['bare', 'sheet', 'light', 'backed'].map((name) => paleFrame(port, name)).join('')}</main>`,
  '/pale-bare': () => pale('dark', 'transparent'),
  '/pale-sheet': () => pale('dark', '#fff'),
  '/pale-light': () => pale('light', 'transparent'),
  '/pale-backed': () => pale('dark', 'transparent'),
  [REPLACED]: (port) => `<title>Replaced</title><script>var Promise = { later: [] }</script>
   <p id="typed"></p><input oninput="typed.textContent = value">
    <button onclick="if (event.isTrusted) location.assign('http://edge.localhost:${port}/next')">Next</button>`,
  '/bank': () => '<input id="code"><button id="confirm">Confirm</button>',
}

const paleFrame = (port: string, name: string) =>
  `<iframe title="${name}" ${name === 'backed' ? 'style="background: #fff" ' : ''}src="http://edge.localhost:${port}/pale-${name}"></iframe>`

/** Words that are read on dark and not on white. */
const pale = (scheme: string, background: string) => `<title>Pale</title>
  <meta name="color-scheme" content="${scheme}"><main style="background: ${background}; color: #ddd">Pale words</main>`

const SCRIPT = `
const on = (id, type, act) => document.getElementById(id)?.addEventListener(type, act)
const say = (id, text) => { const at = document.getElementById(id); if (at) at.textContent = text }
const inner = document.querySelector('outer-tag')?.shadowRoot.querySelector('inner-tag')?.shadowRoot
let clicks = 0
const count = (event) => { if (event.isTrusted) say('count', ++clicks + ' clicks') }
inner?.querySelector('button').addEventListener('click', count)
on('late', 'click', count)
on('below', 'click', count)
inner?.querySelector('input').addEventListener('input', (event) => say('said', event.target.value))
inner?.querySelector('select').addEventListener('change', (event) => say('said', event.target.value))
let keys = 0
inner?.querySelector('input').addEventListener('keydown', (event) => event.isTrusted && say('keys', ++keys + ' keys'))
setTimeout(() => {
  const late = document.getElementById('late')
  if (late) late.disabled = false
  document.getElementById('fleeting')?.remove()
  const soon = document.getElementById('soon')
  if (soon) soon.append(Object.assign(document.createElement('iframe'), { src: soon.dataset.src }))
}, 300)
addEventListener('pageshow', (event) => say('shown', event.persisted ? 'from the page cache' : 'loaded'))
document.querySelector('outer-tag')?.shadowRoot.querySelector('dialog')?.showModal()
document.getElementById('ask')?.submit()
on('hop', 'click', () => location.assign('/hopped'))
on('confirm', 'click', () => top.postMessage('code ' + document.getElementById('code').value, '*'))
addEventListener('message', (event) => say('message', event.data + ' from ' + new URL(event.origin).hostname))
`

/** Starts the server on a free port; its hosts are sites to each other, as shop, edge and bank are. */
export async function startContractPages(): Promise<ContractPages> {
  const server = createServer(({ url = '/' }, reply) => answer(reply, url, port)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = String(address !== null && typeof address === 'object' && address.port)
  return {
    at: (site, path) => `http://${site}.localhost:${port}${path}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function answer(reply: ServerResponse, url: string, port: string): void {
  const { pathname } = new URL(url, 'http://localhost')
  if (pathname === '/page.js') {
    reply.setHeader('Content-Type', 'text/javascript').end(SCRIPT)
    return
  }
  const body = DOCUMENTS[pathname]?.(port)
  reply.statusCode = body ? 200 : 404
  reply.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (body && pathname !== REPLACED) reply.setHeader('Content-Security-Policy', POLICY)
  reply.end(`<!doctype html><html lang="en">${body}<script type="module" src="/page.js"></script></html>`)
}
