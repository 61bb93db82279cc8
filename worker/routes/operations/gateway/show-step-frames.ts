/**
 * `/frames/…`: pages for frames in the shop's page. The path alone says which step a frame shows. If no such step is due, they
 * lead to `/frames/done`.
 */
import { attemptOf, type FramePage, frameUrl } from '../../../config/signed-urls.ts'
import type { Step } from '../../../order/model/state.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { bankForm } from '../../pages/bank-form.ts'
import { challengeFrame, donePage, formFrame, methodFrame, redirectFrame } from '../../pages/frames.ts'
import { gatewayPage } from '../../pages/gateway-page.ts'
import { lost, ONWARD, toDonePage } from '../../return-redirect.ts'

const frame = {
  tag: 'page',
  pages: '-',
  access: {},
  reply: { status: 200, description: 'The page.', body: 'text/html' },
  otherReplies: [ONWARD],
  problems: ['not-found'],
} as const

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

/** Shows the step if it is due. Otherwise the frame ends, and the tag reads the order again. */
const showing = (page: FramePage, show: Show) => async (c: EdgeContext) => {
  const whose = await named(c, page)
  if (!whose) return lost(c, 'key of the address')
  const { step } = (await orderOf(c, whose.orderId).openStep(whose.attempt)) ?? {}
  const shown = step && (await show(c, { step, whose }))
  return shown ?? toDonePage(c)
}

/** Shows the gateway's form, as long as the shopper may pay there. */
async function showForm(c: EdgeContext): Promise<Response> {
  const whose = await named(c, 'form')
  if (!whose) return lost(c, 'key of the address')
  const { form } = (await orderOf(c, whose.orderId).openForm(whose.attempt)) ?? {}
  return form ? formFrame(c, form) : toDonePage(c)
}

/** @returns `undefined` if the key is wrong. */
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
  // The gateway's page leads to the bank, which no shop's policy lists. So it is nested, as the bank's own pages are.
  if (step.type === 'page') return redirectFrame(c, await frameUrl(c.get('config'), 'gateway-page', whose))
  const form = step.type === 'method' ? undefined : await bankForm(c.get('config'), step, whose)
  return form && challengeFrame(c, form)
}

const showGatewaysPage: Show = (c, { step }) =>
  step.type === 'page' && step.html ? gatewayPage(c, step.html) : undefined

export const showMethodFrame = operation(
  { ...frame, route: 'GET /frames/method/{id}/{key}', summary: 'Runs the bank’s Method page' },
  showing('method', showMethod),
)

/** The bank's page is in a frame inside this one. Opening it starts the time of the challenge. */
export const showChallengeFrame = operation(
  {
    ...frame,
    route: 'GET /frames/challenge/{id}/{key}',
    summary: 'Shows the bank’s challenge',
  },
  showing('challenge', showChallenge),
)

/** Foreign markup, isolated in an opaque origin. */
export const showGatewayPageFrame = operation(
  {
    ...frame,
    route: 'GET /frames/gateway-page/{id}/{key}',
    summary: 'Shows the page that the gateway supplied',
  },
  showing('gateway-page', showGatewaysPage),
)

/** The form is in a frame inside this one, as long as the shopper may pay there. */
export const showFormFrame = operation(
  {
    ...frame,
    route: 'GET /frames/form/{id}/{key}',
    summary: 'Shows the gateway’s payment form',
  },
  showForm,
)

/** Every frame and pop-up ends here: it closes a pop-up, or sends the message `pay-checkout:done` to the pages around it. */
export const showDoneFrame = operation(
  {
    route: 'GET /frames/done',
    tag: 'page',
    summary: 'Ends a frame or a pop-up',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    problems: [],
  },
  donePage,
)
