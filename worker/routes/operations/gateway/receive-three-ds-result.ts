/** `/three-ds/{id}/{key}/…`: the bank's pages post their results here. The gateway checks them; the edge only forwards. */
import { errorText } from '../../../config/error-text.ts'
import { log } from '../../../config/log.ts'
import { attemptOf } from '../../../config/signed-urls.ts'
import type { ReturnTarget } from '../../../order/views/return-target.ts'
import { callbackParams } from '../../callback-params.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { ANSWERED_AT, type StepName } from '../../pages/bank-form.ts'
import { backBlindly, backFrom, isFullPage, lost, returnsShopper, toDonePage } from '../../return-redirect.ts'
import { requestIdOf } from '../../support-id.ts'

/** Stores the result, then finds the way on for the browser that brought it. */
const receive =
  (
    step: StepName,
    goOn: (c: EdgeContext, target: ReturnTarget, id: string) => Response | Promise<Response>,
  ) =>
  async (c: EdgeContext): Promise<Response> => {
    // The path holds all state: a bank may change the query.
    const { id = '', key = '' } = c.req.param()
    const purpose = `three-ds/${ANSWERED_AT[step]}` as const
    const attempt = await attemptOf(c.get('config'), { purpose, orderId: id, key })
    if (attempt === undefined) return lost(c, 'key of the address')
    const target = await forward(c, { id, attempt, step })
    return target ? goOn(c, target, id) : lost(c, 'no such attempt')
  }

/** The Method page usually ends in a hidden frame, which then tells the pages around it. */
export const receiveThreeDsMethodResult = operation(
  {
    ...returnsShopper,
    route: 'POST /three-ds/{id}/{key}/method',
    summary: 'Receives the end of the bank’s Method page',
    form: { threeDSMethodData: 'As the bank posts it.' },
  },
  receive('method', (c, target, id) => (isFullPage(c) ? backFrom(c, target, id) : toDonePage(c))),
)

export const receiveChallengeResult = operation(
  {
    ...returnsShopper,
    route: 'POST /three-ds/{id}/{key}/cres',
    summary: 'Receives the challenge result (3-D Secure 2)',
    form: { cres: 'As the bank posts it.', threeDSSessionData: 'As the bank posts it.' },
  },
  receive('challenge', backFrom),
)

export const receiveChallengeResultV1 = operation(
  {
    ...returnsShopper,
    route: 'POST /three-ds/{id}/{key}/pares',
    summary: 'Receives the challenge result (3-D Secure 1.0.2)',
    form: { PaRes: 'As the bank posts it.', MD: 'As the bank posts it.' },
  },
  receive('pareq', backFrom),
)

interface Result {
  readonly id: string
  readonly attempt: number
  readonly step: StepName
}

/**
 * Hands the result to the order. Only this browser has it, so the call is repeated once if the order's object died: the
 * order stores a result before anything else, and ignores a repeated one.
 *
 * @returns Where the browser goes next; `undefined` if there is no such attempt.
 */
async function forward(c: EdgeContext, { id, ...result }: Result): Promise<ReturnTarget | undefined> {
  try {
    const fields = lowerCased(await callbackParams(c.req.raw, c.get('config').times.bodyDeadline))
    const answer = () => orderOf(c, id).answerStep({ ...result, fields })
    return await answer().catch(answer)
  } catch (error) {
    log('step-not-told', { supportId: requestIdOf(c), step: result.step, why: errorText(error) })
    return backBlindly(c)
  }
}

/** Banks disagree on the letter case of the names. */
const lowerCased = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
