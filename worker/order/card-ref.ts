/** Has the gateway keep cards. It moves no money, so it may be asked again. */
import type { CardReference } from '../../shared/order-view.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Gateway } from '../gateway/client.ts'
import { heard, type Unwilling, unwilling } from './gateway-refusal.ts'
import { cardRefOperation } from './model/methods.ts'
import type { Attempt } from './model/state.ts'

/** Has the gateway keep the card of a payment. Repeating it makes another reference to the same card. */
export function createCardRef(
  gateway: Gateway,
  { clientOrderId, gatewayId = '', destination }: Attempt,
  version: CardReference['version'],
): Promise<Result<CardReference, Unwilling>> {
  const name = cardRefOperation(version)
  return heard(async () => {
    const reply = await gateway.call(name, destination, { clientOrderId, gatewayId })
    if (reply.kind === 'refused') return unwilling(reply)
    const { cardRef, uniqueCardRef, recurringPaymentId } = reply
    return accepted({
      version,
      cardRef,
      ...(uniqueCardRef && { uniqueCardRef }),
      ...(recurringPaymentId && { recurringPaymentId }),
    })
  })
}
