/** Reads replies that accept or refuse a request; the outcome comes later. Pure: no clock, no storage, no network. */
import { isAnswer, refusalOf } from './refused-reply.ts'
import type { Acceptance } from './reply.ts'
import { address, first, identifier, NAMES, pageOf, type ReplyFields, readFields } from './reply-fields.ts'
import { readThreeDsStep, stepNames, type ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply } from './transport.ts'

/**
 * Reads whether the gateway started a new transaction.
 *
 * An order that the reply names exists, so the edge follows it even if the reply is an error.
 *
 * @param threeDs The gateway's words for 3-D Secure steps; without them no step is read.
 * @returns `undefined` if the reply proves neither that it started nor that it did not.
 */
export function readStart(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  if (!first(fields, NAMES.gatewayId)) return refusalOf(raw, fields)
  return withStep(accepted(fields), fields, threeDs)
}

/**
 * Reads whether the gateway accepted a request about an earlier transaction.
 *
 * Refusals name that transaction too, so its id proves nothing here.
 *
 * @param threeDs The gateway's words for 3-D Secure steps; without them no step is read.
 * @returns `undefined` if the reply proves neither acceptance nor refusal.
 */
export function readFollowUp(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  return isAnswer(raw, fields) ? withStep(accepted(fields), fields, threeDs) : refusalOf(raw, fields)
}

type Accepted = Extract<Acceptance, { kind: 'accepted' }>

/** Adds the shopper's next step, which the reply to a charge or to a step's result may contain. */
const withStep = (
  start: Accepted | undefined,
  fields: ReplyFields,
  threeDs: ThreeDsVocabulary | undefined,
): Accepted | undefined =>
  start && {
    ...start,
    threeDs: threeDs && readThreeDsStep(fields, threeDs),
    html: pageOf(fields.get('html')),
  }

function accepted(fields: ReplyFields): Accepted | undefined {
  const gatewayId = identifier(first(fields, NAMES.gatewayId))
  if (!gatewayId) return undefined
  return {
    kind: 'accepted',
    gatewayId,
    serialNumber: identifier(fields.get('serial-number')),
    redirectUrl: address(first(fields, NAMES.redirectUrl)),
  }
}
