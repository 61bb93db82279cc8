import { useState } from 'react'
import Checkout from './Checkout'
import { OFFER } from './offer'

/** What your server knows of the shopper. */
const ANN = { email: 'ann@example.com' }

export default function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  const [reference, setReference] = useState('')
  return (
    <main>
      <h1>Heather mug</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Buy'}
      </button>
      {isOpen && <Checkout offer={OFFER} customer={ANN} onPaid={(order) => setReference(order.reference)} />}
      {reference && <p>Thank you: {reference}</p>}
    </main>
  )
}
