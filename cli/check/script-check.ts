/** Checks the script of the tag as a page names it, its integrity, and whether the page's policies let the tag work. */
import { createHash } from 'node:crypto'
import { answerText, type BoundedReply } from '../bounded-fetch.ts'
import type { PageElement } from '../checkout-tags.ts'
import { gapsOf, parsePolicies } from './content-policy.ts'
import { advice, attention, type Finding, good, unchecked } from './finding.ts'
import { followedFetch, mayLead } from './followed-fetch.ts'
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
      name === 'script' && URL.canParse(src, base) && isScript(new URL(src, base)),
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
          ...(isReadable(page, url, edge)
            ? await integrityFindings(place, url, script.attributes.integrity)
            : [unreachable(place, `${url} is of a private network, where shoppers find nothing`)]),
          ...policyFindings(page, elements, { url: url.href, nonce: script.attributes.nonce, edge }),
        ]),
  ]
}

/** A `data:` address may end in any name. */
const isScript = ({ protocol, pathname }: URL) =>
  /^https?:$/.test(protocol) && pathname.endsWith('/pay-checkout.js')

/** A name that no server can have (RFC 2606 §2). */
const UNKNOWN_ORIGIN = 'https://file.invalid'

/** A page of the web may name any address, and the machine that checks it may reach more than its shoppers. */
const isReadable = (page: Page, url: URL, edge: string) =>
  page.origin === '' || url.origin === edge || mayLead(page.origin, url)

const unreachable = (place: string, why: string) =>
  attention(
    'script-unreachable',
    `${place}: ${why}`,
    'Name the address of the edge, or a version that it serves.',
  )

async function integrityFindings(place: string, url: URL, integrity: string | undefined): Promise<Finding[]> {
  const reply = await followedFetch(url)
  const failure = reply.ok ? unusable(reply.value) : reply.reason.text
  if (!reply.ok || failure) return [unreachable(place, `${url} ${failure}`)]
  if (integrity === undefined) return [good('script', `${place}: ${url} is served as a script`)]
  const digests = strongestIn(integrity)
  if (digests.length === 0)
    return [
      attention(
        'integrity-empty',
        `${place}: the integrity has no digest that browsers know, so it pins nothing`,
        'Take the digest from /integrity.json of the edge.',
      ),
    ]
  if (!digests.some((digest) => isOf(digest, reply.value.bytes)))
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
function unusable(reply: BoundedReply): string | undefined {
  const { ok, headers } = reply
  if (!ok) return answerText(reply)
  const type = headers.get('Content-Type') ?? 'no type'
  return /^(text|application)\/(x-)?(java|ecma)script\b/i.test(type) ? undefined : `is served as ${type}`
}

/** A digest of an integrity. */
interface Digest {
  readonly algorithm: string
  readonly value: string
}

/** The strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256'] as const

/** The digests that browsers compare: those of the strongest algorithm alone (Subresource Integrity, “get the strongest metadata”). */
function strongestIn(integrity: string): readonly Digest[] {
  const digests = integrity.split(/\s+/).flatMap((one) => {
    const [, algorithm = '', value] =
      /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(\?.*)?$/.exec(one) ?? []
    return value === undefined ? [] : [{ algorithm, value }]
  })
  const strongest = ALGORITHMS.find((name) => digests.some(({ algorithm }) => algorithm === name))
  return digests.filter(({ algorithm }) => algorithm === strongest)
}

const isOf = ({ algorithm, value }: Digest, bytes: Uint8Array) =>
  createHash(algorithm).update(bytes).digest().equals(Buffer.from(value, 'base64'))

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
