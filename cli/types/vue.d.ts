/** Types of `<pay-checkout>` in templates of Vue 3. */
import type { PayCheckoutAttributes, PayEventMap, PayLineAttributes } from './tag.js'

/** `@pay-settled` in a template. */
type Emitted = {
  [Type in keyof PayEventMap as `on${Capitalize<Type>}`]?: (event: PayEventMap[Type]) => unknown
}

declare module 'vue' {
  interface GlobalComponents {
    'pay-checkout': new () => { $props: PayCheckoutAttributes & Emitted }
    'pay-line': new () => { $props: PayLineAttributes }
  }
}
