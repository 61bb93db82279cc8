import { inject } from 'vitest'
import type { ExtraPage } from '../../shop/build.ts'
import type { ServedPage } from './page-server.ts'
import type { ProvidedStack } from './provided-stack.ts'

/** An item whose offers the stack's edge has withdrawn. */
export const WITHDRAWN_ITEM = 'last-years-mug'

/** That of this process alone: vitest counts those that run at a time from 1. */
function stack(): ProvidedStack {
  const provided = inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!provided) throw new Error('There are fewer stacks than files that run at a time')
  return provided
}

/** Where shop, edge, gateway and bank of this run are; `local` is for requests that no browser makes. */
export const addresses = () => stack().addresses

/** The private JWK that the shop's offers are signed with. */
export const offerKey = () => stack().offerKey

/** The key of the merchant's own server. */
export const merchantKey = () => stack().merchantKey

/** Origins of pages that tests write: of the shop's site, and of another one that the edge knows. */
export const served = () => stack().served

/** Puts a page with headers of its own on both of them. */
export const serve = (page: ServedPage) => ask('/serve', page)

/** Folder of all that edge and sandbox log and keep. */
export const stateDir = () => stack().stateDir

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

/** Ends the process of the edge or of the gateway, acts, and starts it again on the same state. */
export async function without<Value>(worker: 'edge' | 'sandbox', act: () => Promise<Value>): Promise<Value> {
  await ask('/end', worker)
  try {
    return await act()
  } finally {
    await ask('/start', worker)
  }
}

/** Ends one of them and starts it again at once, as a crash or a deploy would. */
export const restart = (worker: 'edge' | 'sandbox') => without(worker, async () => undefined)

/**
 * Runs a statement in the database of the list of orders, past the edge.
 *
 * @throws {Error} If the database refuses it.
 */
export const changeList = (statement: string) => ask('/list-sql', statement)

/** Bodies of all webhooks of this run, oldest first. */
export const webhooks = async () => (await (await ask('/webhooks', {})).json()) as string[]

async function ask(path: string, body: unknown): Promise<Response> {
  const reply = await fetch(stack().controls + path, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
  return reply
}
