/** Which tokens of an order are void. Whether a token is genuine, the route has checked before. */
import type { OrderState } from './state.ts'

/** When the token of a call was issued, in milliseconds since the epoch. Absent: the caller has no token. */
export type IssuedAt = number | undefined

/** Whether a token was issued before the order's tokens were revoked. */
export const isVoid = (
  { tokensRevokedAt }: Pick<OrderState, 'tokensRevokedAt'>,
  issuedAt: IssuedAt,
): boolean => issuedAt !== undefined && tokensRevokedAt !== undefined && issuedAt <= tokensRevokedAt
