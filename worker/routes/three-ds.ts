/** `/three-ds/{id}/{key}/…`: the way to the bank's pages and back. What comes back is handed on, never believed. */
import { payPage } from '../access/return-address.ts'
import { attemptOf } from '../config/capabilities.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { lost, onward } from './back-to-shop.ts'
import { bankForm, bankPage } from './bank-page.ts'
import type { EdgeContext } from './context.ts'
import { noticeFields } from './notice-fields.ts'
import type { HandlersOf } from './serve.ts'

type StepName = 'method' | 'challenge' | 'pareq'

/** Sends the browser to the bank. Where nothing is to be done there, the edge's own page shows how the payment stands. */
async function showThreeDsStep(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c)
  if (attempt === undefined) return lost(c, 'key of the address')
  const step = await c.env.ORDERS.getByName(id).step(attempt)
  if (step?.type === 'redirect' && step.url) return c.redirect(step.url, 303)
  const form = step && bankForm(step)
  return form ? bankPage(c, form) : onward(c, payPage(c.get('config').PUBLIC_URL), id)
}

/** The browser that brings a challenge's result goes on to the shop. */
const hearing = (step: StepName) => async (c: EdgeContext) => {
  const { id, attempt } = await namedBy(c)
  if (attempt === undefined) return lost(c, 'key of the address')
  const page = await tell(c, { id, attempt, step })
  return page ? onward(c, page, id) : lost(c, 'no such attempt')
}

/** The bank's hidden page goes nowhere. */
async function hearThreeDsMethod(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c)
  if (attempt === undefined) return lost(c, 'key of the address')
  const told = await tell(c, { id, attempt, step: 'method' })
  if (!told) return lost(c, 'no such attempt')
  // It lies in a frame of the bank's making, in a page of the shop.
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors *")
  return c.html('<!doctype html><title>Done</title>')
}

/** State is in the path alone: a bank may change the query. */
async function namedBy(c: EdgeContext): Promise<{ id: string; attempt: number | undefined }> {
  const { id = '', key = '' } = c.req.param()
  return { id, attempt: await attemptOf(c.get('config'), { purpose: 'three-ds', orderId: id, key }) }
}

interface Answer {
  readonly id: string
  readonly attempt: number
  readonly step: StepName
}

/**
 * Hands the answer on. The order asks the gateway all the same, so a failure here only takes longer.
 *
 * @returns Where the shopper belongs; `undefined` if there is no such attempt.
 */
async function tell(c: EdgeContext, { id, ...answer }: Answer): Promise<string | undefined> {
  try {
    const fields = lowerCased(await noticeFields(c.req.raw))
    const told = await c.env.ORDERS.getByName(id).answerStep({ ...answer, fields })
    return told?.returnUrl
  } catch (error) {
    log('step-not-told', { supportId: c.get('supportId'), step: answer.step, why: errorText(error) })
    return payPage(c.get('config').PUBLIC_URL)
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
