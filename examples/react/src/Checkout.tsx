import { loadCheckout, type PayCustomer, type PayOrder } from '@pay-checkout/tag'
import type {} from '@pay-checkout/tag/react'
import { useEffect } from 'react'

interface Props {
  readonly offer: string
  readonly customer?: PayCustomer
  readonly onPaid: (order: PayOrder) => void
}

export default function Checkout({ offer, customer, onPaid }: Props) {
  useEffect(() => void loadCheckout({ edge: 'https://pay.example.com' }), [])
  return (
    <pay-checkout
      offer={offer}
      customer={JSON.stringify(customer)}
      onpay-settled={(event) => onPaid(event.order)}
    />
  )
}
