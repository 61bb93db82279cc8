/** Checks a shop's page: its offers here, and the tag's script and the page's policy by `script-check.ts`. */
import { decodeJwt } from 'jose'
import type { OfferClaims } from '../../shared/offer.ts'
import { elementsIn, type PageElement } from '../checkout-tags.ts'
import { CommandError } from '../command.ts'
import { type EdgeClient, refusalOf } from '../edge-client.ts'
import { ownMember } from '../own-member.ts'
import { attention, type Finding, good, unchecked } from './finding.ts'
import { type Page, readPage } from './page.ts'
import { refusalFinding } from './refusal-finding.ts'
import { scriptFindings } from './script-check.ts'

/** When the check looks, and how long an offer should still sell. */
export interface Horizon {
  /** Seconds since the epoch. */
  readonly now: number
  readonly warnDays: number
}

/** The elements that carry an offer: a tag, or a line of its cart. */
const SELLERS = ['pay-checkout', 'pay-line']

/** Checks one page. @param place An address, or the path of a built file. */
export async function checkPage(place: string, client: EdgeClient, horizon: Horizon): Promise<Finding[]> {
  const page = await readPage(place).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    return attention('page-unreadable', error.message, 'Check the address.')
  })
  if ('level' in page) return [page]
  const elements = elementsIn(page.html)
  const sellers = elements.filter(({ name }) => SELLERS.includes(name))
  if (sellers.length === 0)
    return [
      unchecked(
        'tag-missing',
        `${page.name} has no <pay-checkout> in its HTML, so nothing of it was checked`,
        'If a script adds the tag, check a page that has a built offer instead.',
      ),
    ]
  const isCart = sellers.some(({ name }) => name === 'pay-line')
  const offers = await Promise.all(
    sellers.map((one) => offerFindings(page, one, { client, horizon, isCart })),
  )
  return [...offers.flat(), ...(await scriptFindings(page, elements, client.edge))]
}

interface Look {
  readonly client: EdgeClient
  readonly horizon: Horizon
  /** Some offers of the page are those of a cart's lines. */
  readonly isCart: boolean
}

async function offerFindings(page: Page, { attributes, line }: PageElement, look: Look): Promise<Finding[]> {
  const place = `${page.name}:${line}`
  const { offer, item } = attributes
  if (offer === undefined) return withoutOffer(place, item, look)
  const claims = claimsIn(offer)
  if (!claims) return [attention('offer-invalid', `${place}: the offer cannot be read`, 'Sign it again.')]
  return [
    ...(await verdictOf(page, offer, { ...look, place, claims })),
    ...expiryOf(place, claims, look.horizon),
  ]
}

function withoutOffer(place: string, item: string | undefined, { isCart }: Look): Finding[] {
  if (item !== undefined)
    return [
      attention(
        'offer-missing',
        `${place}: the tag of ${item} has no offer`,
        'Run “pay-checkout offer --html” after each build.',
      ),
    ]
  if (isCart) return []
  return [
    unchecked(
      'offer-unseen',
      `${place}: the tag has no offer in the HTML, so none was checked`,
      'If a script or your server gives it an offer or a session, check a page that has a built offer instead.',
    ),
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
  'offer-limit': 'All units are sold: take the offer off the page, or sign one with more units.',
  'method-off': 'Sign it again with a way to pay that CHECKOUT_METHODS has.',
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
    const mend = ownMember(MENDS, refusalOf(reply).code) ?? 'Mend what the code names, and sign it again.'
    return [refusalFinding(`${place}: ${item}`, reply, mend)]
  }
  if (page.origin && origins && !origins.includes(page.origin))
    return [
      attention(
        'origin-not-allowed',
        `${place}: the offer of ${item} is for ${origins.join(', ')}`,
        'Sign it again with --origin of this page.',
      ),
    ]
  const where = page.origin ? '' : '; whether also from the page’s origin, a file does not say'
  return [good('offer', `${place}: the edge takes the offer of ${item}${where}`)]
}

function expiryOf(place: string, { item, exp }: OfferClaims, { now, warnDays }: Horizon): Finding[] {
  // The edge has refused an offer that has ended, or that names no end.
  if (!(exp > now)) return []
  const days = Math.floor((exp - now) / 86_400)
  const day = new Date(exp * 1000).toISOString().slice(0, 10)
  const text = `${place}: the offer of ${item} ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`
  return days < warnDays
    ? [attention('offer-ends-soon', text, 'Sign it again, and build the page by a schedule.')]
    : [good('offer-end', text)]
}
