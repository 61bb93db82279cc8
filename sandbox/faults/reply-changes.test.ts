import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, type Values } from '../testing/merchant.ts'

const IDS = { login: 'merchant', client_orderid: '902B4FF5' }
/** Opens a gateway with an order. */
async function withOrder(operation: string, changes: Values = {}) {
  const gateway = testGateway()
  const opened = await gateway.ask(operation, { ...CARD_SALE, ...changes })
  const ids = { ...IDS, orderid: opened['paynet-order-id'] ?? '' }
  return { gateway, opened, ids }
}

describe('status under a fault rule', () => {
  it('newest-stage returns the newest stage, whatever was requested', async () => {
    const { gateway, opened, ids } = await withOrder('preauth')
    await gateway.ask('capture', ids)
    const asked = { ...ids, 'by-request-sn': opened['serial-number'] ?? '' }
    await gateway.faults({ operation: 'status', fault: 'newest-stage', times: 1 })

    const [faulted, right] = [await gateway.status(asked), await gateway.status(asked)]

    expect(faulted['transaction-type']).toBe('capture')
    expect(right['transaction-type']).toBe('preauth')
  })

  it('lagging with a delay reports processing for that long after the outcome', async () => {
    const { gateway, ids } = await withOrder('sale', { cvv2: '116' })
    await gateway.faults({ operation: 'status', fault: 'lagging', delayMs: 60_000 })

    const early = await gateway.status(ids)
    await gateway.control('clock', 'POST', { advanceMs: 60_000 })
    const late = await gateway.status(ids)

    expect(early).toMatchObject({ status: 'processing', 'order-stage': 'sale_processing' })
    expect(early).not.toHaveProperty('error-code')
    expect(late).toMatchObject({ status: 'declined', 'error-code': '116' })
  })

  it('lagging is not used up by requests before the outcome', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'status', fault: 'lagging', times: 1 })
    const form = await gateway.open()
    await gateway.status(IDS)
    await gateway.pay(form)

    const replies = [await gateway.status(IDS), await gateway.status(IDS)]

    expect(replies.map(({ status }) => status)).toEqual(['processing', 'approved'])
  })
})
