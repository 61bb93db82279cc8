import { describe, expect, it } from 'vitest'
import { misnamed, strayTests } from './layout.ts'

it.each([
  'worker/index.ts',
  'sandbox/index.ts',
  'worker/order/order.ts',
  'cli/pay-checkout.js',
  'worker/cloudflare.d.ts',
  'examples/sveltekit/src/routes/+page.ts',
  'README.md',
])('takes %s', (path) => expect(misnamed(path)).toEqual([]))

it.each([
  'widget/index.ts',
  'worker/order/index.ts',
  'widget/utils/text.ts',
  'worker/helpers.ts',
  'shared/types.ts',
  'widget/PayCheckout.ts',
])('refuses %s', (path) => expect(misnamed(path)).toEqual([expect.stringContaining(path)]))

describe('a test of the order', () => {
  const SOURCES = ['worker/order/three-ds.ts', 'worker/order/model/doubt.ts']

  it.each([
    'worker/order/three-ds.test.ts',
    'worker/order/three-ds-method.test.ts',
    'worker/order/model/doubt.test.ts',
    'worker/order/stories/strangers.test.ts',
    'worker/signing/vectors.test.ts',
  ])('may be %s', (path) => expect(strayTests([...SOURCES, path])).toEqual([]))

  it.each(['worker/order/strangers.test.ts', 'worker/order/doubt.test.ts', 'worker/order/three.test.ts'])(
    'may not be %s',
    (path) => expect(strayTests([...SOURCES, path])).toEqual([expect.stringContaining(path)]),
  )
})
