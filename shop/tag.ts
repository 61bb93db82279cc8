import { attributes, html, type Markup } from './html.ts'

/** A tag that sells one offer. */
export interface Tag {
  /** Origin of the edge. */
  readonly edge: string
  readonly offer: string
  /** The text of the link that shows until the tag is defined. */
  readonly label: string
  /** Further attributes of the tag, such as `return-url`. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** The script that defines the tag. */
export const tagScript = (edge: string) => html`<script type="module" src="${edge}/pay-checkout.js"></script>`

/** Writes the tag around its link, so that a page still sells when its script is blocked. */
export function payTag(tag: Tag): Markup {
  const names = attributes({ offer: tag.offer, ...tag.attributes })
  return html`<pay-checkout${names}><a href="${tag.edge}/pay#offer=${tag.offer}">${tag.label}</a></pay-checkout>`
}

/** Writes the tag that sells what is in the cart. The cart's script tells it the lines. */
export const cartTag = (fallback: string, names: Readonly<Record<string, string>> = {}): Markup =>
  html`<pay-checkout${attributes({ 'data-cart': '', ...names })}><p>${fallback}</p></pay-checkout>`
