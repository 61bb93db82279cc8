/** What a merchant puts into a page to sell a product. Pure. */

/** The link that sells a product on the edge's own page. @param edge The edge's origin. */
export const productLink = (edge: string, id: string): string => `${edge}/pay#product=${id}`

/**
 * HTML that sells a product on any page. Where no script runs, the link inside leads to the edge's own page.
 *
 * @param text The words of the link.
 */
export const embedCode = (edge: string, id: string, text: string): string =>
  [
    `<script type="module" src="${edge}/pay-checkout.js"></script>`,
    `<pay-checkout product="${id}"><a href="${productLink(edge, id)}">${escaped(text)}</a></pay-checkout>`,
  ].join('\n')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
