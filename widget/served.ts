/** The script that the edge serves: it came from the edge, so its tags need no `edge` attribute. */
// First in the bundle, which is 50 bytes smaller so once it is compressed.
import './element/status-panels.ts'
import { definePayCheckout, PayCheckout } from './element/pay-checkout.ts'

const { protocol, origin } = new URL(import.meta.url)
if (protocol.startsWith('http')) PayCheckout.scriptOrigin = origin
definePayCheckout()

export { PayCheckout }
