/** The script that the edge serves. Its tags need no `edge` attribute, since the script's own address names the edge. */
import { definePayCheckout } from './element/define-pay-checkout.ts'
import { PayCheckout } from './element/pay-checkout.ts'

const { protocol, origin } = new URL(import.meta.url)
if (protocol.startsWith('http')) PayCheckout.scriptOrigin = origin
definePayCheckout()

export { PayCheckout }
