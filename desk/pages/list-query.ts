/** What the filters of the list ask the edge. Pure. */
import { idBeginningOf } from '../../shared/readable-reference.ts'
import { AMOUNT_PATTERN, NAME_PATTERN, SEARCH_PATTERN } from '../../shared/search-patterns.ts'
import type { ListQuery } from '../session/desk-api.ts'
import { dayBeside } from '../texts/formats.ts'
import type { Filters } from './route.ts'
import { typedDay } from './typed-day.ts'

/** The last digits of a card with the day on which it paid: `1111 2026-11-22`, `•••• 1111, 22.11.2026`. */
const CARD_AND_DAY = /^[•*.xX\s]*(\d{4})[\s,;]+(\d\S*)$/

/** Requests for which a page has more to sort out itself than the edge. */
const REQUESTS: Readonly<Record<string, ListQuery>> = {
  unseen: { link: 'open' },
  seen: { link: 'open' },
  paid: { status: 'approved' },
  ended: { link: 'ended' },
}

/** Whether a text is meant as an e-mail address, which only a key with the scope `personal` may look for. */
export const isEmail = (search = ''): boolean => /^\S+@\S+$/.test(search.trim())

/** The filters without the search, as every query has them. */
function commonQuery({ status, currency, from, to, attention, held, requests = '' }: Filters): ListQuery {
  return {
    ...(status && { status }),
    ...(currency && { currency }),
    ...(from && { from: `${from}T00:00:00Z` }),
    // The day until which orders are shown belongs to them.
    ...(to && { to: `${dayBeside(to, 1)}T00:00:00Z` }),
    ...(attention && { needsAttention: 'true' }),
    ...(held && { held: 'true' }),
    ...REQUESTS[requests],
  }
}

/** What is looked for besides the filters. */
export interface Searched {
  /** An e-mail address, which is in no address of a page; empty for none. */
  readonly email: string
  /** BCP 47 tag: how days are typed. */
  readonly locale: string
}

/**
 * One query; several where a text may mean several things, such as a reference, its beginning and a sum; none where it can mean
 * nothing, so that nothing matches.
 */
export function listQueries(filters: Filters, { email, locale }: Searched): ListQuery[] {
  const common = commonQuery(filters)
  if (email) return [{ ...common, email }]
  const search = filters.search?.trim()
  if (!search) return [common]
  const card = cardQuery(search, locale)
  if (card) return [{ ...withoutDays(common), ...card }]
  // The edge understands what a shopper reads out of a receipt, but takes no blanks, which somebody may type.
  const name = idBeginningOf(search) === undefined ? search : search.replace(/\s/g, '')
  // Many people write a comma before the decimals.
  const amount = search.replace(',', '.')
  return [
    ...(SEARCH_PATTERN.test(name) ? [{ ...common, search: name }] : []),
    ...(NAME_PATTERN.test(search) ? [{ ...common, reference: search }] : []),
    ...(AMOUNT_PATTERN.test(amount) ? [{ ...common, amount }] : []),
  ]
}

/** A card's last four digits need the day: of all days they are those of too many people. */
function cardQuery(search: string, locale: string): ListQuery | undefined {
  const [, lastFour, text] = CARD_AND_DAY.exec(search) ?? []
  const day = text && typedDay(text, locale)
  return lastFour && day ? { lastFour, day } : undefined
}

/** The edge takes a day, or a span of them. */
const withoutDays = ({ from: _, to: __, ...others }: ListQuery): ListQuery => others

/** An entry of the list as far as its link goes; absent of orders that no person got a link to. */
export interface LinkedEntry {
  readonly id: string
  /** When somebody first clicked on the page of its link. */
  readonly seenAt?: string
}

/** Whether the list shows less than the edge answers. */
export const isNarrowedHere = ({ requests }: Filters): boolean => !!requests && requests !== 'ended'

/** What the edge cannot sort out: whether somebody has seen a request. */
export const isRequested = (filters: Filters, { seenAt }: LinkedEntry): boolean =>
  !isNarrowedHere(filters) || (filters.requests === 'unseen' ? !seenAt : !!seenAt)
