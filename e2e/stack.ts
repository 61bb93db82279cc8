import { inject } from 'vitest'
import type { ExtraPage } from '../shop/build.ts'

/** An item whose offers the stack's edge has withdrawn. */
export const WITHDRAWN_ITEM = 'last-years-mug'

/** Where shop, edge, gateway and bank of this run are; `local` is for requests that no browser makes. */
export const addresses = () => inject('stack').addresses

/** The private JWK that the shop's offers are signed with. */
export const offerKey = () => inject('stack').offerKey

/** The key of the merchant's own server. */
export const merchantKey = () => inject('stack').merchantKey

let pages = 0

/**
 * Puts a page with nothing but one tag into the shop.
 *
 * @param page What it sells: claims to be signed, or an offer as it is, however bad.
 * @returns The page's address; another one for each call.
 * @throws {Error} if the claims are no offer.
 */
export async function sell(page: ExtraPage): Promise<string> {
  pages += 1
  const name = `test-${process.pid}-${pages}`
  await ask('/pages', { [name]: page })
  return `${addresses().shop}/${name}.html`
}

/** Ends the edge at once and starts it again on the same state, as a crash or a deploy would. */
export const restartEdge = () => ask('/restart-edge', {})

/**
 * Runs a statement in the database of the list of orders, past the edge.
 *
 * @throws {Error} If the database refuses it.
 */
export const changeList = (statement: string) => ask('/list-sql', statement)

async function ask(path: string, body: unknown): Promise<void> {
  const reply = await fetch(inject('stack').controls + path, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
}
