/** Asks the object of a shopper's network how much the network holds unpaid, of all limited offers together. */
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import type { HoldVerdict } from '../limits/hold-ledger.ts'
import { holdsName, orderMark } from '../limits/limit-names.ts'
import type { OrderContext } from './context.ts'

/** A shopper whose network is to answer for units. */
interface Holder {
  readonly order: string
  /** How many limited offers the order has. */
  readonly offers: number
  readonly isChecked: boolean
}

/**
 * Names the network that is to answer for the order's units: the one that does already, or the shopper's. The caller
 * stores it before {@link holdAtNetwork}, so that an order which dies can still tell the network that it holds nothing.
 *
 * @returns The name of its object; `undefined` where no network has to answer.
 */
export async function holderFor({ record, config }: OrderContext, ip: string): Promise<string | undefined> {
  const settings = config()
  if (settings.LIMITS === 'off') return record.storage.holder
  return record.storage.holder ?? holdsName(settings, networkPrefix(ip))
}

/** @returns Whether the network may hold the units of this order too. Where the limits are off, it may. */
export async function holdAtNetwork(
  context: OrderContext,
  { order, offers, isChecked }: Holder,
): Promise<HoldVerdict['type']> {
  const { record, config, times, holdsOf, reached } = context
  const { holder } = record.storage
  if (holder === undefined) return 'granted'
  const { reservation, requestDeadline } = times()
  const wish = {
    ...{ order: await orderMark(config(), order), offers, isChecked },
    tries: triesOf(config()),
    // It is renewed once, and the counters are asked before it begins.
    lastsMs: 2 * (reservation + requestDeadline),
  }
  const verdict = await withTimeout(requestDeadline, holdsOf(holder).hold(wish))
  await reached('network-asked')
  return verdict
}

/**
 * Tells the network that the order holds nothing any more. Repeating it is harmless. A network that does not answer
 * forgets the order by itself.
 */
export async function endHold(context: OrderContext, isPaid: boolean): Promise<void> {
  const { record, config, times, holdsOf } = context
  const { state, storage } = record
  const { holder } = storage
  if (holder === undefined || !state) return
  storage.holder = undefined
  try {
    const mark = await orderMark(config(), state.terms.id)
    await withTimeout(times().requestDeadline, holdsOf(holder).end(mark, isPaid))
  } catch (error) {
    log('limiter-unanswered', { order: state.terms.id, error: errorText(error) })
  }
}

const triesOf = ({ LIMITS }: Config) => (LIMITS === 'off' ? 0 : LIMITS.triesPerNetwork)
