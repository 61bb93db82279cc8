/** Which budget a request is counted on, and for whom. The operation and its caller decide both. */
import type { Merchant } from '../credentials/merchant-keys.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { BudgetName } from '../limits/coarse-limit.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import type { Authorized, Caller } from './authorize.ts'
import { addressOf } from './client-address.ts'
import type { EdgeContext } from './context.ts'
import { spendBudget } from './spend-budget.ts'

/** The columns that decide. */
type Budgeted = Pick<ApiOperation, 'budget' | 'access' | 'route'>

/** The sender of a request, as `serve` authorized it; `undefined` where anybody may. */
type Sender = Authorized | Caller | Merchant | undefined

/** @returns The budget of an operation; `undefined` for pages and documents that every visitor gets alike. */
export function budgetOf(row: Budgeted): BudgetName | undefined {
  if (row.budget) return row.budget
  if (row.access.token) return 'order'
  if (row.access.merchant) return 'merchant'
  return partsOf(row).path.includes('{key}') ? 'address' : undefined
}

/**
 * Counts a request whose sender is known.
 *
 * @returns `undefined` within the budget. Which one is spent is for the log only.
 */
export async function budgetRefusal(
  c: EdgeContext,
  operation: Budgeted,
  sender: Sender,
): Promise<Refusal | undefined> {
  const merchant = merchantIn(sender)
  const budget = merchant ? 'merchant' : budgetOf(operation)
  return budget && spendBudget(c, budget, merchant ?? subjectOf(c, budget, sender))
}

/** The name of the key, where the caller is a server of the merchant. Its own budget covers all orders. */
function merchantIn(sender: Sender): string | undefined {
  if (sender === undefined) return undefined
  if ('name' in sender) return sender.name
  return 'merchant' in sender ? sender.merchant.name : undefined
}

/**
 * A token that may only look travels in addresses, so its holders must not use up what the paying page needs; nor must those
 * who have the same link, or exchanged it. An exchange counts on its network, as the opening of an offer's order does. A
 * signed address counts with its key: a stranger who guesses keys uses up nothing of the gateway's.
 */
function subjectOf(c: EdgeContext, budget: BudgetName, sender: Sender): string {
  if (sender && 'scope' in sender && budget !== 'open') {
    const { id, scope, exchange } = sender
    if (scope === 'link') return `${id} ${scope} ${networkPrefix(addressOf(c))}`
    return exchange === undefined ? `${id} ${scope}` : `${id} ${scope} ${exchange}`
  }
  const { id, key } = c.req.param()
  return key === undefined ? networkPrefix(addressOf(c)) : `${id} ${key}`
}
