/** `/frames/…`: the edge's pages for frames. Which step is shown stands in the path alone; nothing comes back here. */
import { attemptOf, type FramePage, frameUrl } from '../../config/signed-urls.ts'
import type { Step } from '../../order/model/state.ts'
import type { EdgeContext } from '../context.ts'
import { bankForm } from '../pages/bank-form.ts'
import {
  cardFrame,
  challengeFrame,
  destinationFrame,
  donePage,
  formFrame,
  methodFrame,
  redirectFrame,
} from '../pages/frames.ts'
import { gatewaysPage } from '../pages/gateway-page.ts'
import { lost, toDonePage } from '../return-redirect.ts'
import type { HandlersOf } from '../serve.ts'

/** The order and the number of its attempt. */
interface Whose {
  readonly orderId: string
  readonly attempt: number
}

/** The step that a frame is to show, and whose it is. */
interface Shown {
  readonly step: Step
  readonly whose: Whose
}

type Show = (c: EdgeContext, shown: Shown) => Response | undefined | Promise<Response | undefined>

/** Shows the step that is due. Where none is, or another, the frame comes to its end, and the tag looks again. */
const frame = (page: FramePage, show: Show) => async (c: EdgeContext) => {
  const whose = await named(c, page)
  if (!whose) return lost(c, 'key of the address')
  const { step } = (await c.env.ORDERS.getByName(whose.orderId).openStep(whose.attempt)) ?? {}
  const shown = step && (await show(c, { step, whose }))
  return shown ?? toDonePage(c)
}

/** Shows the gateway's own form inside, as long as somebody may pay there. */
async function showFormFrame(c: EdgeContext): Promise<Response> {
  const whose = await named(c, 'form')
  if (!whose) return lost(c, 'key of the address')
  const { form } = (await c.env.ORDERS.getByName(whose.orderId).openForm(whose.attempt)) ?? {}
  return form ? formFrame(c, form) : toDonePage(c)
}

/** @returns `undefined` if the edge did not make the address. */
async function named(c: EdgeContext, page: FramePage): Promise<Whose | undefined> {
  const { id: orderId = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: `frames/${page}`, orderId, key })
  return attempt === undefined ? undefined : { orderId, attempt }
}

const showMethod: Show = async (c, { step, whose }) => {
  const form = step.type === 'method' ? await bankForm(c.get('config'), step, whose) : undefined
  return form && methodFrame(c, form)
}

const showChallenge: Show = async (c, { step, whose }) => {
  if (step.type === 'redirect' && step.url) return redirectFrame(c, step.url)
  // It leads to the bank, which no shop's policy names: so it is nested as the bank's own pages are.
  if (step.type === 'page') return redirectFrame(c, await frameUrl(c.get('config'), 'gateway-page', whose))
  const form = step.type === 'method' ? undefined : await bankForm(c.get('config'), step, whose)
  return form && challengeFrame(c, form)
}

const showGatewaysPage: Show = (c, { step }) =>
  step.type === 'page' && step.html ? gatewaysPage(c, step.html) : undefined

export const frameHandlers: HandlersOf<
  | 'showMethodFrame'
  | 'showChallengeFrame'
  | 'showGatewayPageFrame'
  | 'showFormFrame'
  | 'showDoneFrame'
  | 'showCardFrame'
  | 'showDestinationFrame'
> = {
  showMethodFrame: frame('method', showMethod),
  showChallengeFrame: frame('challenge', showChallenge),
  showGatewayPageFrame: frame('gateway-page', showGatewaysPage),
  showFormFrame,
  showDoneFrame: donePage,
  showCardFrame: cardFrame,
  showDestinationFrame: destinationFrame,
}
