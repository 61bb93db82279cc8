/** The texts that money hangs on, and whether somebody has translated them back. Pure. */
import { createHash } from 'node:crypto'
import { type LanguageFile, untranslated } from '../../widget/languages/language-file.ts'
import { type LabelKey, TEXTS } from '../../widget/screen/english-texts.ts'

/** A wrong word in one of these costs a shopper money, or a second payment. */
export const MONEY_TEXTS: readonly LabelKey[] = [
  ...(['pay', 'pay.open', 'pay.preauth', 'pay.verify', 'pay.payout', 'again', 'cancel'] as const),
  ...(['terms', 'redirect', 'error.network', 'error.terms-changed', 'broken.token-invalid'] as const),
  ...(['sending.long', 'method.long', 'processing.text', 'unknown.text'] as const),
  ...(['stop.text', 'stop.preauth', 'stop.payout', 'cancelled.text', 'failed.cancelled-at-gateway'] as const),
  ...(['declined.text', 'declined.payout', 'error.text', 'failed.payout', 'failed.declined-funds'] as const),
  ...(['failed.declined-expired-card', 'failed.declined-security-code'] as const),
  ...(['verify.text', 'voided.text', 'approved.text', 'preauth.text', 'payout.text'] as const),
  ...(['starting.long', 'cancelled.shop', 'charged-back.text'] as const),
  ...(['returned.text', 'partially-returned.text', 'surplus', 'surplus.back'] as const),
  ...(['payout.returned.text', 'returned.you', 'surplus.preauth', 'surplus.preauth.back'] as const),
  ...(['unknown.other', 'payout.returned'] as const),
  ...(['note.preauth', 'note.verify', 'total.preauth', 'confirm.text'] as const),
  ...(['payout.checked', 'payout.checked.text', 'earlier', 'again.order'] as const),
]

/** A file has so many digits of the digest: enough to notice a change. */
const DIGITS = 12

/** @returns What a file names as `compared` once these very texts have been translated back and compared with the English ones. */
export const moneyDigest = (
  { tag }: LanguageFile,
  english: Readonly<Record<string, string>> = TEXTS,
): string =>
  createHash('sha256')
    .update(JSON.stringify(MONEY_TEXTS.map((key) => [english[key], tag[key]])))
    .digest('hex')
    .slice(0, DIGITS)

/** How far a translation has been proven. A money text that changes makes it a draft again, and so does a text in English. */
export function proofOf(file: LanguageFile): string {
  if (untranslated(file).length > 0) return 'draft, some texts in English'
  return file.compared === moneyDigest(file) ? 'checked by back-translation' : 'draft'
}
