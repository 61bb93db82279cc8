/** Reads the answer to a request that the gateway takes and works on later. Pure: no clock, no storage, no network. */
import { isAnswer, refusalOf } from './gateway-refusal.ts'
import type { Acceptance } from './reply.ts'
import { address, first, identifier, NAMES, pageOf, type ReplyFields, readFields } from './reply-fields.ts'
import { readThreeDsStep, stepNames, type ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply } from './transport.ts'

/**
 * Reads whether a new transaction was started.
 *
 * An order that the gateway names exists, so it is followed even if an error came with it.
 *
 * @param threeDs How a step of 3-D Secure is told; without it none is read.
 * @returns `undefined` if the answer proves neither that it was started nor that it was not.
 */
export function readStart(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  if (!first(fields, NAMES.gatewayId)) return refusalOf(raw, fields)
  return withStep(accepted(fields), fields, threeDs)
}

/**
 * Reads whether something was done to an earlier transaction.
 *
 * That one is named in refusals too, so its name proves nothing here.
 *
 * @param threeDs How a step of 3-D Secure is told; without it none is read.
 * @returns `undefined` if the answer proves neither that it is being done nor that it is not.
 */
export function readFollowUp(raw: RawReply, threeDs?: ThreeDsVocabulary): Acceptance | undefined {
  const fields = readFields(raw, threeDs && stepNames(threeDs))
  if (!fields) return undefined
  return isAnswer(raw, fields) ? withStep(accepted(fields), fields, threeDs) : refusalOf(raw, fields)
}

type Accepted = Extract<Acceptance, { kind: 'accepted' }>

/** What the shopper has to do next: a charge's answer may tell of it, and that to the result of the step before. */
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
