'use client'
import { useState } from 'react'
import Checkout from './Checkout'

export default function Shop({ offer }: { readonly offer: string }) {
  const [isOpen, setIsOpen] = useState(true)
  const [reference, setReference] = useState('')
  return (
    <main>
      <h1>Heather mug</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Buy'}
      </button>
      {isOpen && <Checkout offer={offer} onPaid={(order) => setReference(order.reference)} />}
      {reference && <p>Thank you: {reference}</p>}
    </main>
  )
}
