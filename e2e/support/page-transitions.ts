/** Pages that a library swaps for one another without loading them. */
import { randomUUID } from 'node:crypto'
import type { Tab } from '../browser.ts'
import { bundledScript, libraryScript, packageFile } from './page-libraries.ts'
import { addresses, serve, served } from './stack/stack.ts'
import { mug } from './strange-page.ts'

/** A library of page transitions. */
interface Transitions {
  /** Attributes of every page's body. */
  readonly body: string
  /** Loads the library. */
  readonly script: () => Promise<string>
  /** An attribute of an element that the library keeps as it is. */
  readonly kept: string
}

/** Libraries of page transitions by name. */
export const TRANSITIONS: Readonly<Record<string, Transitions>> = {
  Turbo: {
    body: '',
    script: () => libraryScript(packageFile('@hotwired/turbo/dist/turbo.es2017-umd.js')),
    kept: 'data-turbo-permanent',
  },
  htmx: {
    body: 'hx-boost="true"',
    script: () => libraryScript(packageFile('htmx.org/dist/htmx.js')),
    kept: 'hx-preserve',
  },
  'the router of Astro': {
    body: '',
    script: () => bundledScript('astro-transitions.js'),
    kept: 'data-astro-transition-persist="pay"',
  },
}

/** Pages of one shop. */
export interface Site {
  /** The page with the tag. */
  readonly pay: string
  /** A page without one. */
  readonly about: string
  /** The page to which the shopper returns. */
  readonly thanks: string
}

/** What the shop sells: attributes of its tag. */
export type Sold = Readonly<Record<string, string>>

/** Adds three pages that link to one another to the shop's site. @param isKept The library keeps the tag as it is. */
export async function siteOf(name: string, sold: Sold = {}, isKept = false): Promise<Site> {
  const { body, script, kept } = TRANSITIONS[name] ?? { body: '', script: () => '', kept: '' }
  const { edge } = addresses()
  const own = await script()
  const site = randomUUID()
  const addressOf = (place: string) => `${served().shop}/${place}-${site}.html`
  const links = ['pay', 'about', 'thanks'].map(
    (place) => `<a id="to-${place}" href="${addressOf(place)}">${place}</a>`,
  )
  const put = (place: string, content: string) =>
    serve({
      path: `/${place}-${site}.html`,
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${place}</title>
<meta name="turbo-refresh-method" content="morph">
${own}<script type="module" src="${edge}/pay-checkout.js"></script></head>
<body ${body}><nav>${links.join(' ')}</nav><main><h1>${place}</h1>${content}</main></body></html>`,
    })
  const selling = sold.session ? sold : { offer: await mug({ item: `mug-${site}` }), ...sold }
  const attributes = Object.entries(selling).map(([key, value]) => `${key}="${value}"`)
  const keeps = isKept ? kept : ''
  await put('pay', `<pay-checkout id="pay" ${keeps} ${attributes.join(' ')}></pay-checkout>`)
  await put('about', `<p>We sell mugs.</p>${isKept ? `<div id="pay" ${keeps}></div>` : ''}`)
  await put('thanks', `<pay-checkout edge="${edge}">There is no payment to show.</pay-checkout>`)
  return { pay: addressOf('pay'), about: addressOf('about'), thanks: addressOf('thanks') }
}

/** Goes to another page of the site, also where a dialog covers the links. The document stays. */
export async function passTo(tab: Tab, place: keyof Site): Promise<void> {
  await tab.evaluate(`void (document.stays ??= true, document.querySelector('#to-${place}').click())`)
  await arrived(tab, place)
}

/** Goes back to a page by the library. The document stays. */
export async function passBack(tab: Tab, place: keyof Site): Promise<void> {
  await tab.evaluate('void (document.stays ??= true, history.back())')
  await arrived(tab, place)
}

async function arrived(tab: Tab, place: keyof Site) {
  await tab.waitForUrl(new RegExp(`/${place}-`))
  await tab.text('h1', new RegExp(place))
  if (!(await tab.evaluate('document.stays')))
    throw new Error(`The library loaded ${place} as another document`)
}
