import { shopOrder } from './card-order.ts'
import { EMAIL } from './shopper.ts'
import { sell } from './stack/stack.ts'

/** A page of the shop that asks for a card, as the shop's server writes it: a reload shows the same order. */
export interface CardPage {
  readonly url: string
  /** Identifier of the order. */
  readonly id: string
  /** The tag's `session`. */
  readonly session: string
}

/**
 * Opens an order and makes a page for it.
 *
 * @param hasSocket Whether the page's policy lets the tag open a socket.
 */
export async function cardPage({ hasSocket = true, email = EMAIL } = {}): Promise<CardPage> {
  const session = await shopOrder({ email })
  const [id = ''] = session.split('.')
  return { url: await sell({ offer: '', attributes: { session }, hasSocket }), id, session }
}
