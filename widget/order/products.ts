/**
 * Products of the edge's catalogue: the tag draws them once the edge has sent their looks, and looks again for a shopper who
 * comes back to an old one. What a click pays, the edge decides.
 */
import type { ProductLook } from '../../shared/product.ts'
import { page } from '../browser/page.ts'
import { LOOK_AGE_MS } from '../durations.ts'
import type { Refusal } from './api.ts'
import type { Context } from './context.ts'
import { hasProducts, readClaims, soldIn } from './goods.ts'
import { isUnsold } from './model/tag-state.ts'
import { isPassing, toPayError } from './problems.ts'
import type { Sale, TagContext } from './tag-context.ts'

/** Whether the edge has to say first what the tag sells. */
export const isOfCatalogue = ({ edge, goods }: Context): boolean =>
  !!edge && page.isSecureContext && hasProducts(goods)

/**
 * Reads the claims of what the tag sells.
 *
 * @param looks The products among it, as the edge has sent them.
 * @returns Whether the tag can draw it.
 */
export function takeClaims({ edge, goods, send }: Sale, looks: readonly ProductLook[] = []): boolean {
  const claims = readClaims(edge, goods, looks)
  send({ type: 'claims-read', claims })
  const soldOut = looks.find((look) => look.soldOut)?.id
  if (claims.ok && soldOut) fail(send, goods, soldOut, { code: 'offer-limit', status: 409 })
  return claims.ok
}

/** Asks the edge for the products, and takes their claims. What is drawn stays where the edge gives no answer. */
export async function askProducts(tag: TagContext): Promise<void> {
  const sale = tag.sale()
  const { api, goods, send, signal } = sale
  send({ type: 'products-asked', now: tag.env.now() })
  const ids = soldIn(goods).flatMap(({ product }) => product ?? [])
  const looks: ProductLook[] = []
  for (const [index, answer] of (await Promise.all(ids.map(api.product))).entries()) {
    if (answer.ok) looks.push(answer.value.body)
    else if (signal.aborted || (tag.state.claims && isPassing(answer.reason))) return
    else return fail(send, goods, ids[index], answer.reason)
  }
  takeClaims(sale, looks)
}

/** Tells why a product cannot be sold; in a cart also which line it is. */
function fail(send: Sale['send'], goods: Context['goods'], id: string | undefined, reason: Refusal) {
  const line = goods?.lines?.findIndex(({ product }) => product === id) ?? -1
  const fields = line < 0 ? [] : [`lines.${line}.product`]
  send({ type: 'failed', error: toPayError({ ...reason, fields }) })
}

/**
 * Asks for the products again where their looks are older than a minute: for a shopper who comes back to the page, or begins
 * to use the tag. Not while a payment is under way: its price is decided.
 */
export async function lookAgain(tag: TagContext): Promise<void> {
  const { state, env, host } = tag
  const { goods, claims, view, isStarted, isBusy, askedAt = 0 } = state
  const isFresh = !!claims && Math.abs(env.now() - askedAt) < LOOK_AGE_MS
  if (!hasProducts(goods) || !isStarted || isBusy || view?.attempts.length || isFresh) return
  if (isUnsold(state)) tag.send({ type: 'again', terms: host.terms, address: env.address() })
  else await askProducts(tag)
}
