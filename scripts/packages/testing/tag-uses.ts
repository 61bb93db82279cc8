/** How pages use the types of the packed tag. Each line after `@ts-expect-error` must not compile. */

/** A file of a page. */
export interface Use {
  readonly file: string
  readonly text: string
  /** The framework itself has no types for `require`. */
  readonly isModuleAlone?: true
}

const SCRIPT = `import { loadCheckout, type LoadError, type PayOrder } from '@pay-checkout/tag'

export const loaded: Promise<void> = loadCheckout({ edge: 'https://pay.example.com' })
loadCheckout({ edge: 'https://pay.example.com', version: '0.2.0', integrity: 'sha256-AAAA' })
// @ts-expect-error
loadCheckout({ edge: 'https://pay.example.com', integrity: 'sha256-AAAA' })
// @ts-expect-error
loadCheckout({})

loaded.catch(({ code }: LoadError) => {
  if (code === 'edge-invalid') throw new TypeError()
  // @ts-expect-error
  if (code === 'edge-missing') throw new TypeError()
})

const checkout = document.createElement('pay-checkout')
checkout.customer = { email: 'ann@example.com' }
checkout.addEventListener('pay-settled', ({ order }) => {
  const paid: PayOrder = order
  console.log(paid.status === 'approved', checkout.checkValidity(), checkout.form?.id)
  // @ts-expect-error
  console.log(order.total)
})
checkout.addEventListener('click', ({ clientX }) => console.log(clientX))
// @ts-expect-error
checkout.offr = ''
// The events bubble.
window.addEventListener('pay-settled', ({ order }) => console.log(order.reference))
document.addEventListener('pay-failed', ({ error }) => console.log(error.code))
document.body.addEventListener('pay-redirect', ({ url }) => console.log(url))
// @ts-expect-error
document.addEventListener('pay-settled', ({ order }) => console.log(order.total))
document.querySelector('pay-checkout')?.submit()
`

/** JSX with listeners as React and Preact write them. */
const jsx = (framework: string, listener = 'onpay-settled') => `/** @jsxImportSource ${IMPORTED[framework]} */
import type {} from '@pay-checkout/tag/${framework}'

export const page = (
  <main>
    <pay-checkout offer="eyJ" presentation="popup" id="pay" ${listener}={(event) => console.log(event.order.amount)}>
      <pay-line product="mug" quantity={2} />
    </pay-checkout>
    {/* @ts-expect-error */}
    <pay-checkout presentation="tab" />
    {/* @ts-expect-error */}
    <pay-checkout ofer="eyJ" />
    {/* @ts-expect-error */}
    <pay-checkout ${listener}={(event) => console.log(event.order.total)} />
  </main>
)
`

const IMPORTED: Readonly<Record<string, string>> = { react: 'react', preact: 'preact', solid: 'solid-js' }

const VUE = `import type {} from '@pay-checkout/tag/vue'
import type { GlobalComponents } from 'vue'

type Props = InstanceType<GlobalComponents['pay-checkout']>['$props']

export const props: Props = { offer: 'eyJ', class: 'wide', onPaySettled: (event) => console.log(event.order.amount) }
// @ts-expect-error
export const other: Props = { presentation: 'tab' }
// @ts-expect-error
export const listening: Props = { onPaySettled: (event) => console.log(event.order.total) }
export const line: InstanceType<GlobalComponents['pay-line']>['$props'] = { product: 'mug', quantity: 2 }
`

const SVELTE = `import type {} from '@pay-checkout/tag/svelte'
import type { SvelteHTMLElements } from 'svelte/elements'

type Props = SvelteHTMLElements['pay-checkout']

export const props: Props = { offer: 'eyJ', class: 'wide', 'onpay-settled': (event) => console.log(event.order.amount) }
// @ts-expect-error
export const other: Props = { presentation: 'tab' }
// @ts-expect-error
export const listening: Props = { 'onpay-settled': (event) => console.log(event.order.total) }
export const line: SvelteHTMLElements['pay-line'] = { product: 'mug', quantity: 2 }
`

/** All of them. */
export const USES: readonly Use[] = [
  { file: 'script.ts', text: SCRIPT },
  { file: 'react.tsx', text: jsx('react') },
  { file: 'preact.tsx', text: jsx('preact') },
  { file: 'solid.tsx', text: jsx('solid', 'on:pay-settled'), isModuleAlone: true },
  { file: 'vue.ts', text: VUE },
  { file: 'svelte.ts', text: SVELTE, isModuleAlone: true },
]
