/** Links that narrow the list to a status, to what needs a person, or to requests, with counts where they are known. */
import { html, nothing } from 'lit'
import { type ListedStatus, listedStatus, type OrderSums } from '../../shared/order-list.ts'
import { ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import type { Words } from '../texts/en.ts'
import { type Filters, ordersHash } from './route.ts'

/** The choices of the filter, in the order of the interface's document. */
export const LISTED_STATUSES = (Object.keys(ORDER_PHASES) as OrderStatus[]).filter(
  (status): status is ListedStatus => listedStatus(status) === status,
)

/** Statuses that have a chip although nothing is known of their counts. That of expired orders is for requests too. */
const USUAL: readonly ListedStatus[] = ['approved', 'processing', 'declined', 'returned', 'charged-back']

/** What became of requests, as the filter names it. */
const REQUESTS = ['unseen', 'seen', 'paid', 'ended'] as const

/** Status → orders of the days. */
export type StatusCounts = Readonly<Partial<Record<OrderStatus, number>>>

/** Counts the orders of some days by the status that the list shows. */
export function statusCounts(days: readonly OrderSums[]): StatusCounts {
  const counts: Partial<Record<OrderStatus, number>> = {}
  for (const [name, count] of days.flatMap(({ sums }) =>
    sums.flatMap(({ statuses }) => Object.entries(statuses)),
  )) {
    const status = listedStatus(name as OrderStatus)
    counts[status] = (counts[status] ?? 0) + count
  }
  return counts
}

/** A chip: its word, the filters that it leads to, and whether they are chosen. */
interface Chip {
  readonly word: string
  readonly to: Filters
  readonly isChosen: boolean
  readonly count?: number | undefined
  /** What the word means in full. */
  readonly about?: string
}

/** Draws the chips. @param counts Of the last thirty days; empty where they are not known. */
export function statusChips(filters: Filters, counts: StatusCounts, words: Words) {
  const { status, attention, held, requests, ...others } = filters
  const { chips } = words
  const isAll = !status && !attention && !held && !requests
  const shown = LISTED_STATUSES.filter(
    (one) =>
      one === status ||
      one === 'expired' ||
      (Object.keys(counts).length > 0 ? counts[one] : USUAL.includes(one)),
  )
  const all: Chip[] = [
    { word: chips.all, to: others, isChosen: isAll },
    { word: chips.attention, to: { ...others, attention: 'true' }, isChosen: !!attention },
    ...shown.map((one) => ({
      ...{ word: chips.statuses[one], about: words.statuses[one], count: counts[one] },
      ...{ to: { ...others, status: one }, isChosen: status === one },
    })),
    { word: chips.held, to: { ...others, held: 'true' }, isChosen: !!held },
  ]
  const asked = REQUESTS.map((one) => ({
    ...{ word: chips.requests[one], to: { ...others, requests: one }, isChosen: requests === one },
  }))
  return html`<nav class="chips" aria-label=${chips.label}>${all.map((chip) => chipLink(chip, words))}
    <span class="group"><span>${chips.requests.heading}</span>${asked.map((chip) => chipLink(chip, words))}</span></nav>`
}

function chipLink({ word, to, isChosen, count, about }: Chip, { chips }: Words) {
  return html`<a class="chip" href=${ordersHash(to)} title=${about ?? nothing} aria-current=${isChosen ? 'true' : nothing}>${word}${
    count
      ? html` <span class="count" aria-hidden="true">${count}</span><span class="unseen">${chips.count(count)}</span>`
      : nothing
  }</a>`
}
