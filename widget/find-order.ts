/** Which order a tag shows before the shopper has done anything: the page's, the address's or the remembered one. */
import { type Api, LOAD_LIMIT_MS } from './api.ts'
import { type Arrival, readArrival, withoutArrival } from './arrival.ts'
import type { Hold } from './held-order.ts'
import { type Memory, NO_OFFER } from './memory.ts'
import { PASSING } from './problems.ts'
import type { Surroundings } from './surroundings.ts'

/** Where to look. */
export interface Search {
  readonly api: Api
  readonly memory: Memory
  readonly around: Surroundings
  /** Digest of the tag's offer; `NO_OFFER` for sessions and result tags. */
  readonly digest: string
  /** `<order id>.<token>`; empty without a session. */
  readonly session: string
  readonly signal: AbortSignal
}

/**
 * Finds the order to resume, if any. Reads, and never starts, a payment. An order that the address names is taken out
 * of the address once it is adopted, and only then.
 */
export async function findOrder(search: Search): Promise<Hold | undefined> {
  const arrival = readArrival(search.around.address())
  const known = fromSession(search) ?? remembered(search)
  if (!arrival) return known
  if (known?.id === arrival.id) return adopt(search, known)
  if (search.session) return known
  return (await isOurs(search, arrival)) ? adopt(search, toHold(arrival)) : known
}

/** A result tag shows any order of its edge; a tag with an offer only an order of that offer. */
async function isOurs({ digest, api, around, signal }: Search, { id, token }: Arrival): Promise<boolean> {
  if (digest === NO_OFFER) return true
  while (!signal.aborted) {
    const answer = await api.read(id, token)
    if (answer.ok) return answer.value.body.offer === digest
    if (!PASSING.includes(answer.reason.code)) return false
    await around.pause(LOAD_LIMIT_MS, signal)
  }
  return false
}

function adopt({ around, memory, digest, signal }: Search, hold: Hold): Hold {
  if (signal.aborted) return hold
  const { history } = around
  history.replaceState(history.state, '', withoutArrival(around.address()))
  if (digest === NO_OFFER) memory.write(NO_OFFER, hold)
  return hold
}

const toHold = ({ id, token }: Arrival): Hold => ({ id, token, key: id, mayPay: false })

function fromSession({ session }: Search): Hold | undefined {
  const [id, token] = [session.split('.', 1)[0], session.slice(session.indexOf('.') + 1)]
  return id && session.includes('.') ? { id, token, key: id, mayPay: true } : undefined
}

function remembered({ memory, digest }: Search): Hold | undefined {
  const { id, token, key } = memory.read(digest) ?? {}
  return id && token && key ? { id, token, key, mayPay: digest !== NO_OFFER } : undefined
}
