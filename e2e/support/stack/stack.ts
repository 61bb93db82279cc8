import { inject } from 'vitest'
import type { ExtraPage } from '../../../shop/build.ts'
import type { ServedPage } from './page-server.ts'
import type { ProvidedStack } from './provided-stack.ts'

/** An item whose offers the stack's edge has withdrawn. */
export const WITHDRAWN_ITEM = 'last-years-mug'

/** The stack of this process: Vitest numbers the processes that run at the same time from 1. */
function stack(): ProvidedStack {
  const provided = inject('stacks')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!provided) throw new Error('There are fewer stacks than files that run at a time')
  return provided
}

/** Addresses of shop, edge, gateway and bank; `local` is for requests without a browser. */
export const addresses = () => stack().addresses

/** The private JWK that signs the shop's offers. */
export const offerKey = () => stack().offerKey

/** The edge's durations, with changes, as a setting. */
export const lasting = (changes: Readonly<Record<string, number>>) => ({
  ORDER_TIMES: JSON.stringify({ ...stack().orderTimes, ...changes }),
})

/** All secrets of the stack. */
export const secrets = () => stack().secrets

/** All webhooks of this stack with their headers, oldest first. */
export const signedWebhooks = async () =>
  (await (await ask('/signed-webhooks', {})).json()) as { body: string; headers: Record<string, string> }[]

/** The key of the merchant's own server. */
export const merchantKey = () => stack().merchantKey

/** Origins of pages that tests write: on the shop's site, and on another one that the edge knows. */
export const served = () => stack().served

/** Adds a page with headers of its own to both. */
export const serve = (page: ServedPage) => ask('/serve', page)

/** Folder with the logs and the stored state of edge and sandbox. */
export const stateDir = () => stack().stateDir

let pages = 0

/**
 * Adds a page with nothing but one tag to the shop.
 *
 * @param page What it sells: claims to sign, or a finished offer, however bad.
 * @returns The page's address; another one for each call.
 * @throws {Error} If the claims are no valid offer.
 */
export async function sell(page: ExtraPage): Promise<string> {
  pages += 1
  const name = `test-${process.pid}-${pages}`
  await ask('/pages', { [name]: page })
  return `${addresses().shop}/${name}.html`
}

/** Ends the process of edge or sandbox, acts, and starts it again on the same state. */
export async function without<Value>(worker: 'edge' | 'sandbox', act: () => Promise<Value>): Promise<Value> {
  await end(worker)
  try {
    return await act()
  } finally {
    await start(worker)
  }
}

/** Ends edge or sandbox. Repeatable. */
export const end = (worker: 'edge' | 'sandbox') => ask('/end', worker)

/**
 * Starts an ended edge or sandbox on the same state.
 *
 * @param changes Settings that differ from those of the stack, until it ends.
 */
export const start = (worker: 'edge' | 'sandbox', changes: Readonly<Record<string, string>> = {}) =>
  ask('/start', [worker, changes])

/** Ends edge or sandbox and starts it at once on the same state, with other settings, as a deploy would. */
export async function redeploy(
  worker: 'edge' | 'sandbox',
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await end(worker)
  await start(worker, changes)
}

/** Ends edge or sandbox and starts it again at once, as a crash or a deploy would. */
export const restart = (worker: 'edge' | 'sandbox') => without(worker, async () => undefined)

/**
 * Runs a statement in the database of the list of orders, past the edge.
 *
 * @throws {Error} If the database refuses it.
 */
export const changeList = (statement: string) => ask('/list-sql', statement)

/** Bodies of all webhooks of this stack, oldest first. */
export const webhooks = async () => (await (await ask('/webhooks', {})).json()) as string[]

async function ask(path: string, body: unknown): Promise<Response> {
  const reply = await fetch(stack().controls + path, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
  return reply
}
