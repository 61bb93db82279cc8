/** The tag as a field that a form requires. */

import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

async function required(collect: ('email' | 'name')[] = ['email']) {
  const form = document.body.appendChild(document.createElement('form'))
  const submit = document.createElement('button')
  submit.textContent = 'Order'
  const checkout = Checkout.make({
    offer: offerOf({ collect }),
    name: 'order',
    locale: 'en-IE',
    required: true,
  })
  form.append(checkout.element, submit)
  await checkout.drawn()
  return { form, submit, checkout, element: checkout.element }
}

describe('a required payment', () => {
  it('is where the browser takes the shopper who submits without it', async () => {
    const { submit, checkout, element } = await required()

    await userEvent.click(submit)

    expect(document.activeElement).toBe(element)
    expect(checkout.root.activeElement).toBe(checkout.control('Email'))
  })

  it('takes the shopper to the button that pays where nothing is asked', async () => {
    const { submit, checkout } = await required([])

    await userEvent.click(submit)

    expect(checkout.root.activeElement).toBe(checkout.root.querySelector('[part~=primary]'))
  })

  it('has the members of a field', async () => {
    const { form, element } = await required()
    const heard: string[] = []
    element.addEventListener('invalid', ({ type }) => heard.push(type))

    expect(element.form).toBe(form)
    expect(element.willValidate).toBe(true)
    expect(element.validity.valueMissing).toBe(true)
    expect(element.validationMessage).toBe('Complete this payment first.')
    expect([element.checkValidity(), element.reportValidity()]).toEqual([false, false])
    expect(heard).toEqual(['invalid', 'invalid'])
  })

  it('is none outside of a form, or once it is paid', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ status: 'approved', methods: [] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, required: true }, tab)
    await checkout.reads('Thank you!')
    const { element } = checkout

    expect([element.form, element.validationMessage, element.checkValidity()]).toEqual([null, '', true])
    expect(element.validity.valid).toBe(true)
  })
})

describe('a payment that an earlier visit made', () => {
  /** A shopper who has paid in a form, and to whom the shop's server then shows that form again. */
  async function shownAgain(attributes: Record<string, boolean | string>) {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const visit = async () => {
      const checkout = Checkout.make({ offer, locale: 'en-IE', ...attributes }, new FakeTab(edge))
      const form = document.createElement('form')
      form.append(checkout.element)
      document.body.replaceChildren(form)
      await checkout.drawn()
      return { checkout, form }
    }
    const { checkout } = await visit()
    await checkout.reads('Continue to payment')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'approved' })
    await checkout.reads('Thank you!')
    return { ...(await visit()), id: edge.order.id, edge }
  }

  it.each([{ name: 'order', required: true }, { name: 'order' }])(
    'is the value of the form, which asks for no second one: %o',
    async (attributes) => {
      const { checkout, form, id } = await shownAgain(attributes)

      await checkout.reads('Thank you! You paid €12.50.')
      expect(checkout.buttons).not.toContain('Continue to payment')
      expect(form.checkValidity()).toBe(true)
      expect(new FormData(form).get('order')).toBe(id)
      // A page that submits its form on this event would submit it for ever.
      expect(checkout.outcomes).toEqual([])
    },
  )

  it('gives way to another one where the shopper wants to buy again', async () => {
    const { checkout, form, edge, id } = await shownAgain({ name: 'order', required: true })
    await checkout.reads('Thank you!')

    checkout.press('Buy again')
    await checkout.reads('€12.50 Continue to payment')
    expect(form.checkValidity()).toBe(false)
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    const next = checkout.element.order?.id ?? ''
    edge.tell(next, { status: 'approved' })
    await checkout.reads('Thank you!')

    expect([edge.orderCount, next === id]).toEqual([2, false])
    expect(new FormData(form).get('order')).toBe(next)
  })

  it('makes room in a form that takes no value of it', async () => {
    const { checkout } = await shownAgain({})

    await checkout.reads('You paid €12.50 on 21 November. Show receipt Continue to payment')
  })
})
