/** The tag as a field that a form requires. */

import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

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
    await checkout.reads('Payment approved')
    const { element } = checkout

    expect([element.form, element.validationMessage, element.checkValidity()]).toEqual([null, '', true])
    expect(element.validity.valid).toBe(true)
  })
})
