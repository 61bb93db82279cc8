/** The budgets that a try to pay is held to: the object of each, and how it is asked. */
import type { Config } from '../config/config.ts'
import type { Budgets } from '../config/limits-setting.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import type { Budget, Entry } from './budget.ts'
import type { TryKind } from './decision.ts'
import { type BudgetKind, budgetName, orderMark } from './limit-names.ts'

/** What a try is counted by. */
export interface Counted {
  /** The order's id. */
  readonly order: string
  readonly kind: TryKind
  readonly ip: string
  readonly email?: string
  /** The card's number, or its reference. */
  readonly card?: string
}

/** A budget, and what a try asks it. */
export interface AskedBudget {
  readonly kind: BudgetKind
  /** Of its object. */
  readonly name: string
  readonly enter: (budget: DurableObjectStub<Budget>) => Promise<Entry>
}

/**
 * The budgets of a try, its network's first. A card has none where no digest of it is made.
 *
 * @param isChecked The shopper passed a bot check for it.
 */
export async function askedBudgets(
  config: Config,
  { order, kind, ip, email, card }: Counted,
  { limits, isChecked }: { readonly limits: Budgets; readonly isChecked: boolean },
): Promise<readonly AskedBudget[]> {
  const [mark, network, address, number] = await Promise.all([
    orderMark(config, order),
    budgetName(config, 'network', networkPrefix(ip)),
    email && budgetName(config, 'email', email.trim().toLowerCase()),
    card && budgetName(config, 'card', card),
  ])
  const wish = { kind, order: mark, isChecked, limit: limits.triesPerNetwork }
  const asked = (of: BudgetKind, name: string | undefined, enter: AskedBudget['enter']) =>
    name ? [{ kind: of, name, enter }] : []
  return [
    ...asked('network', network, (budget) => budget.enterNetwork(wish)),
    ...asked('email', address, (budget) => budget.enter(kind, limits.triesPerEmail)),
    ...asked('card', number, (budget) => budget.enter(kind, limits.triesPerCard)),
  ]
}
