/** Which replies prove that the gateway did nothing. Pure: no clock, no storage, no network. */
import type { Refused } from './reply.ts'
import { errorCode, errorMessage, type ReplyFields } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/** A final refusal: a client error. After a time-out, a conflict or "try later" the gateway may have acted all the same. */
export const isRefusalStatus = (status: number) =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

/** Reads a refusal. `undefined` if the reply does not prove one. */
export const refusalOf = ({ status }: RawReply, fields: ReplyFields): Refused | undefined =>
  isRefusalStatus(status) ? refused(fields) : undefined

/** The content of a reply that is known to be a refusal. */
export const refused = (fields: ReplyFields): Refused => ({
  kind: 'refused',
  errorCode: errorCode(fields),
  errorMessage: errorMessage(fields),
})

/** Whether the reply's type is an error. */
export const isError = (fields: ReplyFields) => /error$/.test(fields.get('type') ?? '')

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether a reply can mean success. */
export const isAnswer = ({ status }: RawReply, fields: ReplyFields) => isSuccess(status) && !isError(fields)
