/** Does the jobs that are due. The model's schedule decides which jobs there are, and when. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { keepCard, lookUpSavedCards } from './card-tokens.ts'
import { eraseCore, erasePersonal } from './commands.ts'
import type { OrderContext } from './context.ts'
import { advanceDuplicateRefund } from './duplicate-refunds.ts'
import { continueCounting } from './follow-ups.ts'
import { settleCount } from './key-count.ts'
import type { DueJob, Job } from './model/schedule.ts'
import { confirmUnits, releaseUnits, settleUnits } from './offer-reservation.ts'
import { forget } from './restored-order.ts'
import { remind } from './shopper-mail-requests.ts'
import { lookForDuplicate, pollRequest } from './status-polling.ts'
import { endMethod, endShownStep, handOnAnswer } from './three-ds.ts'

/** An alarm that cannot even list its jobs, since a setting is wrong, tries again after this. */
const RETRY_MS = 60_000

type JobType = Job['type']

/** A job of one of these types. Spelled so that the compiler knows which action it goes to. */
type JobOf<Type extends JobType> = { [One in Type]: Job & { readonly type: One } }[Type]

/** One row a type of job: the function that does it. */
const ACTIONS: { readonly [Type in JobType]: (context: OrderContext, job: JobOf<Type>) => unknown } = {
  poll: pollRequest,
  // The order never sent an unmatched transaction's request.
  'give-up': ({ record }, { purpose, number }) =>
    purpose !== 'unmatched' && record.apply({ type: 'lost', purpose, number }),
  'end-polling': ({ record }, { purpose, number }) =>
    record.apply({ type: 'polling-ended', purpose, number }),
  look: (context, { attempt }) => lookForDuplicate(context, attempt),
  'refund-duplicate': (context, { number }) => advanceDuplicateRefund(context, number),
  'end-method': (context, { attempt }) => endMethod(context, attempt),
  'hand-on': (context, { attempt }) => handOnAnswer(context, attempt),
  'end-challenge': (context, { attempt }) => endShownStep(context, attempt),
  'ask-count': (context, { number }) => continueCounting(context, number),
  'end-approval': ({ record }, { number }) => record.apply({ type: 'approval-lapsed', number }),
  'settle-count': (context, { number }) => settleCount(context, number),
  'learn-cards': lookUpSavedCards,
  'keep-card': keepCard,
  tell: ({ record }) => record.notifier.send(),
  mail: ({ record }) => record.mailer.send(),
  remind,
  index: ({ record }) => record.listing.write(),
  'release-units': releaseUnits,
  'confirm-units': confirmUnits,
  'settle-units': settleUnits,
  expire: ({ record }) => record.apply({ type: 'expired' }),
  forget,
  'erase-personal': erasePersonal,
  'erase-core': eraseCore,
}

/** The platform runs an alarm within seconds. Later than this, something is wrong. */
const LATE_MS = 60_000

/**
 * Does what is due. A failed job never fails the alarm, which the platform gives up after six failures.
 *
 * @param scheduledAt The time that the alarm was set to, in milliseconds since the epoch, where the platform says so.
 */
export async function runDueJobs(context: OrderContext, scheduledAt = Date.now()): Promise<void> {
  const { record, times, measure } = context
  const lateMs = Date.now() - scheduledAt
  if (lateMs > LATE_MS) measure('alarm-late', {}, lateMs)
  try {
    const { activeEvery: first, minutesEvery: last } = times()
    await record.alarm.run({
      list: () => record.dueJobs(),
      pauses: { first, last },
      work: ({ job }: DueJob) => runJob(context, job),
      inFlight: () => record.background.pending,
    })
    record.flush()
  } catch (error) {
    log('alarm-failed', { order: record.state?.terms.id, error: errorText(error) })
    record.alarm.retryAt(Date.now() + RETRY_MS)
  }
}

async function runJob<Type extends JobType>(context: OrderContext, job: JobOf<Type>): Promise<void> {
  const { record } = context
  if (!record.state) return
  try {
    await ACTIONS[job.type](context, job)
  } catch (error) {
    log('work-failed', { order: record.state?.terms.id, work: job.type, error: errorText(error) })
  }
}
