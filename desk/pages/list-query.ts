/** What the filters of the list ask the edge. Pure. */
import type { ListQuery } from '../session/desk-api.ts'
import { dayBeside } from '../texts/formats.ts'
import type { Filters } from './route.ts'

/** A text that may be a sum, with a point or a comma. */
const SUM = /^\d{1,12}(?:[.,]\d{1,4})?$/

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

/** One query; two where the text may be a name as well as a sum. */
export function listQueries(filters: Filters): ListQuery[] {
  const common = commonQuery(filters)
  const search = filters.search?.trim()
  if (!search) return [common]
  const named = { ...common, search }
  return SUM.test(search) ? [named, { ...common, amount: search.replace(',', '.') }] : [named]
}
