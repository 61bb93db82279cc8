/** For tests inside workerd: attempts that wait for a step of 3-D Secure, at a scripted gateway. */
import { afterEach, beforeEach } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import type { Charge } from '../payments.ts'
import { becomes, CHARGE, lasting, orderOf, serverTerms } from './orders.ts'
import { startOver } from './platform.ts'
import { acceptedReply, ScriptedGateway } from './scripted-gateway.ts'

/** Step → the operation that uploads its answer. */
export const UPLOAD = {
  method: 'upload-method-url-result',
  challenge: 'upload-cres-result',
  pareq: 'upload-pares-result',
} as const

/** The gateway's fields for a Method page. */
export const METHOD = {
  'tds-status': 'method',
  'three-ds-method-url': 'http://bank.localhost/method',
  'three-ds-server-trans-id': 'd3e5b2f0-0000-4000-8000-000000000001',
}

/** A message of 3-D Secure 2 in base64url. */
export const bankMessage = (type: string, change: Record<string, unknown> = {}) =>
  btoa(
    JSON.stringify({ messageType: type, threeDSServerTransID: 'id-1', acsTransID: 'acs-1', ...change }),
  ).replace(/=+$/, '')
/** A challenge's request, its answer, and another answer. */
export const CREQ = bankMessage('CReq')
export const CRES = bankMessage('CRes', { transStatus: 'Y' })
export const OTHER_CRES = bankMessage('CRes', { transStatus: 'N' })
/** The gateway's fields for a challenge, and for one of 3-D Secure 1.0.2. */
export const CHALLENGE = { 'tds-status': 'challenge', 'acs-url': 'http://bank.localhost/acs', creq: CREQ }
export const PAREQ = {
  'tds-status': 'pareq',
  'acs-url': 'http://bank.localhost/acs',
  pareq: 'eJx',
  md: 'm-1',
}

/** The gateway of the test that runs. */
export let gateway: ScriptedGateway

/** Gives each test of a file a gateway of its own, which accepts a sale and every upload. */
export function useGatewayWithSteps(): void {
  beforeEach(() => {
    gateway = new ScriptedGateway()
    gateway.on('sale', acceptedReply('serial-1'))
    for (const operation of Object.values(UPLOAD)) gateway.on(operation, acceptedReply('serial-2'))
    answerWith(gateway.fetch)
    // So long that no time is over before a slow machine has looked.
    setWith(lasting({ methodDeadline: 60_000 }))
  })
  afterEach(startOver)
}

/** An order whose gateway will wait for a step soon. */
export async function begun(step: Record<string, string>, charge: Charge = CHARGE): Promise<string> {
  const terms = serverTerms()
  gateway.reports('processing', step)
  await orderOf(terms.id).charge(terms, charge)
  return terms.id
}

/** An order whose gateway waits for a step. */
export async function at(
  step: Record<string, string>,
  status: string,
  charge: Charge = CHARGE,
): Promise<string> {
  const id = await begun(step, charge)
  await becomes(id, status)
  return id
}

/** The gateway goes on as soon as it receives an upload. */
export const goesOnAfter = (operation: string, status: string, step: Record<string, string> = {}) =>
  gateway.on(operation, () => {
    gateway.reports(status, step)
    return acceptedReply('serial-2')()
  })

/** Whether hardly any of these seconds has passed, on a slow machine too; a step without a limit shows none. */
export const about = (seconds: number | undefined) => (shown: number | undefined) =>
  seconds === undefined
    ? shown === undefined
    : shown !== undefined && shown <= seconds && shown > seconds - 20

/** The fields that a Method page posts. */
export const methodData = (serverTransactionId: unknown, change = (text: string) => text) => ({
  threedsmethoddata: change(btoa(JSON.stringify({ threeDSServerTransID: serverTransactionId }))),
})

/** What an honest bank posts when its Method page is done. */
export const ANSWERED = methodData(METHOD['three-ds-server-trans-id'], (text) => text.replace(/=+$/, ''))

/** Posts an answer of the bank's page. */
export const answer = (id: string, step: 'method' | 'challenge' | 'pareq', fields: Record<string, string>) =>
  orderOf(id).answerStep({ attempt: 1, step, fields })
