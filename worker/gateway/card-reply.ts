/** Reads replies about saved cards. Pure: no clock, no storage, no network. */
import { brandIn, expiryOf, lastFourOf, maskedNumber } from './card-values.ts'
import { isAnswer, refusalOf, refused } from './refused-reply.ts'
import type { CardInfoReply, CardRefReply, RecurringPaymentReply, Refused } from './reply.ts'
import { cut, first, identifier, NAMES, type ReplyFields, readFields } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/** These operations finish in their reply, so a failed status is a refusal. */
const BAD_ENDS = ['declined', 'error', 'filtered']

/** Reads the reply to a request for a card reference. `undefined` if it is unreadable. */
export const readCardRefReply = (raw: RawReply): CardRefReply | undefined =>
  readAtOnce(raw, (fields) => {
    const cardRef = identifier(fields.get('card-ref-id'))
    return (
      cardRef && {
        kind: 'accepted',
        cardRef,
        uniqueCardRef: identifier(fields.get('unq-card-ref-id')),
        recurringPaymentId: identifier(fields.get('recurring-payment-id')),
      }
    )
  })

/** Reads the reply to a new recurring payment. `undefined` if it proves neither that one exists nor that none does. */
export const readRecurringPaymentReply = (raw: RawReply): RecurringPaymentReply | undefined =>
  readAtOnce(
    raw,
    (fields) => {
      const recurringPaymentId = identifier(fields.get('recurring-payment-id'))
      return (
        recurringPaymentId && {
          kind: 'accepted',
          recurringPaymentId,
          gatewayId: identifier(first(fields, NAMES.gatewayId)),
        }
      )
    },
    MADE,
  )

/** What a refusal of a new recurring payment cannot name. */
const MADE = ['recurring-payment-id', ...NAMES.gatewayId]

/** Reads the card behind a reference. `undefined` if the reply lacks its last four digits. */
export const readCardInfoReply = (raw: RawReply): CardInfoReply | undefined =>
  readAtOnce(raw, (fields) => {
    const told = maskedNumber(fields.get('masked-pan'))
    const lastFour = lastFourOf(fields.get('last-four-digits'), told)
    const bin = digits(fields.get('bin'), /^\d{6,8}$/)
    const { month, year } = expiryOf({
      whole: fields.get('expiration'),
      month: fields.get('expire-month'),
      year: fields.get('expire-year'),
    })
    return (
      lastFour && {
        kind: 'accepted',
        bin,
        brand: brandIn(first(fields, ['card-type', 'brand'])),
        masked: told || `${bin}******${lastFour}`,
        expiryMonth: month,
        expiryYear: year,
        holder: cut(fields.get('card-printed-name') ?? '', MAX_HOLDER) || undefined,
      }
    )
  })

/** The same length as in requests. */
const MAX_HOLDER = 128

/** @param made Fields that show that the gateway acted: a reply with one is no refusal. */
function readAtOnce<Reply>(
  raw: RawReply,
  read: (fields: ReplyFields) => Reply | '' | undefined,
  made: readonly string[] = [],
): Reply | Refused | undefined {
  const fields = readFields(raw)
  if (!fields) return undefined
  if (!isAnswer(raw, fields)) return first(fields, made) ? undefined : refusalOf(raw, fields)
  if (BAD_ENDS.includes(fields.get('status')?.toLowerCase() ?? '')) return refused(fields)
  return read(fields) || undefined
}

const digits = (text: string | undefined, pattern: RegExp) => (text && pattern.test(text) ? text : '')
