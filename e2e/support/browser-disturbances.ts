/** Disturbances by shoppers' browsers and networks. */
import type { Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import type { Shopper } from './shopper.ts'

/** Sockets on which a tag follows an order. */
const SOCKETS = /\/v1\/orders\/[^/]+\/live/

/** What a proxy between browser and edge does with a socket. One that does nothing has accepted it and stays silent. */
export type Box = Parameters<ReturnType<typeof chromiumPage>['routeWebSocket']>[1]

/** Opens a page behind such a proxy. */
export async function visitBehind(visits: Shopper['visits'], url: string, box: Box): Promise<Tab> {
  const tab = await visits('index')
  await chromiumPage(tab).routeWebSocket(SOCKETS, box)
  await tab.goto(url)
  return tab
}

/** Cuts the network of the shopper's tabs, or restores it. */
export const offline = (tab: Tab, isOffline = true) => chromiumPage(tab).context().setOffline(isOffline)

/** Markup that shifts a page's clock before any other script runs. */
export const clockOff = (skewMs: number) => `<script>
  Date = class extends Date {
    constructor(...given) { given.length ? super(...given) : super(Date.now()) }
  }
  const now = Object.getPrototypeOf(Date).now
  Date.now = () => now() + ${skewMs}
</script>`

/** A day in milliseconds. */
export const DAY_MS = 86_400_000
