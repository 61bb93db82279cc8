/**
 * The least of a reactive element: attributes as properties, and one rendering for however many changes. Lit's templates
 * without Lit's element base, whose 2.5 kB gzip would be a seventh of all that the tag may weigh on a shop's page. Its
 * life cycle has Lit's names.
 */
import { render } from 'lit/html.js'

/** Where there is no DOM, importing the module has no effect and does not throw. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** An element that draws itself into a shadow root, with style sheets that no security policy forbids. */
export abstract class RenderingElement extends Base {
  readonly renderRoot = this.attachShadow({ mode: 'open' })
  #pending: Promise<void> | undefined

  constructor(styles: string) {
    super()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    this.renderRoot.adoptedStyleSheets = [sheet]
  }

  /** Resolves once what was asked for is drawn. */
  get updateComplete(): Promise<void> {
    return this.#pending ?? Promise.resolve()
  }

  connectedCallback() {
    this.requestUpdate()
  }

  attributeChangedCallback(_name: string, _before: string | null, _now: string | null) {
    this.requestUpdate()
  }

  /** Draws soon. Asking again before it is drawn changes nothing. */
  requestUpdate() {
    this.#pending ??= Promise.resolve().then(() => {
      if (this.isConnected) this.willUpdate()
      this.#pending = undefined
      if (!this.isConnected) return
      render(this.render(), this.renderRoot)
      this.updated()
    })
  }

  /** Called before drawing; may change what is drawn. */
  protected abstract willUpdate(): void
  protected abstract render(): unknown
  /** Called after drawing. */
  protected abstract updated(): void
}

type Accessors = Record<string, unknown>

/** `return-url` → `returnUrl`. */
const toProperty = (attribute: string) =>
  attribute.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())

/**
 * Makes properties of attributes: texts that are empty without the attribute, and truth values.
 *
 * @returns The names of the properties.
 */
export function reflect(
  prototype: HTMLElement,
  texts: readonly string[],
  flags: readonly string[],
): string[] {
  return [...texts, ...flags].map((attribute) => {
    const isFlag = flags.includes(attribute)
    const name = toProperty(attribute)
    Object.defineProperty(prototype, name, {
      get(this: HTMLElement) {
        return isFlag ? this.hasAttribute(attribute) : (this.getAttribute(attribute) ?? '')
      },
      set(this: HTMLElement, value: unknown) {
        if (isFlag) this.toggleAttribute(attribute, !!value)
        else this.setAttribute(attribute, `${value ?? ''}`)
      },
    })
    return name
  })
}

/** Sets properties again that a page set before the tag was defined: they would hide the element's own. */
export function upgrade(element: object, names: readonly string[]) {
  const properties = element as Accessors
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value = properties[name]
    delete properties[name]
    properties[name] = value
  }
}
