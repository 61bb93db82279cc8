import { creqMessage, pareqMessage } from '../bank/three-ds-messages.ts'
import type { Settings } from '../settings.ts'
import { isChallenged, type Transaction, tdsStep } from '../store/transaction.ts'
import { TEST_BANKS, type ThreeDsStep } from '../three-ds/test-banks.ts'
import type { ThreeDs } from '../three-ds/three-ds-state.ts'

type Describe = (threeDs: ThreeDs, order: Transaction, bankUrl: string) => Record<string, string | undefined>

const STEPS: Readonly<Record<ThreeDsStep, Describe>> = {
  method: ({ id, kind }, _order, bankUrl) => ({
    'three-ds-method-url': TEST_BANKS[kind].method && `${bankUrl}/3ds/method/${TEST_BANKS[kind].method}`,
    'three-ds-server-trans-id': id,
  }),
  challenge: (threeDs, _order, bankUrl) => ({
    'acs-url': `${bankUrl}/3ds/challenge`,
    creq: creqMessage(threeDs),
  }),
  pareq: (_threeDs, order, bankUrl) => ({
    'acs-url': `${bankUrl}/3ds/pareq`,
    pareq: pareqMessage(order),
    md: order.orderId,
  }),
}

type StepParams = Record<string, string | undefined>

/** The part of a status reply about the 3-D Secure step that is due, if `status` reports it. */
export const stepInStatus = (order: Transaction, settings: Settings): StepParams =>
  reportedIn(order) === 'reply' ? {} : describeStep(order, settings)

/** The part of the other replies about the step that their request started, if they report it. Names the address otherwise. */
export function stepInReply(order: Transaction, settings: Settings): StepParams {
  if (reportedIn(order) === 'status') return {}
  const { 'redirect-to': address, ...told } = describeStep(order, settings)
  return { ...told, 'redirect-url': address }
}

const reportedIn = ({ threeDs, challenge }: Transaction) => (threeDs ?? challenge)?.tells ?? 'status'

function describeStep(order: Transaction, { bankUrl }: Settings): StepParams {
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

/**
 * A whole page, as text, that leads to the bank: by itself, or on a click if scripts are off.
 *
 * @param url An address of the sandbox, which needs no escaping.
 */
const continueText = (url: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>On to your bank</title></head>
<body><form action="${url}"><button>Continue to your bank</button></form>
<script>document.forms[0].submit()</script></body>
</html>`
