/**
 * The content security policy of a page with the tag: one origin, the edge, and nothing else.
 *
 * @param hasSocket Without a socket, the tag polls.
 * @param edge Origin of the edge. The policy names its WebSocket address too, since `connect-src` with an `https:` source
 *   does not cover `wss:` in two engines.
 */
export const tagPolicy = (edge: string, hasSocket = true) =>
  [
    `default-src 'none'`,
    `script-src ${edge}`,
    `connect-src ${[edge, ...(hasSocket ? [edge.replace(/^http/, 'ws')] : [])].join(' ')}`,
    `frame-src ${edge}`,
    `require-trusted-types-for 'script'`,
    'trusted-types pay-checkout',
  ].join('; ')

/**
 * The policy of the shop's own pages, which also have a style sheet, pictures and the script of the cart.
 *
 * @param hasFakeEdge The shop itself answers the page's tags, instead of the edge.
 */
export function shopPolicy(edge: string, hasFakeEdge = false): string {
  const policy = `${tagPolicy(edge)}; style-src 'self'; img-src 'self'`
  const ofShop = hasFakeEdge ? /(connect|frame|script)-src/g : /(script)-src/g
  return policy.replace(ofShop, "$1-src 'self'")
}
