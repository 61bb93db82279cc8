/** Types of the tag’s elements in templates of Vue 3. Generated from the tag’s sources by `npm run reference`. */
import type { HTMLAttributes } from 'vue'
import type { PayCheckoutAttributes, PayCheckoutListeners, PayLineAttributes } from './tag.js'

/** Vue calls `onpay-settled` `onPaySettled`. */
type CamelCased<Listeners> = {
  [Name in keyof Listeners as Name extends `on${infer Head}-${infer Tail}`
    ? `on${Capitalize<Head>}${Capitalize<Tail>}`
    : Name]: Listeners[Name]
}

declare module 'vue' {
  interface GlobalComponents {
    'pay-checkout': new () => { $props: HTMLAttributes & PayCheckoutAttributes & CamelCased<PayCheckoutListeners> }
    'pay-line': new () => { $props: HTMLAttributes & PayLineAttributes }
  }
}
