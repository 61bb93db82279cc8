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
    element('script', { type: 'module', src: `${edge}/pay-checkout.js` }),
    element('pay-checkout', { product: id }, element('a', { href: productLink(edge, id) }, escaped(text))),
  ].join('\n')

/** The build takes quotes out of templates that look like HTML; people copy this one. */
function element(name: string, attributes: Readonly<Record<string, string>>, inner = ''): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
  return `<${name}${written.join('')}>${inner}</${name}>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
