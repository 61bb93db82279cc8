import { page } from '../browser/page.ts'
import { tryTo } from '../browser/try-to.ts'

/**
 * Reads the payload of a compact JWS without checking its signature: the edge does that.
 *
 * @returns `undefined` where there is no JSON to read.
 */
export function readJws(jws: string): unknown {
  const [, payload = '', signature] = jws.split('.')
  return signature ? tryTo(() => JSON.parse(fromBase64Url(payload))) : undefined
}

function fromBase64Url(text: string): string {
  const binary = page.atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return new page.TextDecoder().decode(bytes)
}
