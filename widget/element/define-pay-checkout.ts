import type { PayEventMap } from './events.ts'
import { PayCheckout } from './pay-checkout.ts'

/**
 * Defines `<pay-checkout>`. Harmless where it is defined already, and where there is no DOM. In a document of XHTML the
 * tag stays undefined, so that the link in it sells: an XML parser cannot read Lit's templates.
 */
export function definePayCheckout(tag = 'pay-checkout', registry = globalThis.customElements) {
  if (registry && document.contentType === 'text/html' && !registry.get(tag))
    registry.define(tag, PayCheckout)
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout
  }
  interface HTMLElementEventMap extends PayEventMap {}
  interface DocumentEventMap extends PayEventMap {}
}
