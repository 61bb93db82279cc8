/** Whose reply it is. Pure: no clock, no storage, no network. */
import { NAMES, readFields } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/**
 * Whether a reply names another order than its request did. A proxy or a cache has mixed replies up then, so it proves
 * neither that the gateway acted nor that it did not.
 *
 * @param clientOrderId The merchant's name in the request. Absent: the request has none, and no reply is another's.
 */
export function isMisnamed({ sent: _, ...raw }: RawReply, clientOrderId: string | undefined): boolean {
  // Read without what was sent: a name may equal a card's number, and only the name that comes back matters here.
  const fields = clientOrderId === undefined ? undefined : readFields(raw)
  const names = NAMES.clientOrderId.flatMap((name) => fields?.get(name) ?? [])
  return names.some((name) => name !== clientOrderId?.trim())
}
