import { merchantKey } from '../../../../shared/contract/response-schemas.ts'
import { MERCHANT_SCOPES } from '../../../../shared/merchant-key.ts'
import type { MerchantKeyView } from '../../../../shared/order-list.ts'
import { MAIL_KINDS } from '../../../../shared/order-values.ts'
import { isMailed } from '../../../mail/mail-setting.ts'
import { operation } from '../../define-operation.ts'

/** `GET /v1/merchant-key`: the caller's own key, by which a page finds out what to offer. */
export const getMerchantKey = operation(
  {
    route: 'GET /v1/merchant-key',
    tag: 'merchant',
    summary:
      'Returns the name, the scopes and the limits of the caller’s key, and what is mailed to shoppers',
    pages: 'merchant',
    access: { merchant: MERCHANT_SCOPES },
    reply: { status: 200, description: 'The key, without the key itself.', body: merchantKey },
    problems: [],
  },
  (c, { caller: { name, scopes, refundUpTo, refundPerDay } }) => {
    const mails = MAIL_KINDS.filter((kind) => isMailed(c.get('config'), kind))
    const limits = { ...(refundUpTo && { refundUpTo }), ...(refundPerDay && { refundPerDay }) }
    return c.json<MerchantKeyView>({ name, scopes, ...limits, ...(mails.length > 0 && { mails }) })
  },
)
