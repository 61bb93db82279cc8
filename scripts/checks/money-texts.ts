/** The texts that money hangs on, and whether somebody has translated them back. Pure. */
import { createHash } from 'node:crypto'
import type { LabelKey } from '../../widget/element/shopper-texts.ts'
import type { LanguageFile } from '../../widget/languages/language-file.ts'

/** A wrong word in one of these costs a shopper money, or a second payment. */
export const MONEY_TEXTS: readonly LabelKey[] = [
  ...(['pay', 'pay.preauth', 'pay.verify', 'pay.payout', 'again', 'cancel', 'terms'] as const),
  ...(['redirect', 'sending.long', 'unknown.text', 'stop.text', 'stop.payout'] as const),
  ...(['error.network', 'error.terms-changed', 'broken.token-invalid', 'declined.text'] as const),
  ...(['failed.cancelled-at-gateway', 'failed.payout', 'verify.text', 'voided.text'] as const),
  ...(['approved.text', 'preauth.text', 'payout.text', 'returned.text'] as const),
  ...(['surplus', 'surplus.back'] as const),
]

/** A file has so many digits of the digest: enough to notice a change. */
const DIGITS = 12

/** @returns What a file names as `compared` once these very texts have been translated back and compared. */
export const moneyDigest = ({ tag }: LanguageFile): string =>
  createHash('sha256')
    .update(JSON.stringify(MONEY_TEXTS.map((key) => tag[key])))
    .digest('hex')
    .slice(0, DIGITS)

/** How far a translation has been proven. A money text that changes makes it a draft again. */
export const statusOf = (file: LanguageFile): string =>
  file.compared === moneyDigest(file) ? 'checked by back-translation' : 'draft'
