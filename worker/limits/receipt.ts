/** Where a try to pay was counted, and which of these budgets has to hear how it ended. Pure. */
import { isOfCard, isOfNetwork } from './limit-names.ts'
import type { TryOutcome } from './tries.ts'

/** A try on one budget. */
interface CountedTry {
  /** Of the budget's object. */
  readonly name: string
  readonly ticket: string
  /** No row of the budget has the try in which its approval could be noted. Older versions do not say. */
  readonly hearsNoApproval?: true
}

/** Leads to the budgets that a try was counted on. */
export type Receipt = readonly CountedTry[]

/** What of a receipt may be stored beside an order: no digest of a card. */
export const withoutCard = (receipt: Receipt): Receipt => receipt.filter(({ name }) => !isOfCard(name))

/**
 * The budgets for which an outcome changes something. Each one is a call of an object.
 *
 * A network counts an open try as it counts a failure, so it hears of no failure. An approval lifts a count, so it goes only
 * to a budget whose row has the try. A try that never began has to leave every budget at once.
 */
export const hearing = (receipt: Receipt, outcome: TryOutcome): Receipt =>
  receipt.filter(({ name, hearsNoApproval }) => {
    if (outcome === 'good') return !hearsNoApproval
    return outcome === 'unused' || !isOfNetwork(name)
  })
