import type { PayEventMap } from '../events/events.ts'
import { PayCheckout } from './pay-checkout.ts'

const NAME = 'pay-checkout'

/**
 * Defines `<pay-checkout>`. Harmless where it is defined already. In a document of XHTML the tag stays undefined, so that
 * the link in it sells: an XML parser cannot read Lit's templates.
 */
export function definePayCheckout() {
  if (document.contentType === 'text/html' && !customElements.get(NAME))
    customElements.define(NAME, PayCheckout)
}

declare global {
  interface HTMLElementTagNameMap {
    [NAME]: PayCheckout
  }
  interface HTMLElementEventMap extends PayEventMap {}
  interface DocumentEventMap extends PayEventMap {}
}
