/** What the filters of the list ask the edge. Pure. */
import { AMOUNT_PATTERN, SEARCH_PATTERN } from '../../shared/search-patterns.ts'
import type { ListQuery } from '../session/desk-api.ts'
import { dayBeside } from '../texts/formats.ts'
import type { Filters } from './route.ts'

/** The filters without the search, as every query has them. */
function commonQuery({ status, currency, from, to, attention, held }: Filters): ListQuery {
  return {
    ...(status && { status }),
    ...(currency && { currency }),
    ...(from && { from: `${from}T00:00:00Z` }),
    // The day until which orders are shown belongs to them.
    ...(to && { to: `${dayBeside(to, 1)}T00:00:00Z` }),
    ...(attention && { needsAttention: 'true' }),
    ...(held && { held: 'true' }),
  }
}

/** One query; two where the text may be a name as well as a sum; none where it is neither, so that nothing matches. */
export function listQueries(filters: Filters): ListQuery[] {
  const common = commonQuery(filters)
  const search = filters.search?.trim()
  if (!search) return [common]
  // Many people write a comma before the decimals.
  const amount = search.replace(',', '.')
  return [
    ...(SEARCH_PATTERN.test(search) ? [{ ...common, search }] : []),
    ...(AMOUNT_PATTERN.test(amount) ? [{ ...common, amount }] : []),
  ]
}
