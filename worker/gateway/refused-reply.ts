/** Which replies prove that the gateway did nothing. Pure: no clock, no storage, no network. */
import type { Refused } from './reply.ts'
import { errorCode, errorMessage, isBareRefusal, isTyped, type ReplyFields } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/** A final refusal: a client error. After a time-out, a conflict or "try later" the gateway may have acted all the same. */
export const isRefusalStatus = (status: number) =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

/**
 * Reads a refusal.
 *
 * @returns `undefined` if the reply does not prove one. It takes the specification's media type and one of its statuses,
 *   or any status of a refusal and fields that only the gateway writes.
 */
export const refusalOf = (raw: RawReply, fields: ReplyFields): Refused | undefined =>
  isBareRefusal(raw) || (isRefusalStatus(raw.status) && isTyped(fields)) ? refused(fields) : undefined

/** The content of a reply that is known to be a refusal. */
export const refused = (fields: ReplyFields): Refused => ({
  kind: 'refused',
  errorCode: errorCode(fields),
  errorMessage: errorMessage(fields),
})

/** Whether the reply is an error: by its type, or without one by its words. */
export function isError(fields: ReplyFields): boolean {
  const type = fields.get('type')
  return type ? /error$/i.test(type) : !fields.has('status') && hasErrorWords(fields)
}

/** Some gateways write `0` or `null` for no error. */
const hasErrorWords = (fields: ReplyFields) =>
  !/^(0*|null)$/i.test(errorCode(fields)) || errorMessage(fields) !== undefined

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether a reply can mean success. */
export const isAnswer = ({ status }: RawReply, fields: ReplyFields) => isSuccess(status) && !isError(fields)
