import { expect, it } from 'vitest'
import { misnamed } from './layout.ts'

it.each([
  'worker/index.ts',
  'sandbox/index.ts',
  'worker/order/order.ts',
  'cli/pay-checkout.js',
  'worker/cloudflare.d.ts',
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
