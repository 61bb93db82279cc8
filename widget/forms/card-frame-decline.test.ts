/** A decline that the card form says at one of its fields, and what is then left to the tag. */
import { describe, expect, it } from 'vitest'
import { cardOf, cardTag, clicked, delivered, frameOf, passOn, taken, typed } from '../testing/card-tag.ts'
import type { Checkout, FakeTab } from '../testing/harness.ts'

const CODE = 'declined-security-code'
const WHOLE = 'The security code is wrong. Nothing was charged. Please check the code and try again.'
const REST = 'Payment declined Nothing was charged. Choose how to pay'

/** A card that is paid with. `codes`: what the form says of itself; an older one says nothing. */
async function paidWith(codes?: unknown, tab?: FakeTab): Promise<Checkout> {
  const checkout = await cardTag({}, tab)
  if (codes) cardOf(checkout)?.port?.postMessage({ type: 'says', codes })
  await typed(checkout)
  return checkout
}

/** The edge answers the form that the bank has declined the next attempt. */
async function declined(checkout: Checkout, code = CODE, attempts = 1): Promise<void> {
  await clicked(checkout)
  const opened = checkout.element.order ? undefined : await taken(checkout)
  const error = { code, recoverable: true, supportId: 'S-1' }
  const made = Array.from({ length: attempts }, (_, index) => ({
    ...{ number: index + 1, method: 'card', status: 'declined', startedAt: '2026-01-01T00:00:00Z' },
  }))
  const view = checkout.edge.tell(checkout.edge.order.id, {
    status: 'declined',
    error,
    attempts: made as never,
  })
  passOn(checkout, { ok: true, value: { body: opened ? { ...opened, order: view } : view } })
  await checkout.reads('Payment declined')
  await delivered()
}

const heard = (checkout: Checkout) => cardOf(checkout)?.said.filter(({ type }) => type === 'declined')

describe('a decline that the card form says at a field', () => {
  it('is all told by the tag where the first answer was lost, since that form makes room for another', async () => {
    const checkout = await paidWith([CODE])
    await clicked(checkout)
    const { order } = await taken(checkout)
    const error = { code: CODE, recoverable: true, supportId: 'S-1' }
    const attempt = {
      number: 1,
      method: 'card',
      status: 'declined',
      startedAt: '2026-01-01T00:00:00Z',
    } as const
    checkout.edge.tell(order.id, { status: 'declined', error, attempts: [attempt] })
    const former = cardOf(checkout)?.port

    checkout.tab.endPauses(10_000)

    await checkout.reads('Payment declined')
    expect(checkout.announced).toContain(WHOLE)
    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    expect(checkout.text).toContain(`Payment declined ${WHOLE}`)
    expect(checkout.text).toContain('Support code: S-1')
  })

  it('leaves the money to the tag, in one line and no support code', async () => {
    const checkout = await paidWith([CODE])

    await declined(checkout)

    expect(checkout.text).toContain(REST)
    expect(checkout.text).not.toMatch(/security code is wrong|S-1|Contact/)
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
  })

  it('has the focus in the form, and the rest is read out once', async () => {
    const checkout = await paidWith([CODE])
    checkout.root.querySelector<HTMLElement>('[part~=primary]')?.focus()

    await declined(checkout)

    expect(heard(checkout)).toEqual([{ type: 'declined', code: CODE, takesFocus: true }])
    await expect.poll(() => checkout.root.activeElement).toBe(frameOf(checkout))
    expect(checkout.announced.trim()).toBe('Payment declined Nothing was charged.')
  })

  it('takes no focus that the shopper has elsewhere', async () => {
    const checkout = await paidWith([CODE])

    await declined(checkout)

    expect(heard(checkout)).toEqual([{ type: 'declined', code: CODE, takesFocus: false }])
    expect(checkout.root.activeElement).toBe(null)
    expect(checkout.announced.trim()).toBe('Payment declined Nothing was charged.')
  })

  it('is read out again where the next try ends the same way', async () => {
    const checkout = await paidWith([CODE])
    await declined(checkout)
    const region = checkout.root.querySelector('[role=status]') as HTMLElement
    region.textContent = ''

    await typed(checkout)
    await declined(checkout, CODE, 2)

    await expect.poll(() => checkout.announced.trim()).toBe('Payment declined Nothing was charged.')
    expect(heard(checkout)).toHaveLength(2)
  })

  it.each([
    ['an older form, which says none', undefined, CODE, WHOLE],
    ['a form whose word is no list', 'declined-security-code', CODE, WHOLE],
    ['a form that says others', ['declined-expired-card'], CODE, WHOLE],
    ['a reason that is about no field', [CODE], 'declined-funds', 'There is not enough money on this card.'],
  ])('is all told by the tag beside %s', async (_, codes, code, words) => {
    const checkout = await paidWith(codes)

    await declined(checkout, code)

    expect(checkout.text).toContain(`Payment declined ${words}`)
    expect(checkout.text).toContain('Support code: S-1')
  })

  it('is all told by the tag once another way to pay is chosen, and the form with the field is gone', async () => {
    const checkout = await paidWith([CODE])
    await declined(checkout)

    checkout.control('Secure payment page').click()

    await checkout.reads(WHOLE)
    checkout.control('Card').click()
    await expect.poll(() => frameOf(checkout)).not.toBe(null)
    expect(checkout.text).toContain(WHOLE)
  })
})
