/** `/three-ds/{id}/{key}/…`: the way to the bank's pages and back. What comes back is handed on, never believed. */

import { errorText } from '../../config/error-text.ts'
import { log } from '../../config/log.ts'
import { attemptOf, type ThreeDsPage } from '../../config/signed-urls.ts'
import { payPage } from '../../domain/return-url.ts'
import type { Whereto } from '../../order/model/return-target.ts'
import { noticeFields } from '../callback-params.ts'
import type { EdgeContext } from '../context.ts'
import { ANSWERED_AT, bankForm, type StepName } from '../pages/bank-form.ts'
import { bankPage, methodPage } from '../pages/bank-page.ts'
import { gatewaysPage } from '../pages/gateway-page.ts'
import { backBlindly, backFrom, isFullPage, lost, toDonePage } from '../return-redirect.ts'
import type { HandlersOf } from '../serve.ts'

/** Sends the browser to the bank, or back to the shop where nothing is to be done there. */
async function showThreeDsStep(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c, 'step')
  if (attempt === undefined) return lost(c, 'key of the address')
  const { step, returnUrl } = (await c.env.ORDERS.getByName(id).openStep(attempt)) ?? {}
  // No token goes along: this address is told to the merchant too, and whoever has it must not come to see the order.
  const back = returnUrl ?? payPage(c.get('config').PUBLIC_URL)
  if (step?.type === 'redirect') return c.redirect(step.url ?? back, 303)
  if (step?.type === 'page' && step.html) return gatewaysPage(c, step.html)
  const form = step && (await bankForm(c.get('config'), step, { orderId: id, attempt }))
  if (!form) return c.redirect(back, 303)
  return step.type === 'method' ? methodPage(c, form, back) : bankPage(c, form)
}

/** The browser that brings a challenge's result goes on to the shop. */
const hearing = (step: StepName) => async (c: EdgeContext) => {
  const { id, attempt } = await namedBy(c, ANSWERED_AT[step])
  if (attempt === undefined) return lost(c, 'key of the address')
  const whereto = await tell(c, { id, attempt, step })
  return whereto ? backFrom(c, whereto, id) : lost(c, 'no such attempt')
}

/** The bank's hidden page tells the pages around it that it is done; one that is not hidden is left. */
async function hearThreeDsMethod(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c, ANSWERED_AT.method)
  if (attempt === undefined) return lost(c, 'key of the address')
  const told = await tell(c, { id, attempt, step: 'method' })
  if (!told) return lost(c, 'no such attempt')
  return isFullPage(c) ? backFrom(c, told, id) : toDonePage(c)
}

/** State is in the path alone: a bank may change the query. */
async function namedBy(
  c: EdgeContext,
  page: ThreeDsPage,
): Promise<{ id: string; attempt: number | undefined }> {
  const { id = '', key = '' } = c.req.param()
  return { id, attempt: await attemptOf(c.get('config'), { purpose: `three-ds/${page}`, orderId: id, key }) }
}

interface Answer {
  readonly id: string
  readonly attempt: number
  readonly step: StepName
}

/**
 * Hands the answer on. Nobody else has it, so an order that just died is told once more: it stores what it is told
 * first, and the same answer again changes nothing.
 *
 * @returns Where the browser belongs; `undefined` if there is no such attempt.
 */
async function tell(c: EdgeContext, { id, ...answer }: Answer): Promise<Whereto | undefined> {
  try {
    const fields = lowerCased(await noticeFields(c.req.raw))
    const answerOnce = () => c.env.ORDERS.getByName(id).answerStep({ ...answer, fields })
    return await answerOnce().catch(answerOnce)
  } catch (error) {
    log('step-not-told', { supportId: c.get('supportId'), step: answer.step, why: errorText(error) })
    return backBlindly(c)
  }
}

/** Banks do not agree on the letter case of the names. */
const lowerCased = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

export const threeDsHandlers: HandlersOf<
  'showThreeDsStep' | 'hearThreeDsMethod' | 'hearChallenge' | 'hearPares'
> = {
  showThreeDsStep,
  hearThreeDsMethod,
  hearChallenge: hearing('challenge'),
  hearPares: hearing('pareq'),
}
