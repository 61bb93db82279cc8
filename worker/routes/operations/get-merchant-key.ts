import { merchantKey } from '../../../shared/contract/response-schemas.ts'
import { MERCHANT_SCOPES } from '../../../shared/merchant-key.ts'
import type { MerchantKeyView } from '../../../shared/order-list.ts'
import { operation } from '../define-operation.ts'

/** `GET /v1/merchant-key`: the caller's own key, by which a page finds out what to offer. */
export const getMerchantKey = operation(
  {
    route: 'GET /v1/merchant-key',
    tag: 'merchant',
    summary: 'Returns the name and the scopes of the caller’s key',
    pages: 'merchant',
    access: { merchant: MERCHANT_SCOPES },
    reply: { status: 200, description: 'The key, without the key itself.', body: merchantKey },
    problems: [],
  },
  (c, { caller: { name, scopes } }) => c.json<MerchantKeyView>({ name, scopes }),
)
