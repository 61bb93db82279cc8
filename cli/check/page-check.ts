/** Checks a shop's page: its offers and products here, and the tag's script and the page's policy by `script-check.ts`. */
import { decodeJwt } from 'jose'
import type { CheckoutGoods } from '../../shared/http-bodies.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import { elementsIn, type PageElement } from '../checkout-tags.ts'
import { CommandError } from '../command.ts'
import { ownMember } from '../own-member.ts'
import { type EdgeProbe, refusalOf } from './edge-probe.ts'
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

/** The elements that carry an offer or a product: a tag, or a line of its cart. */
const SELLERS = ['pay-checkout', 'pay-line']

/** Checks one page. @param place An address, or the path of a built file. */
export async function checkPage(place: string, client: EdgeProbe, horizon: Horizon): Promise<Finding[]> {
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
    sellers.map((one) => sellerFindings(page, one, { client, horizon, isCart })),
  )
  return [...offers.flat(), ...(await scriptFindings(page, elements, client.edge))]
}

interface Look {
  readonly client: EdgeProbe
  readonly horizon: Horizon
  /** Some offers of the page are those of a cart's lines. */
  readonly isCart: boolean
}

async function sellerFindings(page: Page, { attributes, line }: PageElement, look: Look): Promise<Finding[]> {
  const place = `${page.name}:${line}`
  const { offer, product, item } = attributes
  if (offer === undefined && product)
    return [await verdictOf(page, { product }, { ...look, place, name: product })]
  if (offer === undefined) return withoutOffer(place, item, look)
  const claims = claimsIn(offer)
  if (!claims) return [attention('offer-invalid', `${place}: the offer cannot be read`, 'Sign it again.')]
  return [
    ...(await offerVerdict(page, offer, { ...look, place, claims })),
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

async function offerVerdict(
  page: Page,
  offer: string,
  look: Look & { readonly place: string; readonly claims: OfferClaims },
) {
  const { item, origins } = look.claims
  const verdict = await verdictOf(page, { offer }, { ...look, name: item })
  if (verdict.level === 'good' && page.origin && origins && !origins.includes(page.origin))
    return [
      attention(
        'origin-not-allowed',
        `${look.place}: the offer of ${item} is for ${origins.join(', ')}`,
        'Sign it again with --origin of this page.',
      ),
    ]
  return [verdict]
}

/** The same of a product, which nobody signs. */
const PRODUCT_MENDS: Readonly<Record<string, string>> = {
  ...MENDS,
  'origin-not-allowed':
    'Add the page’s origin to ALLOWED_ORIGINS of the edge, and to the product’s origins if it names any.',
  'product-unavailable': 'Make a product with this id on the desk, or show it there; or write another id.',
  'offer-limit': 'All units are sold: add some on the desk, or hide the product.',
  'method-off': 'Give the product a way to pay that CHECKOUT_METHODS has.',
}

/** What the edge itself says of an offer or a product, asked as the page would. */
async function verdictOf(
  page: Page,
  sold: CheckoutGoods,
  { client, place, name }: Pick<Look, 'client'> & { readonly place: string; readonly name: string },
): Promise<Finding> {
  const headers: Record<string, string> = page.origin ? { Origin: page.origin } : {}
  const reply = await client.ask('/v1/offers/check', { method: 'POST', body: sold, headers })
  if (!reply.ok) {
    const mends = sold.product ? PRODUCT_MENDS : MENDS
    const mend = ownMember(mends, refusalOf(reply).code) ?? 'Mend what the code names, and check again.'
    return refusalFinding(`${place}: ${name}`, reply, mend)
  }
  const where = page.origin ? '' : '; whether also from the page’s origin, a file does not say'
  const what = sold.product ? 'sells the product' : 'takes the offer of'
  return good(sold.product ? 'product' : 'offer', `${place}: the edge ${what} ${name}${where}`)
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
