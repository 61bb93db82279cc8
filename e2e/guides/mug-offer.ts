import { CompactSign, importJWK, type JWK } from 'jose'
import type { Stack } from '../../scripts/stack/stack.ts'

/** An offer of a mug, signed for the reader's pages. */
export async function mugOffer({ addresses, offerKey }: Stack, origins: readonly string[]): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const item = `mug-${crypto.randomUUID()}`
  const claims = {
    ...{ aud: addresses.edge, iat: now, exp: now + 3_600, origins, item, description: 'Heather mug' },
    ...{ currency: 'EUR', intent: 'sale', amount: '12.50', quantity: { min: 1, max: 5 } },
    ...{ methods: ['hosted'], collect: ['email'] },
  }
  const { alg, kid } = offerKey as { alg: string; kid: string }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg, kid, typ: 'pay-offer+jwt' })
    .sign(await importJWK(offerKey as unknown as JWK, alg))
}
