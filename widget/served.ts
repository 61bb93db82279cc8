/** The script that the edge serves. Its tags need no `edge` attribute, since the script's own address names the edge. */

// In this order the parts stand in the built file. Compression looks for what repeats in the last 32 kB alone, so that words and
// styles stand before the code that uses them, and not in its middle; words, which look like no code, come first.
import './screen/english-texts.ts'
import './theme/styles.ts'

import { definePayCheckout } from './element/define-pay-checkout.ts'
import { PayCheckout } from './element/pay-checkout.ts'

const { protocol, origin } = new URL(import.meta.url)
if (protocol.startsWith('http')) PayCheckout.scriptOrigin = origin
definePayCheckout()

export { PayCheckout }
