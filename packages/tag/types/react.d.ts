/** Types of the tag’s elements in JSX, from React 19 on. Generated from the tag’s sources by `npm run reference`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { PayCheckoutAttributes, PayCheckoutElement, PayCheckoutListeners, PayLineAttributes } from './tag.js'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-checkout': DetailedHTMLProps<HTMLAttributes<PayCheckoutElement>, PayCheckoutElement> & PayCheckoutAttributes & PayCheckoutListeners
      'pay-line': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & PayLineAttributes
    }
  }
}
