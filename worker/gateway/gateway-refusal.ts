/** When an answer proves that nothing was done. Pure: no clock, no storage, no network. */
import type { Refused } from './reply.ts'
import { errorCode, errorMessage, type ReplyFields } from './reply-fields.ts'
import type { RawReply } from './transport.ts'

/** Refused for good: the client's mistake. Time-outs, conflicts and "try later" may have acted all the same. */
export const isRefusalStatus = (status: number) =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

/** Reads a refusal. `undefined` if the answer does not prove one. */
export const refusalOf = ({ status }: RawReply, fields: ReplyFields): Refused | undefined =>
  isRefusalStatus(status) ? refused(fields) : undefined

/** What an answer that is known to be a refusal says of itself. */
export const refused = (fields: ReplyFields): Refused => ({
  kind: 'refused',
  errorCode: errorCode(fields),
  errorMessage: errorMessage(fields),
})

/** Whether an answer calls itself an error. */
export const isError = (fields: ReplyFields) => /error$/.test(fields.get('type') ?? '')

export const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether an answer can be the success of what was asked. */
export const isAnswer = ({ status }: RawReply, fields: ReplyFields) => isSuccess(status) && !isError(fields)
