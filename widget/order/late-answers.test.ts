import { afterEach, describe, expect, it } from 'vitest'
import type { OrderAction } from '../../shared/order-view.ts'
import { deferred } from '../browser/deferred.ts'
import { Checkout, FakeTab } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'challenge',
  startedAt: '2026-11-22T12:00:00Z',
} as const

const BANK: OrderAction = {
  type: 'challenge',
  url: 'https://pay.example.com/three-ds/1/key/step',
  frame: new URL('/fake-frames/bank', location.href).href,
}

/** A tag of a session whose order it follows. */
async function followed(tab = new FakeTab()) {
  const { id } = tab.edge.add({ methods: ['hosted', 'saved-card'] })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  await checkout.reads('Pay €12.50')
  await expect.poll(() => tab.edge.sockets).toHaveLength(1)
  return { checkout, tab, id }
}

describe('a bank’s page that the shop’s page opens itself', () => {
  it('ends the work of the click, though the answer to the click never comes', async () => {
    const { checkout, tab, id } = await followed()
    checkout.element.addEventListener('pay-challenge', (event) => event.preventDefault())
    tab.edge.answersAfter = deferred<void>().promise
    checkout.press('Pay €12.50')
    await expect.poll(() => tab.edge.called('pay')).toHaveLength(1)

    tab.edge.tell(id, { status: 'challenge', action: BANK, attempts: [ATTEMPT] })

    await checkout.reads('Your bank is checking')
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
  })
})
