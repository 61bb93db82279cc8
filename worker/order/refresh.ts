import type { MerchantOrderView } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import { merchantAnswer } from './merchant-response.ts'
import type { Attempt, OrderState } from './model/state.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'
import type { Questions } from './status-polling.ts'

/** Asks the gateway now about everything that may still change. Refused where it answered none of it. */
export async function refresh(
  record: OrderRecord,
  questions: Questions,
): Promise<Result<MerchantOrderView, Refusal>> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const heard = await Promise.all(askAll(state, questions))
  const isSilent = heard.length > 0 && !heard.includes(true)
  return isSilent
    ? refused({ code: 'gateway-silent', order: record.merchantView(record.state ?? state) })
    : merchantAnswer(record)
}

/** A recurring payment is no transaction, and what was paid may always be reversed or charged back. */
function askAll(state: OrderState, questions: Questions): Promise<boolean>[] {
  const { attempts, followUps, foreign, reversals, payment } = state
  const isAsked = ({ asking, number, method, status }: Attempt) =>
    method !== 'recurring-payment' && (asking !== undefined || number === payment || status === 'unknown')
  return [
    ...attempts.filter(isAsked).map(({ number }) => questions.about(number)),
    ...followUps
      .filter(({ asking, status }) => asking || status === 'unknown')
      .map(({ number }) => questions.aboutFollowUp(number)),
    ...foreign.filter(({ asking }) => asking).map(({ id }) => questions.aboutForeign(id)),
    ...reversals.filter(({ asking }) => asking).map(({ number }) => questions.aboutReversal(number)),
  ]
}
