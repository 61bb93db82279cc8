/** The interface through which stories use a browser, whichever engine it is. */

/** How a tab opens. Sizes are CSS pixels of the viewport. */
export interface TabOptions {
  /** Default: 1280. */
  readonly width?: number
  /** Default: 800. */
  readonly height?: number
  /** The shopper prefers dark colours. Outside Chromium such tabs share no storage with light ones. */
  readonly dark?: boolean
  /** Tabs of one profile share storage; different profiles are different shoppers. Default: one for all. */
  readonly profile?: string
  /**
   * The page replaces built-in objects of the browser. WebKit's driver needs some of them in the page, so there another
   * window of the same site opens the tab and acts in it, by `eval`, which no policy of the page may refuse.
   */
  readonly replacesBuiltIns?: boolean
  /** How long each step waits before it fails. Default: 40 s. */
  readonly patienceMs?: number
}

/**
 * One document as a shopper meets it, in a tab or in an iframe.
 *
 * Selectors are CSS that also looks into open shadow roots: `pay-checkout [part=pay]`. The first visible match counts.
 * Every step waits until it is possible, or throws an error that names selector, page and obstacle.
 */
export interface Frame {
  /**
   * Clicks with a real pointer, once the element is visible, enabled, at rest and not covered. Never clicks twice.
   * Scrolls the frames around it into view too, but not within a frame that is larger than the window.
   */
  click(selector: string): Promise<void>
  /** Replaces the value of a field, by real key events. */
  type(selector: string, text: string): Promise<void>
  /** Chooses an option of a `<select>`, named by its value. */
  choose(selector: string, value: string): Promise<void>
  /**
   * Waits until the element is there and its text matches.
   *
   * @returns Its visible text, shadow roots included, blanks collapsed; the value, if it is a field.
   */
  text(selector: string, until?: RegExp): Promise<string>
  /** Waits until no match is visible. */
  gone(selector: string): Promise<void>
  /** Waits until the document of an iframe has loaded. The frame stays usable when it navigates. */
  frame(selector: string): Promise<Frame>
  /** Evaluates an expression in the page at once, and awaits a promise. The value has to be JSON. */
  evaluate<T>(expression: string): Promise<T>
}

/** A tab. Its address is the one of the top document. */
export interface Tab extends Frame {
  goto(url: string): Promise<void>
  url(): Promise<string>
  reload(): Promise<void>
  /** Goes back as the page's own `history.back()` does, so that the page cache can act. */
  back(): Promise<void>
  /** @returns The first address that matches. */
  waitForUrl(pattern: RegExp): Promise<string>
  /** Writes a picture of the viewport as PNG, and creates the folders. */
  shot(path: string): Promise<void>
  close(): Promise<void>
}

/** A running engine. */
export interface Browser {
  /** Opens a tab and waits until its page has loaded. */
  open(url: string, options?: TabOptions): Promise<Tab>
  /** Ends every process of the engine. Repeatable. */
  close(): Promise<void>
}
