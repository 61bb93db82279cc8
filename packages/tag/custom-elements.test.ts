/** The manifest says of the tag's attributes what the tag does. */
import { expect, it } from 'vitest'
import { PayCheckout } from '../../widget/element/pay-checkout.ts'
import manifest from './custom-elements.json' with { type: 'json' }

const [{ declarations: [checkout] = [] } = {}] = manifest.modules

it('has every attribute that the tag observes, and the name that a form reads', () => {
  const names = checkout?.attributes.map(({ name }) => name)

  expect(names?.toSorted()).toEqual([...PayCheckout.observedAttributes, 'name'].toSorted())
})

it('says which properties are reflected', () => {
  const reflected = checkout?.members.filter((member) => 'reflects' in member).map(({ name }) => name)
  const properties = [...PayCheckout.elementProperties].filter(([, { reflect }]) => reflect)

  expect(reflected?.toSorted()).toEqual(properties.map(([name]) => name).toSorted())
})
