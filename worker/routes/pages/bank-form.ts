/** What a bank is told at a step of 3-D Secure: the form that the browser posts to it. */
import { html } from 'hono/html'
import { toBase64Url } from '../../config/base64url.ts'
import type { Config } from '../../config/config.ts'
import { type ThreeDsPage, threeDsUrl } from '../../config/signed-urls.ts'
import type { Step } from '../../order/model/state.ts'

/** Step → the page where the bank answers it. */
export const ANSWERED_AT = { method: 'method', challenge: 'cres', pareq: 'pares' } as const satisfies Record<
  string,
  ThreeDsPage
>

/** The steps at which a bank is posted a form. */
export type StepName = keyof typeof ANSWERED_AT

/** What is posted to the bank, and where. */
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
 * Lays out what a bank is told at a step.
 *
 * @returns `undefined` where there is nothing to post: a page of the gateway's, or a step that lacks something.
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
  // The gateway has told the bank where to answer. What the session data say stands in that address too.
  challenge: ({ creq }, _, { orderId, attempt }) =>
    creq ? { creq, threeDSSessionData: encoded(`${orderId}.${attempt}`) } : undefined,
  pareq: ({ pareq, md = '' }, answerUrl) =>
    pareq ? { PaReq: pareq, MD: md, TermUrl: answerUrl } : undefined,
}

const encoded = (text: string) => toBase64Url(new TextEncoder().encode(text))

/** The form's fields as markup. Whatever comes from outside is escaped in it. */
export const hiddenInputs = (fields: BankForm['fields']) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
