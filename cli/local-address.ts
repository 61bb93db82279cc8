/**
 * The address at which a program reaches a server. Browsers find every name under `localhost` on this machine, but outside
 * browsers such a name may not resolve (RFC 6761 §6.3 leaves it to the resolver).
 */
export function reachable(address: string | URL): URL {
  const url = new URL(address)
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url
}
