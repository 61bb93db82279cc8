/** A stack for a load run. */
import { signOffer } from '../../cli/sign-offer.ts'
import { type StackOptions, startStack } from '../../scripts/stack/stack.ts'
import type { LoadScene } from './shoppers.ts'

/** A running stack, and what shoppers need there. */
export interface LoadStack {
  readonly scene: LoadScene
  readonly stop: () => Promise<void>
}

/** Starts shop, edge and sandbox with the limits on. The tag must have been built. */
export async function startLoadStack(options: StackOptions = {}): Promise<LoadStack> {
  const { addresses, offerKey, secrets, stop } = await startStack({
    ...options,
    edge: { CHECKOUT_METHODS: '["hosted","card"]', LIMITS: '{}', ...options.edge },
  })
  const iat = Math.floor(Date.now() / 1000)
  const offer = await signOffer(
    {
      ...{ aud: addresses.edge, iat, exp: iat + 3600, item: 'mug', description: 'A mug' },
      ...{ currency: 'EUR', intent: 'sale', amount: '12.50' },
    },
    offerKey,
  )
  return { scene: { edge: addresses.local.edge, offer, merchantKey: secrets.merchantKey }, stop }
}
