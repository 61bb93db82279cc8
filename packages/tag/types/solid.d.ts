/** Types of the tag’s elements in JSX of Solid. Generated from the tag’s sources by `npm run reference`. */
import type { JSX as SolidJSX } from 'solid-js'
import type { PayCheckoutAttributes, PayCheckoutElement, PayCheckoutListeners, PayLineAttributes } from './tag.js'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': SolidJSX.HTMLAttributes<PayCheckoutElement> & PayCheckoutAttributes & PayCheckoutListeners<'on:'>
      'pay-line': SolidJSX.HTMLAttributes<HTMLElement> & PayLineAttributes
    }
  }
}
