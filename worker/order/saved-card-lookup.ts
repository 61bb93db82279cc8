/** Learns what cards a session lets its shopper choose from. It moves no money, so it may be asked again. */
import { log } from '../config/log.ts'
import { askCardInfo } from './card-info.ts'
import type { Reach } from './context.ts'
import { offeredRefs, untoldPlaces } from './model/cards.ts'
import { CARDS_KEY } from './model/schedule.ts'
import type { Destination, OrderState, ToldCard } from './model/state.ts'
import type { OrderRecord } from './record.ts'

/** What learning stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
}

/** An object has few connections at a time, and a payment must find one free. */
const AT_ONCE = 3

/** Asks about the cards that are not known yet, and notes what is told. Silence ends it and leaves some open. */
export async function learnCards({ record, reach }: Ground): Promise<void> {
  const { state } = record
  record.askedAt.set(CARDS_KEY, Date.now())
  const to = state && reach.exchange().destination(state.terms, 'saved-card')
  if (!state || !to) return
  const places = untoldPlaces(state)
  let isSilent = false
  for (let first = 0; first < places.length && !isSilent; first += AT_ONCE) {
    const some = places.slice(first, first + AT_ONCE)
    const answers = await Promise.all(some.map((place) => told(reach, state, { place, to })))
    const cards = answers.filter((answer) => answer !== undefined)
    if (cards.length > 0) record.note({ type: 'saved-cards-told', cards })
    isSilent = cards.length < some.length
  }
}

/** @returns `undefined` where the gateway was silent. */
async function told(
  { exchange }: Reach,
  { terms }: OrderState,
  { place, to }: { readonly place: number; readonly to: Destination },
): Promise<ToldCard | undefined> {
  const cardRef = offeredRefs(terms)[place - 1] ?? ''
  const answer = await askCardInfo(exchange().gateway, to, cardRef)
  if (answer.ok) {
    const { brand, masked, expires } = answer.value
    return { place, card: { brand, masked: masked.replace(/^(\d{6})\d+/, '$1**'), expires } }
  }
  log('saved-card-untold', { order: terms.id, place, ...answer.reason })
  return answer.reason.code === 'gateway-refused' ? { place } : undefined
}
