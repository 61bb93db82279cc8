/** `/three-ds/{id}/{key}/…`: the way to the bank's pages and back. What comes back is handed on, never believed. */
import { payPage } from '../access/return-address.ts'
import { attemptOf, type ThreeDsPage, threeDsUrl } from '../config/capabilities.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { lost, onward } from './back-to-shop.ts'
import { bankForm, bankPage } from './bank-page.ts'
import type { EdgeContext } from './context.ts'
import { noticeFields } from './notice-fields.ts'
import type { HandlersOf } from './serve.ts'

/** Step → the page where the bank answers it. */
const ANSWERED_AT = { method: 'method', challenge: 'cres', pareq: 'pares' } as const satisfies Record<
  string,
  ThreeDsPage
>

type StepName = keyof typeof ANSWERED_AT

/** Sends the browser to the bank, or to the edge's own page where nothing is to be done there. */
async function showThreeDsStep(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c, 'step')
  if (attempt === undefined) return lost(c, 'key of the address')
  const step = await c.env.ORDERS.getByName(id).step(attempt)
  const { PUBLIC_URL } = c.get('config')
  // No token goes along: this address is told to the merchant too, and whoever has it must not come to see the order.
  if (!step) return c.redirect(payPage(PUBLIC_URL), 303)
  if (step.type === 'redirect') return c.redirect(step.url ?? payPage(PUBLIC_URL), 303)
  const answerUrl = await threeDsUrl(c.get('config'), ANSWERED_AT[step.type], { orderId: id, attempt })
  const form = bankForm(step, answerUrl)
  return form ? bankPage(c, form) : c.redirect(payPage(PUBLIC_URL), 303)
}

/** The browser that brings a challenge's result goes on to the shop. */
const hearing = (step: StepName) => async (c: EdgeContext) => {
  const { id, attempt } = await namedBy(c, ANSWERED_AT[step])
  if (attempt === undefined) return lost(c, 'key of the address')
  const page = await tell(c, { id, attempt, step })
  return page ? onward(c, page, id) : lost(c, 'no such attempt')
}

/** The bank's hidden page goes nowhere. */
async function hearThreeDsMethod(c: EdgeContext): Promise<Response> {
  const { id, attempt } = await namedBy(c, ANSWERED_AT.method)
  if (attempt === undefined) return lost(c, 'key of the address')
  const told = await tell(c, { id, attempt, step: 'method' })
  if (!told) return lost(c, 'no such attempt')
  // It lies in a frame of the bank's making, in a page of the shop.
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors *")
  return c.html('<!doctype html><title>Done</title>')
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
