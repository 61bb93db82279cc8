/** What the settings say of a mail. Pure. */
import type { MailKind } from '../../shared/order-values.ts'
import type { Config } from '../config/config.ts'
import type { ShopperMail } from '../config/shopper-mail-setting.ts'
import type { MailSeller } from './letter-parts.ts'

/** Kind → the switch that turns it on. A merchant who may ask may remind; only reminders by themselves have a switch of their own. */
const SWITCHES = {
  receipt: 'receipts',
  request: 'requests',
  reminder: 'requests',
  refund: 'refunds',
  payout: 'payouts',
  sent: 'sent',
} as const satisfies Readonly<Record<MailKind, keyof ShopperMail>>

/** Whether the merchant has the edge send mails of a kind. */
export const isMailed = ({ SHOPPER_MAIL }: Pick<Config, 'SHOPPER_MAIL'>, kind: MailKind): boolean =>
  SHOPPER_MAIL?.[SWITCHES[kind]] === true

/** Who writes. Without a name it is the edge's host, as on the payment page. */
export function sellerOf({ MERCHANT, PUBLIC_URL }: Pick<Config, 'MERCHANT' | 'PUBLIC_URL'>): MailSeller {
  const { name = new URL(PUBLIC_URL).host, support, withdrawal, accent, address, taxNote } = MERCHANT ?? {}
  return {
    name,
    ...(support && { support }),
    ...(withdrawal && { withdrawal }),
    ...(accent && { accent }),
    ...(address && { address }),
    ...(taxNote && { taxNote }),
  }
}

/** From whom a mail comes, and where answers go; `undefined` where nothing is sent. Readers see the seller's name. */
export function senderOf(config: Pick<Config, 'SHOPPER_MAIL' | 'MERCHANT' | 'PUBLIC_URL'>) {
  if (!config.SHOPPER_MAIL) return undefined
  const { from, replyTo } = config.SHOPPER_MAIL
  const name = from.name ?? sellerOf(config).name
  return { from: { email: from.email, name }, ...(replyTo !== undefined && { replyTo }) }
}
