/** Types of the tag’s elements in Svelte 5. Generated from the tag’s sources by `npm run reference`. */
import type { HTMLAttributes } from 'svelte/elements'
import type { PayCheckoutAttributes, PayCheckoutElement, PayCheckoutListeners, PayLineAttributes } from './tag.js'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-checkout': HTMLAttributes<PayCheckoutElement> & PayCheckoutAttributes & PayCheckoutListeners
    'pay-line': HTMLAttributes<HTMLElement> & PayLineAttributes
  }
}
