/** Uploads the bank's answer to a step of 3-D Secure to the gateway. It never counts as an outcome. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Browser } from '../domain/browser.ts'
import type { Gateway } from '../gateway/client.ts'
import { type GatewayFailure, orSilent, refusedByGateway } from './gateway-session.ts'
import { type Payer, toBrowserValues } from './model/gateway-requests.ts'
import type { ReportedStep } from './model/report-mapping.ts'
import type { AnswerFields, Attempt } from './model/state.ts'

/** How a Method page ended: its answer came, its time was up, or the bank has none (EMVCo `threeDSCompInd`). */
export type Completion = 'Y' | 'N' | 'U'

/** Uploads an answer. @returns The gateway's reply, which may name the next step. */
export type Upload = () => Promise<Result<ReportedStep, StepFailure>>

/** Why an answer was not handed on: the gateway did not take it, or it cannot be sent at all. */
export type StepFailure = GatewayFailure | { readonly code: 'unsendable' }

/** Stands for the browser of an attempt that a merchant's server made. Within the limits of EMVCo. */
const UNKNOWN_BROWSER: Browser = {
  acceptHeader: '*/*',
  userAgent: 'unknown',
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en',
  colorDepth: '24',
  screenWidth: '1280',
  screenHeight: '720',
  timeZone: '0',
}

/** Reports how the Method page ended. */
export function uploadMethod(
  gateway: Gateway,
  attempt: Attempt,
  { completion, payer }: { readonly completion: Completion; readonly payer: Payer },
): Promise<Result<ReportedStep, StepFailure>> {
  const { clientOrderId, gatewayId, step, destination } = attempt
  const input = {
    clientOrderId,
    gatewayId,
    serverTransactionId: step?.serverTransactionId,
    completion,
    browserIp: payer.ip,
    ...toBrowserValues(payer.browser ?? UNKNOWN_BROWSER),
  }
  return taken(() => gateway.call('upload-method-url-result', destination, input))
}

/** Hands a challenge's result on unchanged. */
export function uploadChallenge(
  gateway: Gateway,
  { clientOrderId, gatewayId, destination }: Attempt,
  { cres = '' }: AnswerFields,
): Promise<Result<ReportedStep, StepFailure>> {
  return taken(() =>
    gateway.call('upload-cres-result', destination, { clientOrderId, gatewayId, cRes: cres }),
  )
}

/** Hands the result of 3-D Secure 1.0.2 on unchanged. */
export function uploadPaRes(
  gateway: Gateway,
  { clientOrderId, gatewayId, destination }: Attempt,
  { pares = '', md }: AnswerFields,
): Promise<Result<ReportedStep, StepFailure>> {
  const input = { clientOrderId, gatewayId, paRes: pares, md }
  return taken(() => gateway.call('upload-pares-result', destination, input))
}

type Reply =
  | ({ readonly kind: 'accepted' } & ReportedStep)
  | { readonly kind: 'refused'; readonly errorCode: string }

/**
 * An upload may be repeated: the gateway takes one result of a step, and refuses another. A browser may have posted
 * values that cannot be sent at all.
 */
async function taken(upload: () => Promise<Reply>): Promise<Result<ReportedStep, StepFailure>> {
  try {
    return await orSilent(async () => {
      const reply = await upload()
      return reply.kind === 'refused' ? refusedByGateway(reply) : accepted(reply)
    })
  } catch (error) {
    if (error instanceof TypeError) return refused({ code: 'unsendable' })
    throw error
  }
}
