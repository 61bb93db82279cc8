import { loadCheckout, type PayOrder } from '@pay-checkout/tag'
import type {} from '@pay-checkout/tag/solid'
import { onMount } from 'solid-js'

interface Props {
  readonly offer: string
  readonly onPaid: (order: PayOrder) => void
}

export default function Checkout(props: Props) {
  onMount(() => loadCheckout({ edge: 'https://pay.example.com' }))
  return <pay-checkout offer={props.offer} on:pay-settled={(event) => props.onPaid(event.order)} />
}
