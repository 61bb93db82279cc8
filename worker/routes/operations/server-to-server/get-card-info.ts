import { cardInfo as cardInfoSchema } from '../../../../shared/contract/response-schemas.ts'
import { cardInfo } from '../../../order/card-tokens.ts'
import { isSignable } from '../../../order/model/methods.ts'
import { operation } from '../../define-operation.ts'
import { problem } from '../../respond.ts'

/** The form of the gateway's references. Anything else is not worth a request. */
const CARD_REF = /^[\w.-]{1,128}$/

/** `GET /v1/card-refs/{ref}`: the parts of a saved card that a merchant may show. */
export const getCardInfo = operation(
  {
    route: 'GET /v1/card-refs/{ref}',
    tag: 'merchant',
    summary: 'Returns the card behind a reference',
    pages: 'merchant',
    access: { merchant: 'read' },
    path: { ref: 'The reference, from createCardReference.' },
    reply: { status: 200, description: 'The parts of the card that may be shown.', body: cardInfoSchema },
    problems: [
      'gateway-refused',
      'gateway-silent',
      'not-found',
      'currency-not-served',
      'private-key-missing',
    ],
  },
  async (c) => {
    const ref = c.req.param('ref') ?? ''
    if (!CARD_REF.test(ref)) return problem(c, { code: 'not-found', why: 'no card reference' })
    if (!isSignable('get-card-info', c.get('config'))) return problem(c, { code: 'private-key-missing' })
    const known = await cardInfo(c.get('config'), ref)
    return known.ok ? c.json(known.value) : problem(c, known.reason)
  },
)
