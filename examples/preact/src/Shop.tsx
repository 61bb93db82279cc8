import { useState } from 'preact/hooks'
import Checkout from './Checkout'
import { OFFER } from './offer'

export default function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  const [reference, setReference] = useState('')
  return (
    <main>
      <h1>Heather mug</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Buy'}
      </button>
      {isOpen && <Checkout offer={OFFER} onPaid={(order) => setReference(order.reference)} />}
      {reference && <p>Thank you: {reference}</p>}
    </main>
  )
}
