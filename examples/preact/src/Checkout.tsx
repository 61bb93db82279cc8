import { loadCheckout, type PayOrder } from '@pay-checkout/tag'
import type {} from '@pay-checkout/tag/preact'
import { useEffect } from 'preact/hooks'

interface Props {
  readonly offer: string
  readonly onPaid: (order: PayOrder) => void
}

export default function Checkout({ offer, onPaid }: Props) {
  useEffect(() => void loadCheckout({ edge: 'https://pay.example.com' }), [])
  return <pay-checkout offer={offer} onpay-settled={(event) => onPaid(event.order)} />
}
