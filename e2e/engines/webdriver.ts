/**
 * A client of the W3C WebDriver protocol with the few commands that WebKitGTK's stories need.
 *
 * No library drives both other engines from what a machine has: `puppeteer-core` speaks to Firefox directly and knows no
 * WebKitGTK; `selenium-webdriver` and `webdriver` know both, but need geckodriver for Firefox, which Debian does not
 * package. Either would come on top of Puppeteer, in place of these sixty lines alone.
 */

/** One session: one browser with its tabs. Commands that belong together go through `together`. */
export class WebDriver {
  readonly #address: string
  #queue: Promise<unknown> = Promise.resolve()

  private constructor(address: string) {
    this.#address = address
  }

  /**
   * Starts a browser.
   *
   * @param driver Address of the driver, such as `http://127.0.0.1:4444`.
   */
  static async start(driver: string, alwaysMatch: object): Promise<WebDriver> {
    const reply = await command(`${driver}/session`, 'POST', { capabilities: { alwaysMatch } })
    return new WebDriver(`${driver}/session/${(reply as { sessionId: string }).sessionId}`)
  }

  /** @throws {Error} with the driver's own code and words. */
  async get<T>(path: string): Promise<T> {
    return (await command(this.#address + path, 'GET')) as T
  }

  /** @throws {Error} with the driver's own code and words. */
  async post<T>(path: string, body: object = {}): Promise<T> {
    return (await command(this.#address + path, 'POST', body)) as T
  }

  /** @throws {Error} with the driver's own code and words. */
  async delete(path = ''): Promise<void> {
    await command(this.#address + path, 'DELETE')
  }

  /** Evaluates an expression in the current document of the current tab. */
  evaluate<T>(expression: string): Promise<T> {
    return this.post('/execute/sync', { script: `return (${expression})`, args: [] })
  }

  /** Runs steps without others in between: a session has one current tab and document for all callers. */
  together<T>(steps: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(steps)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

/**
 * How long an answer may take. WebKitGTK sometimes never answers a question about a document that is just being left, and
 * every later command would wait for that answer.
 */
const ANSWER_MS = 10_000

async function command(address: string, method: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const reply = await fetch(address, { method, signal, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await reply.json()) as { value: unknown }
  if (reply.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}
