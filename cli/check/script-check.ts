/** Checks the script of the tag as a page names it, its integrity, and whether the page's policies let the tag work. */
import { createHash } from 'node:crypto'
import { type BoundedReply, boundedFetch } from '../bounded-fetch.ts'
import type { PageElement } from '../checkout-tags.ts'
import { gapsOf, parsePolicies } from './content-policy.ts'
import { advice, attention, type Finding, good, unchecked } from './finding.ts'
import type { Page } from './page.ts'

/** Checks the tag's script, its integrity, and what the page's policies allow it. */
export async function scriptFindings(
  page: Page,
  elements: readonly PageElement[],
  edge: string,
): Promise<Finding[]> {
  // What is relative in a file is at an origin that the file does not name.
  const base = page.origin ? page.name : UNKNOWN_ORIGIN
  const scripts = elements.filter(
    ({ name, attributes: { src = '' } }) =>
      name === 'script' &&
      URL.canParse(src, base) &&
      new URL(src, base).pathname.endsWith('/pay-checkout.js'),
  )
  const [script] = scripts
  if (!script)
    return [
      unchecked(
        'script-missing',
        `${page.name} names no pay-checkout.js, so neither the script nor the content security policy was checked`,
        `If it is not bundled, add <script type="module" src="${edge}/pay-checkout.js"></script>.`,
      ),
    ]
  const url = new URL(script.attributes.src ?? '', base)
  const place = `${page.name}:${script.line}`
  return [
    ...(scripts.length > 1
      ? [advice('script-twice', `${page.name} names pay-checkout.js ${scripts.length} times`, 'Keep one.')]
      : []),
    ...(script.attributes.type === 'module'
      ? []
      : [attention('script-type', `${place}: the script is no module`, 'Write type="module".')]),
    ...(url.origin === UNKNOWN_ORIGIN
      ? [
          unchecked(
            'script-unchecked',
            `${place}: neither the script nor the content security policy was checked: a file does not say where ${script.attributes.src} is`,
            'Check the page by its address.',
          ),
        ]
      : [
          ...(await integrityFindings(place, url, script.attributes.integrity)),
          ...policyFindings(page, elements, { url: url.href, nonce: script.attributes.nonce, edge }),
        ]),
  ]
}

/** A name that is nobody's (RFC 2606 §2). */
const UNKNOWN_ORIGIN = 'https://file.invalid'

async function integrityFindings(place: string, url: URL, integrity: string | undefined): Promise<Finding[]> {
  const reply = await boundedFetch(url, { redirect: 'follow' })
  const failure = reply.ok ? unusable(reply.value) : reply.reason.text
  if (!reply.ok || failure)
    return [
      attention(
        'script-unreachable',
        `${place}: ${url} ${failure}`,
        'Name the address of the edge, or a version that it serves.',
      ),
    ]
  if (integrity === undefined) return [good('script', `${place}: ${url} is served as a script`)]
  if (!isPinnedBy(integrity, reply.value.bytes))
    return [
      attention(
        'integrity-wrong',
        `${place}: the integrity is not that of ${url}, so browsers refuse it`,
        'Take the digest from /integrity.json of the edge.',
      ),
    ]
  return url.pathname.startsWith('/v/')
    ? [good('integrity', `${place}: the script is pinned`)]
    : [
        attention(
          'integrity-unversioned',
          `${place}: the script is pinned at an address that changes`,
          'Pin the address with a version, from /integrity.json of the edge.',
        ),
      ]
}

/** Why a browser does not run an answer as a module: its status, or a type that is not JavaScript, such as a page's. */
function unusable({ ok, status, headers }: BoundedReply): string | undefined {
  if (!ok) return `answers ${status}`
  const type = headers.get('Content-Type') ?? 'no type'
  return /^(text|application)\/(x-)?(java|ecma)script\b/i.test(type) ? undefined : `is served as ${type}`
}

/** Whether one of the digests is right (Subresource Integrity §3.3.5). */
const isPinnedBy = (integrity: string, bytes: Uint8Array) =>
  integrity.split(/\s+/).some((one) => {
    const [, algorithm = '', digest] = /^(sha256|sha384|sha512)-([A-Za-z0-9+/=]+)$/.exec(one) ?? []
    return digest !== undefined && createHash(algorithm).update(bytes).digest('base64') === digest
  })

interface ScriptPlace {
  readonly url: string
  readonly nonce: string | undefined
  readonly edge: string
}

function policyFindings(
  page: Page,
  elements: readonly PageElement[],
  { url, nonce, edge }: ScriptPlace,
): Finding[] {
  const metas = elements.filter(
    ({ name, attributes }) =>
      name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  )
  const policies = [page.policyHeader, ...metas.map(({ attributes: { content = '' } }) => content)].flatMap(
    parsePolicies,
  )
  if (policies.length === 0) return []
  const script = { url, ...(nonce !== undefined && { nonce }) }
  const gaps = policies.flatMap((policy) => gapsOf(policy, { page: page.origin, script, edge }))
  const where = page.origin ? '' : '; its headers, a file does not have'
  if (gaps.length === 0)
    return [good('policy', `${page.name}: the content security policy lets the tag work${where}`)]
  return gaps.map(({ directive, needs, isMild }) =>
    (isMild ? advice : attention)(
      isMild ? 'policy-slows' : 'policy-blocks',
      `${page.name}: the content security policy forbids ${directive} ${needs}`,
      `Add ${needs} to ${directive}.`,
    ),
  )
}
