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

/** The same for the shop's own pages, which also have a style sheet and pictures. */
export const shopPolicy = (edge: string) => `${tagPolicy(edge)}; style-src 'self'; img-src 'self'`
