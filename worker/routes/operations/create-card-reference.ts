/** References to cards: making one of a payment, and what may be shown of one. */
import { cardInfo } from '../../order/card-info.ts'
import { cardRefOperation, isSignable } from '../../order/model/methods.ts'
import { problem } from '../respond.ts'
import type { HandlersOf } from '../serve.ts'

/** What the gateway may call a reference. What is longer is none, and is not asked about. */
const CARD_REF = /^[\w.-]{1,128}$/

export const cardRefHandlers: HandlersOf<'createCardReference' | 'getCardInfo'> = {
  async createCardReference(c, { id, body: { version } }) {
    if (!isSignable(cardRefOperation(version), c.get('config')))
      return problem(c, { code: 'private-key-missing' })
    const made = await c.env.ORDERS.getByName(id).createCardRef(version)
    return made.ok ? c.json(made.value) : problem(c, made.reason)
  },
  async getCardInfo(c) {
    const ref = c.req.param('ref') ?? ''
    if (!CARD_REF.test(ref)) return problem(c, { code: 'not-found', why: 'no card reference' })
    if (!isSignable('get-card-info', c.get('config'))) return problem(c, { code: 'private-key-missing' })
    const known = await cardInfo(c.get('config'), ref)
    return known.ok ? c.json(known.value) : problem(c, known.reason)
  },
}
