/**
 * Where the edge is that a tag names, without a trailing slash. The tag asks it, and shows pages of it, so nothing passes
 * but a place on the web: `javascript:` would be a script in the shop's page.
 *
 * @returns `undefined` for what is no such place.
 */
export function edgeOrigin(edge: string): string | undefined {
  if (!URL.canParse(edge)) return
  const { protocol, href } = new URL(edge)
  return /^https?:$/.test(protocol) ? href.replace(/\/$/, '') : undefined
}
