import { majorUnits } from '../api/minor-units.ts'
import { capturedMinor, returnedMinor } from '../money/follow-up-rules.ts'
import {
  acquirerId,
  approvalCode,
  DESCRIPTOR,
  retrievalNumber,
  type Stages,
  stageOf,
  type Transaction,
} from '../store/transaction.ts'

/** The part of a status reply about one stage. */
export function describeStage(stage: Transaction): Record<string, string | undefined> {
  return {
    status: stage.status,
    'merchant-order-id': stage.clientOrderId,
    'paynet-order-id': stage.orderId,
    'end-point-id': stage.endpoint,
    'transaction-type': stage.type,
    'order-stage': stageOf(stage),
    'by-request-sn': stage.serialNumber,
    ...describeMoney(stage),
    'error-code': stage.outcome?.errorCode,
    'error-message': stage.outcome?.errorMessage,
    ...describeCard(stage),
    ...describeDestination(stage),
    ...describeProcessing(stage),
    email: stage.email,
    phone: stage.phone,
    merchantdata: stage.merchantData,
  }
}

function describeMoney({ amountMinor, currency }: Transaction): Record<string, string> {
  if (!currency) return {}
  return { amount: majorUnits(amountMinor, currency), currency }
}

/** The part of a status reply about the order as a whole, whichever stage the reply is about. */
export function describeOrder(stages: Stages): Record<string, string | undefined> {
  const [{ type, amountMinor, currency, cardRefId }] = stages
  if (!currency) return { 'card-ref-id': cardRefId }
  const money = (minor: number) => majorUnits(minor, currency)
  return {
    'initial-amount': money(amountMinor),
    'total-reversal-amount': money(returnedMinor(stages)),
    'total-capture-amount': type === 'preauth' ? money(capturedMinor(stages)) : undefined,
    'card-ref-id': cardRefId,
  }
}

function describeCard({ card }: Transaction): Record<string, string | undefined> {
  return {
    'card-type': card?.brand,
    bin: card?.bin,
    'last-four-digits': card?.last4,
    'card-exp-month': card?.expiryMonth,
    'card-exp-year': card?.expiryYear,
    'cardholder-name': card?.holder,
    name: card?.holder,
  }
}

function describeProcessing(stage: Transaction): Record<string, string | undefined> {
  if (!stage.settledAt) return {}
  return {
    'processor-tx-id': acquirerId(stage),
    'processor-rrn': retrievalNumber(stage),
    'approval-code': approvalCode(stage),
    'verified-3d-status': stage.outcome?.verified3d,
    descriptor: DESCRIPTOR,
    'gate-partial-reversal': 'enabled',
    'gate-partial-capture': 'enabled',
    'paynet-processing-date': moscowTime(stage.settledAt),
  }
}

/** The gateway's dates are in Moscow time, which is three hours ahead of UTC all year. */
function moscowTime(at: number): string {
  const text = new Date(at + 3 * 3_600_000).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} MSK`
}

/** The part of a status reply about the destination of a payout or a transfer. */
function describeDestination({ destination }: Transaction): Record<string, string | undefined> {
  return {
    'dest-bin': destination?.card?.bin,
    'dest-last-four-digits': destination?.card?.last4,
    'dest-card-type': destination?.card?.brand,
    'dest-bank-name': destination?.bankName,
  }
}
