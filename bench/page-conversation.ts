/**
 * The two ways in which a page has the edge start a hosted payment, as scripts of the shop's page: so the browser asks for
 * permission first, as it does for the tag. Both run against one edge, whichever of them its tag uses.
 */
import type { Tab } from '../e2e/browser.ts'

/** How the page learns the address of the hosted page. */
export type Conversation = 'one request' | 'two requests and a socket'

/** Runs in the page. Sends as the tag does. */
const SEND = `
const key = crypto.randomUUID()
const send = async (path, body, token) => {
  const authorization = token && { Authorization: 'Bearer ' + token }
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...authorization }
  const reply = await fetch(edge + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(path + ': ' + reply.status + ' ' + await reply.text())
  return reply.json()
}
const hosted = { method: 'hosted', presentation: 'redirect', customer: { email: key + '@example.com' } }
const goods = { offer, returnUrl: location.href, pageUrl: location.href }`

/** Opens and pays; the last value is the opened order and the address of the hosted page. */
const CONVERSATIONS: Readonly<Record<Conversation, string>> = {
  'one request': `
const opened = await send('/v1/checkout', { ...goods, pay: { ...hosted, wait: 5 } })
const { action } = opened.order`,
  'two requests and a socket': `
const opened = await send('/v1/checkout', goods)
await send('/v1/orders/' + opened.order.id + '/pay', hosted, opened.token)
const live = new WebSocket(edge.replace('http', 'ws') + '/v1/orders/' + opened.order.id + '/live',
  ['pay-checkout.v1', 'token.' + opened.token])
const action = await new Promise((resolve, reject) => {
  live.onmessage = ({ data }) => { const { order } = JSON.parse(data); if (order?.action) resolve(order.action) }
  live.onclose = reject
})
live.onclose = null
live.close()`,
}

/** Remembers the order as the tag does, so that the page to which the shopper returns shows it as this browser's own. */
const LEAVE = `
const { id, offer: digest } = opened.order
localStorage.setItem('pay-checkout:' + digest, JSON.stringify({ key, id, token: opened.token }))
location.assign(action.url)`

/** Has the page of an offer start a payment, and leaves for the hosted page. @throws {Error} If the edge refuses. */
export function leaveForHostedPage(tab: Tab, edge: string, conversation: Conversation): Promise<void> {
  return tab.evaluate(`(async () => {
const edge = ${JSON.stringify(edge)}
const { offer } = document.querySelector('pay-checkout')
${SEND}
${CONVERSATIONS[conversation]}
${LEAVE}
})()`)
}
