/**
 * The content security policy of a page with the tag: one origin, the edge, and nothing else.
 *
 * @param hasSocket Without it the tag may not listen, and looks instead.
 * @param edge Origin of the edge. Its WebSocket address is named apart, since `connect-src` with an `https:`
 *   source does not cover `wss:` in two engines.
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
 * The same for the shop's own pages, which also have a style sheet and pictures.
 *
 * @param hasStandIn The shop itself answers the page's tags too, in the edge's place.
 */
export function shopPolicy(edge: string, hasStandIn = false): string {
  const policy = `${tagPolicy(edge)}; style-src 'self'; img-src 'self'`
  return hasStandIn ? policy.replace(/(connect|frame)-src/g, "$1-src 'self'") : policy
}
