/** Styles of the page, and documents, in which the tag stays readable. */
import { afterEach, describe, expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'

const root = document.documentElement
const sheet = document.head.appendChild(document.createElement('style'))

afterEach(() => {
  root.style.fontSize = ''
  sheet.textContent = ''
})

const open = () => Checkout.open({ offer: offerOf({ collect: ['email'], methods: ['hosted', 'card'] }) })

const sizeOf = (element: Element | null) => parseFloat(getComputedStyle(element as Element).fontSize)

describe('a page whose root has letters of 10 px', () => {
  it('has a tag with labels of 14 px and controls of 44', async () => {
    root.style.fontSize = '62.5%'

    const { root: tag } = await open()

    expect(sizeOf(tag.querySelector('label[for]'))).toBe(14)
    expect(sizeOf(tag.querySelector('[part=price]'))).toBeGreaterThanOrEqual(16)
    for (const control of tag.querySelectorAll('input:not([type=radio]), button, [part=way]'))
      expect(control.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })

  it('has letters that grow to twice their size', async () => {
    root.style.fontSize = '32px'

    const { root: tag } = await open()

    expect(sizeOf(tag.querySelector('label[for]'))).toBe(28)
  })
})

it('a page that unsets all properties has a tag that is a block', async () => {
  sheet.textContent = '* { all: unset }'

  const { element } = await open()

  expect(getComputedStyle(element).display).toBe('block')
})

it('a tag that is moved to another document keeps its styles, and so does one that comes back', async () => {
  const { element, root: tag } = await open()
  const frame = document.body.appendChild(document.createElement('iframe'))
  const heightOf = () => {
    const button = tag.querySelector('[part~=primary]') as Element
    return element.ownerDocument.defaultView?.getComputedStyle(button).minHeight
  }
  const height = heightOf()

  frame.contentDocument?.body.append(element)
  expect(heightOf()).toBe(height)

  document.body.append(element)
  expect(heightOf()).toBe(height)
})
