/** The shop's own server. It opens orders for pages; nothing of what it does is measured. */
import { randomUUID } from 'node:crypto'
import { merchantClient, type OpenedSession, type SessionRequest } from '../packages/server/src/server.ts'
import type { Stack } from '../scripts/stack/stack.ts'

/** Opens an order of a shopper, whom no other order has. @param sold What differs from one order to another. */
export const openOrder = (
  { addresses, secrets }: Stack,
  sold: Pick<SessionRequest, 'intent' | 'amount' | 'description' | 'methods'>,
): Promise<OpenedSession> =>
  merchantClient({ edge: addresses.local.edge, key: secrets.merchantKey }).createOrder({
    ...{ reference: randomUUID(), currency: 'EUR', customer: { email: `${randomUUID()}@example.com` } },
    ...{ returnUrl: `${addresses.shop}/thanks.html`, ...sold },
  })
