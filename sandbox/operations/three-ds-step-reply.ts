import { COURSES, type ThreeDsStep } from '../bank/test-banks.ts'
import { challengeRequest, payerRequest } from '../bank/three-ds-messages.ts'
import type { ThreeDs } from '../bank/three-ds-state.ts'
import { isChallenged, type Transaction, tdsStep } from '../money/transaction.ts'
import { continueText } from '../pages/continue-html.ts'
import type { Settings } from '../settings.ts'

type Describe = (threeDs: ThreeDs, order: Transaction, bankUrl: string) => Record<string, string | undefined>

const STEPS: Readonly<Record<ThreeDsStep, Describe>> = {
  method: ({ id, kind }, _order, bankUrl) => ({
    'three-ds-method-url': COURSES[kind].method && `${bankUrl}/3ds/method/${COURSES[kind].method}`,
    'three-ds-server-trans-id': id,
  }),
  challenge: (threeDs, _order, bankUrl) => ({
    'acs-url': `${bankUrl}/3ds/challenge`,
    creq: challengeRequest(threeDs),
  }),
  pareq: (_threeDs, order, bankUrl) => ({
    'acs-url': `${bankUrl}/3ds/pareq`,
    pareq: payerRequest(order),
    md: order.orderId,
  }),
}

type Told = Record<string, string | undefined>

/** What a status reply tells of the step of 3-D Secure that is due, if one is and `status` tells of it. */
export const stepInStatus = (order: Transaction, settings: Settings): Told =>
  tellsIn(order) === 'reply' ? {} : describeStep(order, settings)

/** What the reply to the request that made a step due tells of it, if it does. The address has another name there. */
export function stepInReply(order: Transaction, settings: Settings): Told {
  if (tellsIn(order) === 'status') return {}
  const { 'redirect-to': address, ...told } = describeStep(order, settings)
  return { ...told, 'redirect-url': address }
}

const tellsIn = ({ threeDs, challenge }: Transaction) => (threeDs ?? challenge)?.tells ?? 'status'

function describeStep(order: Transaction, { bankUrl }: Settings): Told {
  const step = tdsStep(order)
  if (step && order.threeDs) return { 'tds-status': step, ...STEPS[step](order.threeDs, order, bankUrl) }
  const { challenge } = order
  if (!challenge || !isChallenged(order)) return {}
  const redirectTo = `${bankUrl}/acs/${challenge.token}`
  const { kind } = challenge
  return {
    ...(kind !== 'html-alone' && { 'redirect-to': redirectTo }),
    ...(kind.startsWith('html') && { html: continueText(redirectTo) }),
  }
}
