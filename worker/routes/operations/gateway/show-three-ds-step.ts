import { attemptOf } from '../../../config/signed-urls.ts'
import { payPage } from '../../../domain/return-url.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { bankForm } from '../../pages/bank-form.ts'
import { bankPage, methodPage } from '../../pages/bank-page.ts'
import { gatewayPage } from '../../pages/gateway-page.ts'
import { lost, ONWARD } from '../../return-redirect.ts'

/**
 * `GET /three-ds/{id}/{key}/step`: sends the browser to the bank. Redirects if the bank's page takes no form, and to the shop,
 * without a token, if no step is due. Opening a challenge starts its time.
 */
export const showThreeDsStep = operation(
  {
    route: 'GET /three-ds/{id}/{key}/step',
    tag: 'gateway',
    summary: 'Sends the browser to the bank',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'The page.', body: 'text/html' },
    otherReplies: [ONWARD],
    problems: ['not-found'],
  },
  async (c) => {
    const { id = '', key = '' } = c.req.param()
    const attempt = await attemptOf(c.get('config'), { purpose: 'three-ds/step', orderId: id, key })
    if (attempt === undefined) return lost(c, 'key of the address')
    const { step, returnUrl } = (await orderOf(c, id).openStep(attempt)) ?? {}
    // The redirect carries no token: the merchant knows this address too, and it must not show them the shopper's view.
    const back = returnUrl ?? payPage(c.get('config').PUBLIC_URL)
    if (step?.type === 'redirect') return c.redirect(step.url ?? back, 303)
    if (step?.type === 'page' && step.html) return gatewayPage(c, step.html)
    const form = step && (await bankForm(c.get('config'), step, { orderId: id, attempt }))
    if (!form) return c.redirect(back, 303)
    return step.type === 'method' ? methodPage(c, form, back) : bankPage(c, form)
  },
)
