/** For tests inside workerd: a merchant key with limits, and what its day has counted. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { RefundLimits } from '../../../shared/merchant-key.ts'
import type { RefundCount } from '../../limits/refund-count.ts'
import { setWith } from '../../testing/edge.ts'
import type { FollowUpRequest } from '../follow-ups.ts'
import { gateway } from './hosted-orders.ts'
import { paidOrder } from './orders.ts'
import { acceptedReply } from './scripted-gateway.ts'

const digests = new Map<string, string>()

/** A digest that no key has. */
function digestOf(name: string): string {
  const digest = digests.get(name) ?? (digests.size + 1).toString(16).padStart(64, '0')
  digests.set(name, digest)
  return digest
}

/** The setting with keys of these limits; the others are as a test wants them. */
export const keysWith = (keys: Readonly<Record<string, RefundLimits>>, settings: object = {}): void =>
  setWith({
    MERCHANT_KEYS: JSON.stringify(
      Object.entries(keys).map(([name, limits]) => ({
        ...{ name, digest: digestOf(name), scopes: ['read', 'refund'] },
        ...limits,
      })),
    ),
    ...settings,
  })

/** A refund of 5.00 by the key `assistant`. */
export const ASKED: FollowUpRequest = {
  ...{ kind: 'return', key: 'asked-1', by: 'assistant', amount: '5.00', currency: 'EUR' },
}

/** The sums that a key's day has, in minor units. */
export const countedBy = (key: string): Promise<number[]> =>
  runInDurableObject(env.REFUND_COUNTS.getByName(key), (_: RefundCount, { storage }) =>
    [...storage.kv.list<{ amountMinor: number }>({ prefix: 'refund:' })].map(
      ([, { amountMinor }]) => amountMinor,
    ),
  )

/** A paid order, at a gateway that accepts every return. */
export async function returnable(): Promise<string> {
  const id = await paidOrder(gateway)
  gateway.on('return', acceptedReply('serial-2'))
  return id
}
