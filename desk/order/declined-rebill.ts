/** A charge of a saved card that brought no money. Pure. */
import type { OrderDetails } from '../../shared/order-history.ts'

/** Whether the bank declined a saved card that a server charged. Any other end may still bring money, or needs no card. */
export const isDeclinedRebill = ({ status, attempts }: Pick<OrderDetails, 'status' | 'attempts'>): boolean =>
  (status === 'declined' || status === 'filtered') && attempts.some(({ method }) => method === 'rebill')
