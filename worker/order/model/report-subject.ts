/**
 * What a report of the gateway is about. An answer about somebody else, or about nobody, is an error of the gateway: it
 * proves neither that something happened nor that nothing did.
 */
import type { Report } from './events.ts'

/**
 * `own`: the transaction that was asked about. `another`: a further transaction under the same name. `other-order`: a
 * transaction under another name. `nobody`: the report does not say which transaction it is about.
 */
export type Subject = 'own' | 'another' | 'other-order' | 'nobody'

/** A transaction, as the order names it. */
export interface Named {
  readonly clientOrderId: string
  /** Absent until the gateway has named it. */
  readonly gatewayId?: string | undefined
}

/**
 * Tells what a report is about. The gateway's identifier has to be right where the order knows it: one name may have
 * several transactions.
 *
 * @param asked The transaction that the gateway was asked about.
 */
export function subjectOf(
  { clientOrderId, gatewayId }: Named,
  report: Pick<Report, 'clientOrderId' | 'gatewayId'>,
): Subject {
  if (report.clientOrderId === undefined) return 'nobody'
  if (report.clientOrderId !== clientOrderId) return 'other-order'
  if (gatewayId === undefined || report.gatewayId === gatewayId) return 'own'
  return report.gatewayId === undefined ? 'nobody' : 'another'
}

/** Whether a report is about the transaction that was asked about. Only then it says anything of that. */
export const isAbout = (asked: Named, report: Pick<Report, 'clientOrderId' | 'gatewayId'>): boolean =>
  subjectOf(asked, report) === 'own'

/** What an order keeps of a report about something else: whose it is. The rest may tell of other people. */
export const namesOf = ({ status, clientOrderId, gatewayId }: Report): Report => ({
  ...{ status, clientOrderId, gatewayId, kind: 'other', type: '' },
  ...{ amountMinor: undefined, currency: undefined, reversedMinor: undefined, card: undefined },
  hasNamesOnly: true,
})
