import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type PluginOption } from 'vite'
import { inScratch } from '../../scripts/checks/bundle.ts'
import { ROOT } from '../../scripts/root.ts'
import { serveFolder } from '../../shop/static-server.ts'
import { mugOffer } from './mug-offer.ts'
import { payAt } from './pages.ts'
import type { Trial } from './trial.ts'

/** How a framework mounts a component, which gets the offer and a function that hears of the payment. */
interface Framework {
  readonly plugins: () => Promise<PluginOption[]>
  /** Mounts `Checkout` with `offer` and `onPaid` in `#app`. */
  readonly mount: string
}

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  tsx: {
    plugins: async () => [],
    mount: `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(app).render(createElement(Checkout, { offer, onPaid }))`,
  },
  vue: {
    plugins: async () => {
      const { default: vue } = await import('@vitejs/plugin-vue')
      return [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'pay-checkout' } } })]
    },
    mount: `import { createApp } from 'vue'
createApp(Checkout, { offer, onPaid }).mount(app)`,
  },
  svelte: {
    plugins: async () => {
      const { svelte } = await import('@sveltejs/vite-plugin-svelte')
      return [svelte({ configFile: false })]
    },
    mount: `import { mount } from 'svelte'
mount(Checkout, { target: app, props: { offer, onPaid } })`,
  },
}

/**
 * Builds a component of a document as its framework does, and pays in it.
 *
 * The component is the file's default export, takes `offer` and calls `onPaid` with the paid order.
 */
export async function tryComponent({ around, browser, reader, snippet }: Trial): Promise<void> {
  const { plugins, mount } = FRAMEWORKS[snippet.language] ?? { plugins: async () => [], mount: '' }
  const { stack, own } = around
  await inScratch(async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, `src/Checkout.${snippet.language}`), await reader.adapted(snippet.text))
    const values = `const app = document.querySelector('#app')
app.textContent = ''
const offer = ${JSON.stringify(await mugOffer(stack, [own]))}
const onPaid = (order) => { document.body.dataset.paid = order.status }`
    const main = `import Checkout from './Checkout.${snippet.language}'\n${values}\n${mount}`
    await writeFile(join(folder, 'src/main.js'), main)
    const page = `<!doctype html><html lang="en"><title>Shop</title><body><div id="app">Shop</div>
${snippet.text.includes('pay-checkout.js') ? '' : `<script type="module" src="${stack.addresses.edge}/pay-checkout.js"></script>`}
<script type="module" src="/src/main.js"></script></html>`
    await writeFile(join(folder, 'index.html'), page)
    await build({ root: folder, configFile: false, logLevel: 'silent', plugins: await plugins() })
    const server = await serveFolder(join(folder, 'dist'), Number(new URL(own).port))
    try {
      const tab = await payAt(browser, `${own}/`, /\bemail\b/.test(snippet.text))
      // The component's own listener heard of it.
      if (/\bonPaid\b|\bemit\b/.test(snippet.text)) await tab.text('body[data-paid=approved]')
      await tab.close()
    } finally {
      await server.stop()
    }
  })
}
