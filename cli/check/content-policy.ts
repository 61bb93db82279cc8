/** What a page's content security policies allow the tag. Pure. @see https://www.w3.org/TR/CSP3/#match-url-to-source-list */

/** Directive → its values; the first of a name counts. */
type Policy = ReadonlyMap<string, readonly string[]>

/** Reads one or more policies: a header may have several, separated by commas, and each of them must allow it. */
export const parsePolicies = (text: string): readonly Policy[] =>
  text
    .split(',')
    .map((policy) => policy.split(';').map((directive) => directive.trim().split(/\s+/)))
    .map(
      (directives) =>
        new Map(
          directives
            .filter(([name]) => name)
            .reverse()
            .map(([name = '', ...values]) => [name.toLowerCase(), values]),
        ),
    )
    .filter((policy) => policy.size > 0)

/** The page, its tag's script and the edge. */
export interface PolicyQuestion {
  readonly page: string
  readonly script: { readonly url: string; readonly nonce?: string }
  readonly edge: string
}

/** What a policy forbids: a directive, and what it has to name. */
export interface Gap {
  readonly directive: string
  readonly needs: string
  /** Without it the tag still works, but slower. */
  readonly isMild: boolean
}

/** Directives that stand in for one another, the closest first. */
const FALLBACKS = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
} as const

/** What one policy lacks for the tag; empty if it allows everything. */
export function gapsOf(policy: Policy, { page, script, edge }: PolicyQuestion): Gap[] {
  const socket = edge.replace(/^http/, 'ws')
  const isAllowed = (directive: keyof typeof FALLBACKS, url: string) => {
    const sources = FALLBACKS[directive]
      .map((name) => policy.get(name))
      .find((values) => values !== undefined)
    return sources === undefined || matchesAny(sources, url, page)
  }
  const scripts = FALLBACKS['script-src']
    .map((name) => policy.get(name))
    .find((values) => values !== undefined)
  const gaps: (Gap | false)[] = [
    !isScriptAllowed(scripts, script, page) && { directive: 'script-src', needs: edge, isMild: false },
    !isAllowed('connect-src', edge) && { directive: 'connect-src', needs: edge, isMild: false },
    !isAllowed('connect-src', socket) && { directive: 'connect-src', needs: socket, isMild: true },
    !isAllowed('frame-src', edge) && { directive: 'frame-src', needs: edge, isMild: false },
    !areTypesAllowed(policy) && { directive: 'trusted-types', needs: 'pay-checkout', isMild: false },
  ]
  return gaps.filter((gap) => gap !== false)
}

function isScriptAllowed(
  sources: readonly string[] | undefined,
  { url, nonce }: PolicyQuestion['script'],
  page: string,
): boolean {
  if (sources === undefined) return true
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
  return !sources.includes("'strict-dynamic'") && matchesAny(sources, url, page)
}

/** The tag makes one policy of trusted types. */
function areTypesAllowed(policy: Policy): boolean {
  const names = policy.get('trusted-types')
  return names === undefined || names.includes('*') || names.includes('pay-checkout')
}

const matchesAny = (sources: readonly string[], url: string, page: string) =>
  sources.some((source) => matches(source, new URL(url), page))

function matches(source: string, url: URL, page: string): boolean {
  if (source === "'self'") return URL.canParse(page) && new URL(page).origin === url.origin
  if (source === '*') return /^(https?|wss?):$/.test(url.protocol)
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), url.protocol)
  const [, scheme, host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? []
  const ownScheme = scheme ?? (URL.canParse(page) ? new URL(page).protocol : 'https:')
  return (
    isScheme(ownScheme.toLowerCase(), url.protocol) &&
    isHost(host, url.hostname) &&
    isPort(port, url) &&
    isPath(path, url.pathname)
  )
}

/** An insecure scheme also allows its secure one. */
const isScheme = (allowed: string, actual: string) =>
  allowed === actual || `${allowed.slice(0, -1)}s:` === actual

const isHost = (allowed: string, actual: string) =>
  allowed.startsWith('*.')
    ? actual.endsWith(allowed.slice(1).toLowerCase())
    : allowed.toLowerCase() === actual

const isPort = (allowed: string | undefined, { port }: URL) =>
  allowed === '*' || (allowed ?? '') === port || (!port && /^(80|443)$/.test(allowed ?? ''))

/** Connections and frames are asked for with the path `/`, which every path of theirs has to match as a whole origin. */
const isPath = (allowed: string, actual: string) =>
  allowed === '' ||
  allowed === '/' ||
  (allowed.endsWith('/') ? actual.startsWith(allowed) : actual === allowed)
