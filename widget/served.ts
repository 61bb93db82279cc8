/** The script that the edge serves: it came from the edge, so its tags need no `edge` attribute. */
import { definePayCheckout } from './element/define-pay-checkout.ts'
import { PayCheckout } from './element/pay-checkout.ts'

const { protocol, origin } = new URL(import.meta.url)
if (protocol.startsWith('http')) PayCheckout.scriptOrigin = origin
definePayCheckout()

export { PayCheckout }
