/** Reads the answer to a request that the gateway takes and works on later. Pure: no clock, no storage, no network. */
import { isAnswer, refusalOf } from './refusal.ts'
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
  const start = accepted(fields)
  if (!start) return undefined
  const step = threeDs && readThreeDsStep(fields, threeDs)
  return { ...start, threeDs: step, html: pageOf(fields.get('html')) }
}

/**
 * Reads whether something was done to an earlier transaction.
 *
 * That one is named in refusals too, so its name proves nothing here.
 *
 * @returns `undefined` if the answer proves neither that it is being done nor that it is not.
 */
export function readFollowUp(raw: RawReply): Acceptance | undefined {
  const fields = readFields(raw)
  if (!fields) return undefined
  return isAnswer(raw, fields) ? accepted(fields) : refusalOf(raw, fields)
}

function accepted(fields: ReplyFields): Extract<Acceptance, { kind: 'accepted' }> | undefined {
  const gatewayId = identifier(first(fields, NAMES.gatewayId))
  if (!gatewayId) return undefined
  return {
    kind: 'accepted',
    gatewayId,
    serialNumber: identifier(fields.get('serial-number')),
    redirectUrl: address(first(fields, NAMES.redirectUrl)),
  }
}
