import { parseUrl } from '../browser/parse-url.ts'

/**
 * Reads the origin of the edge, without a trailing slash. The tag sends requests there and shows pages of it, so only web
 * addresses pass: `javascript:` would be a script in the shop's page.
 *
 * @returns Empty for anything else.
 */
export function edgeOrigin(edge: string): string {
  const { protocol = '', href = '' } = parseUrl(edge) ?? {}
  return /^https?:$/.test(protocol) ? href.replace(/\/$/, '') : ''
}
