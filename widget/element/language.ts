/** The language of the tag's own words. English is in the script; any other is a file of the edge under the script's version. */
import { languageFor } from '../../shared/languages.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { DRAWING_LIMIT_MS } from '../durations.ts'
import { TEXTS, type Texts, textsFrom } from '../screen/english-texts.ts'

/** Put in by the build: the version, the languages, and the digest of the list of their digests. */
declare const PAY_VERSION: string
declare const PAY_LANGUAGES: readonly string[]
declare const PAY_DIGESTS: string

/** The element whose words these are. */
interface LanguageHost {
  /** Draws the element soon. */
  requestUpdate(): void
}

/** Fetches the shopper's language, and says which texts to draw. */
export class Language {
  /** BCP 47 tag of the texts. */
  tag = 'en'
  texts: Texts = TEXTS
  /** The first language is on its way: nothing is to be drawn in English before it. */
  isAwaited = false
  readonly #host: LanguageHost
  readonly #env: BrowserEnv
  #wanted = ''
  /** The wanted texts, once they are there. */
  #next: Texts | undefined

  constructor(host: LanguageHost, env: BrowserEnv) {
    this.#host = host
    this.#env = env
  }

  /**
   * Call it before drawing. Asks for the locale's language if it is another than before, and takes the texts that have
   * come.
   *
   * @param mayChange Whether no act of the shopper's is under way.
   */
  choose(edge: string, locale: string, mayChange: boolean) {
    const wanted = edge ? languageFor(locale, PAY_LANGUAGES) : 'en'
    if (wanted !== this.#wanted) {
      this.isAwaited = !this.#wanted && wanted !== 'en'
      this.#wanted = wanted
      this.#next = wanted === 'en' ? TEXTS : undefined
      if (!this.#next) this.#fetch(edge, wanted)
    }
    // Before the first drawing no words change, also where the bank's step is to be drawn.
    if (!this.#next || !(mayChange || this.isAwaited)) return
    this.tag = this.#wanted
    this.texts = this.#next
  }

  async #fetch(edge: string, language: string) {
    const isLate = this.#env.pause(DRAWING_LIMIT_MS)
    const texts = read(edge, language, this.#env.fetch)
    texts.then((come) => {
      // The page may have changed its language meanwhile. Without a good file the words before stay.
      if (language !== this.#wanted || !come) return
      this.#next = come
      this.#host.requestUpdate()
    })
    await Promise.race([texts, isLate])
    this.isAwaited = false
    this.#host.requestUpdate()
  }
}

/**
 * Reads a language's file by its digest, and the digest from a list whose own digest this script has. Both are asked for at
 * once; the second time the browser has the file already.
 *
 * @returns `undefined` for a file that is missing or changed.
 */
async function read(edge: string, language: string, fetch: BrowserEnv['fetch']): Promise<Texts | undefined> {
  const get = (name: string, integrity = '') =>
    // A browser keeps an address for a year, and builds of one version may differ before it is released.
    fetch(`${edge}/v/${PAY_VERSION}/languages/${name}.json?${PAY_DIGESTS}`, { integrity }).then((reply) =>
      reply.json(),
    )
  try {
    const [digests] = await Promise.all([get('digests', PAY_DIGESTS), get(language)])
    return textsFrom(await get(language, digests[language]))
  } catch {
    return undefined
  }
}
