import { describe, expect, it } from 'vitest'
import { ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import { isProof } from './refusal-watch.ts'

/** Every other status shows that the gateway took a payment. */
const NO_PROOF = ['open', 'sending', 'processing', 'error', 'unknown', 'cancelled', 'expired']

describe('that the gateway takes payments', () => {
  it.each(Object.keys(ORDER_PHASES) as OrderStatus[])(
    'is shown, or not, by an order that is %s',
    (status) => {
      expect(isProof(status)).toBe(!NO_PROOF.includes(status))
    },
  )
})
