import { createHash } from 'node:crypto'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'

/** A document with its open shadow roots, and everything else that its look depends on. */
const DOCUMENT = `(() => {
  const rootsIn = (place) => [...place.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [])
  const { documentElement: html } = document
  const media = ['dark', 'light'].map((scheme) => matchMedia('(prefers-color-scheme: ' + scheme + ')').matches)
  const attributes = [...html.attributes].map(({ name, value }) => name + '=' + value)
  const open = [...html.querySelectorAll('dialog')].map((dialog) => dialog.matches(':modal'))
  return JSON.stringify([innerWidth, innerHeight, matchMedia('print').matches, media, attributes, open,
    html.getHTML({ shadowRoots: rootsIn(document) })])
})()`

/**
 * Differs between payments and has no effect on barriers: identifiers, also in groups as on a receipt, tokens, ports, times.
 */
const OF_ONE_PAYMENT = /(?:<span>[\w-]{1,4}<\/span>(?:<!--[^>]*-->)*){2,}|[\w-]{16,}|\d+/g

/**
 * Names the screen of a tab, frames included: two screens with one name have the same barriers.
 *
 * @returns `undefined` if the screen changed meanwhile.
 */
export async function screenOf(tab: Tab): Promise<string | undefined> {
  try {
    const frames = chromiumPage(tab).frames()
    const documents = await Promise.all(frames.map((frame) => frame.evaluate<string>(DOCUMENT)))
    const seen = documents.map((text) => text.replace(OF_ONE_PAYMENT, '0'))
    return createHash('sha256').update(JSON.stringify(seen)).digest('hex')
  } catch {
    return undefined
  }
}
