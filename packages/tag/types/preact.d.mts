/** Types of the tag’s elements in JSX of Preact. Generated from the tag’s sources by `npm run reference`. */
import type { HTMLAttributes } from 'preact'
import type { PayCheckoutAttributes, PayCheckoutElement, PayCheckoutListeners, PayLineAttributes } from './tag.js'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': HTMLAttributes<PayCheckoutElement> & PayCheckoutAttributes & PayCheckoutListeners
      'pay-line': HTMLAttributes<HTMLElement> & PayLineAttributes
    }
  }
}
