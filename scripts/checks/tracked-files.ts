import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** Secrets and traps that must not be committed. The patterns are built from parts, so that this file does not match itself. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a path of one machine', /(?<![\w.:/-])\/(?:home|Users|root|work)\/[\w.-]+/],
  ['a path of one machine', /\b[A-Z]:\\Users\\/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/],
  ['a private key', /"d"\s*:\s*"[\w-]{40,}"/],
  ['a merchant key', /\bpck_[\w-]{40,}/],
  // Anybody may register the name: outside the project, npx would fetch and run what they published.
  ['npx without --no', /\bnpx (?!--no )(?:-\S+ )*pay-checkout\b/],
  ['a token of a service', /\b(?:gh[pousr]_\w{36}|npm_\w{36}|AKIA[A-Z0-9]{16}|sk_live_\w{16,})\b/],
]

/** Private keys that were published as test vectors protect nothing. */
const VECTORS = /(^|\/)vectors(\/|\.|-)/

/** No tracked file holds a secret or a path of one machine. */
export const trackedFiles: Check = {
  name: 'no file names a path of one machine, holds a secret, or has npx fetch what is not ours',
  problems: async () => (await repositoryFiles()).flatMap(leaksIn),
}

/** Names each leak and its line, and never quotes it. */
export function leaksIn({ path, text }: RepositoryFile): string[] {
  if (VECTORS.test(path)) return []
  return FORBIDDEN.flatMap(([what, pattern]) => {
    const match = pattern.exec(text)
    return match ? [`${path}:${text.slice(0, match.index).split('\n').length}: ${what}`] : []
  })
}
