/** Reads replies that accept or refuse a request; the outcome comes later. Pure: no clock, no storage, no network. */
import { isAnswer, refusalOf } from './refused-reply.ts'
import type { Acceptance } from './reply.ts'
import {
  address,
  first,
  identifier,
  isOwn,
  NAMES,
  pageOf,
  type ReplyFields,
  readFields,
} from './reply-fields.ts'
import { readThreeDsStep, stepNames, type ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply } from './transport.ts'

/**
 * Reads whether the gateway started a new transaction.
 *
 * An order that the reply names exists, so the edge follows it even if the reply is an error. Where it names none, the
 * shopper's next page or step shows that there is one: the edge follows it by the merchant's name.
 *
 * @param threeDs The gateway's words for 3-D Secure steps; without them no step is read.
 * @returns `undefined` if the reply proves neither that it started nor that it did not.
 */
export function readStart(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  const start = withStep(accepted(fields), fields, threeDs)
  if (start.gatewayId || leadsOn(raw, fields, start)) return start
  return namesOrder(fields) ? undefined : refusalOf(raw, fields)
}

/** Whether a reply that names no order leads the shopper on. A captive portal does so too, in another media type. */
const leadsOn = (raw: RawReply, fields: ReplyFields, { redirectUrl, threeDs, html }: Accepted) =>
  isOwn(raw) && isAnswer(raw, fields) && !namesOrder(fields) && Boolean(redirectUrl || threeDs || html)

/** Also by an identifier that cannot be read: it might be that of a charge. */
const namesOrder = (fields: ReplyFields) => first(fields, NAMES.gatewayId) !== undefined

/**
 * Reads whether the gateway accepted a request about an earlier transaction.
 *
 * Refusals name that transaction too, so its id proves nothing here. An answer that is no error has to name it, or the
 * shopper's next page or step.
 *
 * @param threeDs The gateway's words for 3-D Secure steps; without them no step is read.
 * @returns `undefined` if the reply proves neither acceptance nor refusal.
 */
export function readFollowUp(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  if (!isAnswer(raw, fields)) return refusalOf(raw, fields)
  const reply = withStep(accepted(fields), fields, threeDs)
  return reply.gatewayId || leadsOn(raw, fields, reply) ? reply : undefined
}

type Accepted = Extract<Acceptance, { kind: 'accepted' }>

/** Adds the shopper's next step, which the reply to a charge or to a step's result may contain. */
const withStep = (
  start: Accepted,
  fields: ReplyFields,
  threeDs: ThreeDsVocabulary | undefined,
): Accepted => ({
  ...start,
  threeDs: threeDs && readThreeDsStep(fields, threeDs),
  html: pageOf(fields.get('html')),
})

const accepted = (fields: ReplyFields): Accepted => ({
  kind: 'accepted',
  gatewayId: identifier(first(fields, NAMES.gatewayId)),
  serialNumber: identifier(fields.get('serial-number')),
  redirectUrl: address(first(fields, NAMES.redirectUrl)),
})
