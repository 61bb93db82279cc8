import { tryTo } from '../try-to.ts'

/**
 * Reads what a compact JWS says, whether its signature holds or not: the edge checks that, and has the last word.
 *
 * @returns `undefined` where there is no JSON to read.
 */
export function readJws(jws: string): unknown {
  const [, payload = '', signature] = jws.split('.')
  return signature ? tryTo(() => JSON.parse(fromBase64Url(payload))) : undefined
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
