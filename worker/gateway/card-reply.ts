/** Reads what the gateway tells of kept cards. Pure: no clock, no storage, no network. */
import { isAnswer, refusalOf, refused } from './refusal.ts'
import type { CardInfoReply, CardRefReply, RecurringPaymentReply, Refused } from './reply.ts'
import { first, identifier, NAMES, type ReplyFields, readFields, word } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/** These answer at once, so a bad end is a refusal. */
const BAD_ENDS = ['declined', 'error', 'filtered']

/** Reads the answer to a request for a card reference. `undefined` if it cannot be understood. */
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

/** Reads the answer to a request for scheduled charges. `undefined` if it proves neither that there are any nor that not. */
export const readRecurringPaymentReply = (raw: RawReply): RecurringPaymentReply | undefined =>
  readAtOnce(raw, (fields) => {
    const recurringPaymentId = identifier(fields.get('recurring-payment-id'))
    return (
      recurringPaymentId && {
        kind: 'accepted',
        recurringPaymentId,
        gatewayId: identifier(first(fields, NAMES.gatewayId)),
      }
    )
  })

/** Reads what card a reference stands for. `undefined` if it cannot be understood: without its last four digits. */
export const readCardInfoReply = (raw: RawReply): CardInfoReply | undefined =>
  readAtOnce(raw, (fields) => {
    const told = digits(fields.get('masked-pan'), MASKED)
    const lastFour = digits(fields.get('last-four-digits'), /^\d{4}$/) || told.slice(-4)
    const bin = digits(fields.get('bin'), /^\d{6,8}$/)
    return (
      lastFour && {
        kind: 'accepted',
        bin,
        brand: word(first(fields, ['card-type', 'brand'])) ?? '',
        masked: told || `${bin}******${lastFour}`,
        expiryMonth: digits(fields.get('expire-month')?.padStart(2, '0'), /^(0[1-9]|1[0-2])$/),
        expiryYear: digits(fields.get('expire-year'), /^\d{4}$/),
        holder: fields.get('card-printed-name')?.slice(0, MAX_HOLDER) || undefined,
      }
    )
  })

/** A number that shows more than it should, or none at all, is made anew of what may be shown. */
const MASKED = /^\d{0,8}[*•xX]{4,13}\d{4}$/

/** The length of the field in requests. */
const MAX_HOLDER = 128

function readAtOnce<Reply>(
  raw: RawReply,
  read: (fields: ReplyFields) => Reply | '' | undefined,
): Reply | Refused | undefined {
  const fields = readFields(raw.text)
  if (!fields) return undefined
  if (!isAnswer(raw, fields)) return refusalOf(raw, fields)
  if (BAD_ENDS.includes(fields.get('status')?.toLowerCase() ?? '')) return refused(fields)
  return read(fields) || undefined
}

const digits = (text: string | undefined, pattern: RegExp) => (text && pattern.test(text) ? text : '')
