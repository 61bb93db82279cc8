/** A sandbox that runs on the reader's own machine. */

/** What the demo shop of a sandbox says of itself, in `live-tag.json`. */
export interface Sandbox {
  /** Origin of the edge. */
  readonly edge: string
  /** An offer that this site may sell, signed by the shop. */
  readonly offer: string
}

/** Where `npm run dev` and `pay-checkout demo` have the demo shop. */
const SHOP = 'http://shop.localhost:5173'

/** A machine that does not answer at once has no sandbox. */
const PATIENCE_MS = 3_000

/** Whether the site itself is on the reader's machine. A site elsewhere asks nothing of it. */
export const isOnThisMachine = (hostname: string): boolean => /(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname)

/** @returns The sandbox that runs here; undefined where none does. */
export async function findSandbox(): Promise<Sandbox | undefined> {
  try {
    const reply = await fetch(`${SHOP}/live-tag.json`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return reply.ok ? await reply.json() : undefined
  } catch {
    return undefined
  }
}

/** Loads the tag from the edge, once per page. */
export async function loadTag(edge: string): Promise<void> {
  if (customElements.get('pay-checkout')) return
  await import(/* @vite-ignore */ `${edge}/pay-checkout.js`)
}
