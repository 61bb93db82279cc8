import { createHash } from 'node:crypto'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'

/** A document with its open shadow roots, and everything else that its look depends on. */
const DOCUMENT = `(() => {
  const rootsIn = (place) => [...place.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [])
  const { documentElement: html } = document
  const media = ['print', '(prefers-color-scheme: dark)', '(forced-colors: active)'].map((one) => matchMedia(one).matches)
  const attributes = [...html.attributes].map(({ name, value }) => name + '=' + value)
  const open = [...html.querySelectorAll('dialog')].map((dialog) => dialog.matches(':modal'))
  const content = [innerHeight, attributes, open, html.getHTML({ shadowRoots: rootsIn(document) })]
  return { look: [innerWidth, media], content: JSON.stringify(content) }
})()`

/** What `DOCUMENT` gives. */
interface SeenDocument {
  /** Each value counts. */
  readonly look: readonly unknown[]
  readonly content: string
}

/**
 * Differs between payments and has no effect on barriers: identifiers, also in groups as on a receipt, tokens, ports, times.
 * A colour is taken with it, and kept.
 */
const OF_ONE_PAYMENT = /#[\da-f]{3,8}\b|(?:<span>[\w-]{1,4}<\/span>(?:<!--[^>]*-->)*){2,}|[\w-]{16,}|\d+/g

const keptColour = (found: string) => (found.startsWith('#') ? found : '0')

/**
 * Names the screen of a tab, frames included: two screens with one name have the same barriers.
 *
 * @returns `undefined` if the screen changed meanwhile.
 */
export async function screenOf(tab: Tab): Promise<string | undefined> {
  try {
    const frames = chromiumPage(tab).frames()
    const documents = await Promise.all(frames.map((frame) => frame.evaluate<SeenDocument>(DOCUMENT)))
    const seen = documents.map(({ look, content }) => [look, content.replace(OF_ONE_PAYMENT, keptColour)])
    return createHash('sha256').update(JSON.stringify(seen)).digest('hex')
  } catch {
    return undefined
  }
}
