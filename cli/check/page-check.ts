/** Checks a shop's page: its offers, the tag's script, and whether the page's policy lets the tag work. */
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { OfferClaims } from '../../shared/offer.ts'
import { elementsIn, type PageElement } from '../checkout-tags.ts'
import { CommandError } from '../command.ts'
import { type EdgeClient, refusalOf } from '../edge-client.ts'
import { readText } from '../files.ts'
import { reachable } from '../local-address.ts'
import { gapsOf, parsePolicies } from './content-policy.ts'
import { advice, attention, type Finding, good } from './finding.ts'

/** When the check looks, and how long an offer should still sell. */
export interface Horizon {
  /** Seconds since the epoch. */
  readonly now: number
  readonly warnDays: number
}

interface Page {
  /** Its address or path, for messages. */
  readonly name: string
  /** Empty for a file: then nothing that depends on the origin is checked. */
  readonly origin: string
  readonly html: string
  readonly policyHeader: string
}

/** Checks one page. @param place An address, or the path of a built file. */
export async function checkPage(place: string, client: EdgeClient, horizon: Horizon): Promise<Finding[]> {
  const page = await readPage(place).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    return attention('page-unreadable', error.message, 'Check the address.')
  })
  if ('level' in page) return [page]
  const elements = elementsIn(page.html)
  const tags = elements.filter(({ name }) => name === 'pay-checkout')
  if (tags.length === 0)
    return [
      advice(
        'tag-missing',
        `${page.name} has no <pay-checkout> in its HTML`,
        'If a script adds the tag, check a built offer by its payment link instead.',
      ),
    ]
  const offers = await Promise.all(tags.map((tag) => offerFindings(page, tag, { client, horizon })))
  return [...offers.flat(), ...(await scriptFindings(page, elements, client.edge))]
}

async function readPage(place: string): Promise<Page> {
  if (!/^https?:/.test(place))
    return { name: place, origin: '', html: await readText(place), policyHeader: '' }
  const reply = await fetch(reachable(place)).catch(() => undefined)
  if (!reply?.ok)
    throw new CommandError('edge-unreachable', [
      reply ? `${place} answers ${reply.status}` : `${place} cannot be reached`,
    ])
  const policyHeader = reply.headers.get('Content-Security-Policy') ?? ''
  return { name: place, origin: new URL(place).origin, html: await reply.text(), policyHeader }
}

interface Look {
  readonly client: EdgeClient
  readonly horizon: Horizon
}

async function offerFindings(page: Page, { attributes, line }: PageElement, look: Look): Promise<Finding[]> {
  const place = `${page.name}:${line}`
  const { offer, item } = attributes
  if (offer === undefined)
    return item === undefined
      ? []
      : [
          attention(
            'offer-missing',
            `${place}: the tag of ${item} has no offer`,
            'Run “pay-checkout offer --html” after each build.',
          ),
        ]
  const claims = claimsIn(offer)
  if (!claims) return [attention('offer-invalid', `${place}: the offer cannot be read`, 'Sign it again.')]
  return [
    ...(await verdictOf(page, offer, { ...look, place, claims })),
    ...expiryOf(place, claims, look.horizon),
  ]
}

function claimsIn(offer: string): OfferClaims | undefined {
  try {
    return decodeJwt(offer) as unknown as OfferClaims
  } catch {
    return undefined
  }
}

const MENDS: Readonly<Record<string, string>> = {
  'origin-not-allowed':
    'Add the page’s origin to ALLOWED_ORIGINS of the edge, and to the offer’s origins if it names any.',
  'offer-expired': 'Sign it again, and build the page by a schedule.',
  'offer-withdrawn': 'Sign it again: OFFERS_NOT_BEFORE withdraws offers that were signed earlier.',
  'offer-invalid':
    'Check that --aud is the edge’s PUBLIC_URL and that OFFER_KEYS has the public half of the key; then sign it again.',
  'currency-not-served': 'Add the currency to GATEWAY_ENDPOINTS.',
}

/** What the edge itself says of the offer, asked as the page would. */
async function verdictOf(
  page: Page,
  offer: string,
  { client, place, claims }: Look & { readonly place: string; readonly claims: OfferClaims },
) {
  const headers: Record<string, string> = page.origin ? { Origin: page.origin } : {}
  const reply = await client.ask('/v1/offers/check', { method: 'POST', body: { offer }, headers })
  const { item, origins } = claims
  if (!reply.ok) {
    const { code, text } = refusalOf(reply)
    return [
      attention(
        code,
        `${place}: ${item}: ${text}`,
        MENDS[code] ?? 'Mend what the code names, and sign it again.',
      ),
    ]
  }
  if (page.origin && origins && !origins.includes(page.origin))
    return [
      attention(
        'origin-not-allowed',
        `${place}: the offer of ${item} is for ${origins.join(', ')}`,
        'Sign it again with --origin of this page.',
      ),
    ]
  return [good('offer', `${place}: the edge takes the offer of ${item}`)]
}

function expiryOf(place: string, { item, exp }: OfferClaims, { now, warnDays }: Horizon): Finding[] {
  if (exp <= now) return []
  const days = Math.floor((exp - now) / 86_400)
  const day = new Date(exp * 1000).toISOString().slice(0, 10)
  const text = `${place}: the offer of ${item} ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`
  return days < warnDays
    ? [attention('offer-ends-soon', text, 'Sign it again, and build the page by a schedule.')]
    : [good('offer-end', text)]
}

async function scriptFindings(
  page: Page,
  elements: readonly PageElement[],
  edge: string,
): Promise<Finding[]> {
  const base = page.origin ? page.name : `${edge}/`
  const scripts = elements.filter(
    ({ name, attributes: { src = '' } }) =>
      name === 'script' &&
      URL.canParse(src, base) &&
      new URL(src, base).pathname.endsWith('/pay-checkout.js'),
  )
  const [script] = scripts
  if (!script)
    return [
      advice(
        'script-missing',
        `${page.name} names no pay-checkout.js`,
        `If it is not bundled, add <script type="module" src="${edge}/pay-checkout.js"></script>.`,
      ),
    ]
  const url = new URL(script.attributes.src ?? '', base)
  return [
    ...(scripts.length > 1
      ? [advice('script-twice', `${page.name} names pay-checkout.js ${scripts.length} times`, 'Keep one.')]
      : []),
    ...(script.attributes.type === 'module'
      ? []
      : [
          attention(
            'script-type',
            `${page.name}:${script.line}: the script is no module`,
            'Write type="module".',
          ),
        ]),
    ...(await integrityFindings(`${page.name}:${script.line}`, url, script.attributes.integrity)),
    ...policyFindings(page, elements, { url: url.href, nonce: script.attributes.nonce, edge }),
  ]
}

async function integrityFindings(place: string, url: URL, integrity: string | undefined): Promise<Finding[]> {
  const reply = await fetch(reachable(url)).catch(() => undefined)
  if (!reply?.ok)
    return [
      attention(
        'script-unreachable',
        `${place}: ${url} ${reply ? `answers ${reply.status}` : 'cannot be reached'}`,
        'Name the address of the edge, or a version that it serves.',
      ),
    ]
  if (integrity === undefined) return [good('script', `${place}: the edge serves the script`)]
  const bytes = new Uint8Array(await reply.arrayBuffer())
  if (!isPinnedBy(integrity, bytes))
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
  const gaps = policies.flatMap((policy) => gapsOf(policy, { page: page.origin || edge, script, edge }))
  if (gaps.length === 0)
    return [good('policy', `${page.name}: the content security policy lets the tag work`)]
  return gaps.map(({ directive, needs, isMild }) =>
    (isMild ? advice : attention)(
      isMild ? 'policy-slows' : 'policy-blocks',
      `${page.name}: the content security policy forbids ${directive} ${needs}`,
      `Add ${needs} to ${directive}.`,
    ),
  )
}
