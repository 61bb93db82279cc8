/** A page may set any attribute to any text: the tag always draws something, and never throws at the page. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { Checkout, offerOf } from '../testing/harness.ts'

const text = fc.oneof(
  fc.constantFrom(
    '',
    'sale',
    '1',
    '12.50',
    'redirect',
    'popup',
    'frame',
    'hosted card',
    'dark',
    'en-GB',
    'ar',
    'true',
    '{"email":"a@b.c"}',
  ),
  fc.constantFrom(...NASTY_TEXTS),
  fc.json(),
)

const attributes = fc.record(
  {
    offer: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(offerOf(), offerOf({ min: '1.00', max: '9.00' })) },
      text,
    ),
    ...Object.fromEntries(
      [
        'product',
        'session',
        'quantity',
        'amount',
        'presentation',
        'return-url',
        'return-join',
        'locale',
        'methods',
        'theme',
        'customer',
        'name',
        'lang',
        'dir',
        'disabled',
        'required',
      ].map((name) => [name, text]),
    ),
  },
  { requiredKeys: ['offer'] },
)

/** Each run defines and draws a tag of its own. */
const options = { numRuns: 150, seed: 1 }

describe('a tag', () => {
  it('draws, whatever its attributes', async () => {
    const errors: unknown[] = []
    const note = (event: ErrorEvent | PromiseRejectionEvent) => {
      errors.push('reason' in event ? event.reason : event.error)
    }
    addEventListener('error', note)
    addEventListener('unhandledrejection', note)
    await fc.assert(
      fc.asyncProperty(attributes, async (given) => {
        const checkout = await Checkout.open(given as Record<string, string>)
        expect(checkout.root.childElementCount).toBeGreaterThan(0)
        checkout.element.remove()
      }),
      options,
    )
    expect(errors).toEqual([])
    removeEventListener('error', note)
    removeEventListener('unhandledrejection', note)
  })
})
