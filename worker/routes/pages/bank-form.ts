/** The form that the browser posts to the bank at a 3-D Secure step. */
import { html } from 'hono/html'
import { toBase64Url } from '../../config/base64url.ts'
import type { Config } from '../../config/config.ts'
import { type ThreeDsPage, threeDsUrl } from '../../config/signed-urls.ts'
import type { Step } from '../../order/model/state.ts'

/** Step → the edge's page where the bank posts the result. */
export const ANSWERED_AT = { method: 'method', challenge: 'cres', pareq: 'pares' } as const satisfies Record<
  string,
  ThreeDsPage
>

/** Steps that post a form to the bank. */
export type StepName = keyof typeof ANSWERED_AT

/** The fields, and the bank's address. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** The order and the number of its attempt. */
interface Whose {
  readonly orderId: string
  readonly attempt: number
}

/**
 * Makes the form of a step.
 *
 * @returns `undefined` if there is nothing to post: the step is a page of the gateway's, or lacks data.
 * @see EMV 3-D Secure protocol, `threeDSMethodData`, `creq` and `threeDSSessionData`; 3-D Secure 1.0.2, `PaReq`, `MD`
 *   and `TermUrl`.
 */
export async function bankForm(config: Config, step: Step, whose: Whose): Promise<BankForm | undefined> {
  const { type, url } = step
  if (!url || type === 'redirect' || type === 'page') return undefined
  const fields = FIELDS[type](step, await threeDsUrl(config, ANSWERED_AT[type], whose), whose)
  return fields && { url, fields }
}

type FieldsOf = (step: Step, answerUrl: string, whose: Whose) => BankForm['fields'] | undefined

const FIELDS: Readonly<Record<StepName, FieldsOf>> = {
  method: ({ serverTransactionId: threeDSServerTransID }, threeDSMethodNotificationURL) =>
    threeDSServerTransID
      ? { threeDSMethodData: encoded(JSON.stringify({ threeDSServerTransID, threeDSMethodNotificationURL })) }
      : undefined,
  // The gateway gave the bank the result address. It contains the session data too.
  challenge: ({ creq }, _, { orderId, attempt }) =>
    creq ? { creq, threeDSSessionData: encoded(`${orderId}.${attempt}`) } : undefined,
  pareq: ({ pareq, md = '' }, answerUrl) =>
    pareq ? { PaReq: pareq, MD: md, TermUrl: answerUrl } : undefined,
}

const encoded = (text: string) => toBase64Url(new TextEncoder().encode(text))

/** The fields as escaped markup. */
export const hiddenInputs = (fields: BankForm['fields']) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
