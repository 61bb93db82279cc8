import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Customer } from '../../shared/customer.ts'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { Checkout, offerOf } from '../testing/harness.ts'
import { readCustomer } from './customer-attribute.ts'

const billing = { address: '1 High Street', city: 'York', postalCode: 'YO1 7HU', country: 'GB' }

describe('readCustomer', () => {
  it.each([
    ['an e-mail address', { email: 'ann@example.com' }],
    ['everything', { email: 'ann@example.com', name: 'Ann', phone: '+44', billing, shipping: billing }],
    ['a part of an address', { billing: { country: 'US', state: 'CA' } }],
    ['nothing', {}],
  ])('takes %s', (_, customer) => {
    expect(readCustomer(JSON.stringify(customer))).toEqual({ customer, wrong: undefined })
  })

  it.each([
    ['an object that a framework wrote as text', '[object Object]', ''],
    ['an empty text', '', ''],
    ['JSON that ends early', '{"email":', ''],
    ['a list', '[]', ''],
    ['a text', '"ann@example.com"', ''],
    ['null', 'null', ''],
    ['a member that no customer has', '{"email":"a@b.co","mail":"a@b.co"}', 'mail'],
    ['a number', '{"phone":441904}', 'phone'],
    ['an address that is a text', '{"billing":"York"}', 'billing'],
    ['an address that is a list', '{"billing":[]}', 'billing'],
    ['a member that no address has', '{"shipping":{"zip":"YO1 7HU"}}', 'shipping.zip'],
    ['a number in an address', '{"billing":{"postalCode":10115}}', 'billing.postalCode'],
    ['an address in an address', '{"billing":{"billing":{}}}', 'billing.billing'],
    ['a prototype', '{"__proto__":{"email":"a@b.co"}}', '__proto__'],
  ])('refuses %s, and names it', (_, json, wrong) => {
    expect(readCustomer(json)).toEqual({ customer: {}, wrong })
  })

  it('never throws, whatever the text', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...NASTY_TEXTS))
    fc.assert(
      fc.property(text, (json) => {
        expect(readCustomer(json).customer).toBeTypeOf('object')
      }),
    )
  })
})

const ADA = JSON.stringify({ email: 'ada@example.com' })

/** A tag that asks for e-mail address and name. */
const asking = (attributes: Record<string, string> = {}) =>
  Checkout.open({ offer: offerOf({ collect: ['email', 'name'] }), ...attributes })

describe('the attribute customer', () => {
  afterEach(() => {
    document.body.replaceChildren()
    localStorage.clear()
  })

  it('is what the page knows: the tag does not ask for it, and sends it along', async () => {
    const checkout = await asking({ customer: ADA })
    expect(checkout.text).not.toContain('Email')

    await checkout.type('Full name', 'Ada Lovelace')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.customer).toEqual({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
    })
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it.each([
    ['[object Object]', undefined],
    ['{"email":7}', 'email'],
    ['{"billing":{"zip":"YO1 7HU"}}', 'billing.zip'],
  ])('of %s is told to the page once, and the shopper can pay all the same', async (customer, field) => {
    const checkout = await asking({ customer })

    await expect.poll(() => checkout.outcomes).toContain('pay-failed')
    await checkout.type('Email', 'ada@example.com')
    await checkout.type('Full name', 'Ada Lovelace')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.outcomes.filter((type) => type === 'pay-failed')).toHaveLength(1)
    expect(checkout.event('pay-failed').error).toEqual({
      ...{ code: 'customer-invalid', recoverable: true, supportId: '' },
      ...(field && { field }),
    })
  })

  it('may be set, changed and taken away later', async () => {
    const checkout = await asking()
    checkout.element.setAttribute('customer', ADA)
    await checkout.drawn()
    const known = checkout.text
    checkout.element.removeAttribute('customer')
    await checkout.drawn()

    expect(known).not.toContain('Email')
    expect(checkout.text).toContain('Email')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('is overridden by the property, which may be JSON too, or nothing', async () => {
    const checkout = await asking({ customer: ADA })
    const set = async (customer: unknown) => {
      checkout.element.customer = customer as Customer
      await checkout.drawn()
      return checkout.text
    }

    expect(await set({ name: 'Ada Lovelace' })).not.toContain('Full name')
    expect(await set('{"name":"Ada Lovelace"}')).not.toContain('Full name')
    for (const nothing of [undefined, null, '']) expect(await set(nothing)).toMatch(/Email.*Full name/)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('never comes from a property: an attribute is read by every script and tool of the page', async () => {
    const checkout = await asking()
    checkout.element.customer = { email: 'ada@example.com' }
    await checkout.drawn()

    expect(checkout.element.outerHTML).not.toContain('ada@example.com')
  })
})
