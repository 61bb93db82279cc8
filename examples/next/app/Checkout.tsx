'use client'
import { loadCheckout, type PayOrder, type PayOrderEvent } from '@pay-checkout/tag'
import type {} from '@pay-checkout/tag/react'
import { useEffect } from 'react'

interface Props {
  readonly offer: string
  readonly onPaid: (order: PayOrder) => void
}

export default function Checkout({ offer, onPaid }: Props) {
  useEffect(() => void loadCheckout({ edge: 'https://pay.example.com' }), [])
  return (
    <pay-checkout
      offer={offer}
      ref={(tag) => {
        const listener = ({ order }: PayOrderEvent) => onPaid(order)
        tag?.addEventListener('pay-settled', listener)
        return () => tag?.removeEventListener('pay-settled', listener)
      }}
    />
  )
}
