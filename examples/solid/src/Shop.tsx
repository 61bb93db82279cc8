import { createSignal, Show } from 'solid-js'
import Checkout from './Checkout'
import { OFFER } from './offer'

export default function Shop() {
  const [isOpen, setIsOpen] = createSignal(true)
  const [reference, setReference] = createSignal('')
  return (
    <main>
      <h1>Heather mug</h1>
      <button type="button" onClick={() => setIsOpen(!isOpen())}>
        {isOpen() ? 'Close' : 'Buy'}
      </button>
      <Show when={isOpen()}>
        <Checkout offer={OFFER} onPaid={(order) => setReference(order.reference)} />
      </Show>
      <Show when={reference()}>
        <p>Thank you: {reference()}</p>
      </Show>
    </main>
  )
}
