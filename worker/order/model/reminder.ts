/** When a shopper is reminded of a request by itself. */
import { isPayable } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import type { MailQueue } from '../../mail/mail-queue.ts'
import { isOver } from './attempts.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** What was mailed, and whether the settings want reminders. */
interface Reminding {
  readonly mails?: MailQueue
  readonly isReminding?: boolean
}

/**
 * Once for each end, some days before it, unless the merchant reminded by hand. Only of a request that was mailed: no other
 * shopper expects mail. One that was mailed later than that has no reminder.
 *
 * @returns Milliseconds since the epoch; `undefined` if there is none to come.
 */
export function reminderDue(
  state: OrderState,
  { mails = [], isReminding }: Reminding,
  { reminderBefore }: Pick<Times, 'reminderBefore'>,
): number | undefined {
  if (!isReminding || isOver(state) || !isPayable(statusOf(state))) return undefined
  const at = state.terms.expiresAt - reminderBefore
  const asked = mails.some((one) => one.kind === 'request' && wentOut(one) && one.at < at)
  return asked && !mails.some((one) => one.kind === 'reminder' && isOfEnd(state, one.at, at)) ? at : undefined
}

/** A reminder of a former end does not count, unless it went out so late that it is one of this end too. */
const isOfEnd = ({ expiryChange }: OrderState, remindedAt: number, at: number) =>
  remindedAt >= Math.min(expiryChange?.at ?? 0, at)

const wentOut = ({ status }: MailQueue[number]) => status === 'sent' || status === 'unsure'
