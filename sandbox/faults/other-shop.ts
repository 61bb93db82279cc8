/** Another shop that shares the merchant's account at the gateway, and names its orders as the merchant does. */
import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import { clientOrderIdOf } from '../api/params.ts'
import { BAD_GATEWAY, errorReply, type Reply, successReply, TIMED_OUT, withoutEmpty } from '../api/reply.ts'
import { settleNow } from '../money/settlement.ts'
import type { Card, Transaction, TransactionType } from '../store/transaction.ts'
import type { Consequence, FaultRule } from './fault-rule.ts'
import type { Execute, FaultContext, FaultStores } from './reply-changes.ts'

/** The transaction that each operation opens, by the end of its path. */
const OPENS: Readonly<Record<string, TransactionType>> = {
  sale: 'sale',
  'sale-form': 'sale',
  'payment-form': 'sale',
  preauth: 'preauth',
  'preauth-form': 'preauth',
  'account-verification': 'account-verification',
  'account-verification-form': 'account-verification',
  'make-rebill': 'rebill',
  payout: 'payout',
  'payout-form': 'payout',
  'payout-check': 'payout-check',
  transfer: 'transfer',
  'pan-eligibility/send': 'pan-eligibility',
}

/** Whether an operation opens an order, so that another shop's can be in its way. */
export const opensOrder = (operation: string) => Object.hasOwn(OPENS, operation)

/** How long ago the other shop made an older order. */
const AGE_MS = 3_600_000

/**
 * The account already has an order of another shop under the name of the request, and the gateway goes by the name.
 *
 * A name that nobody used before is no reason to refuse: with another name, the request is carried out or gets lost.
 */
export function atSharedAccount(call: Call, execute: Execute, { rule, stores, fires }: FaultContext): Reply {
  fires()
  const name = nameOf(call, rule)
  const older =
    rule.age === 'newer' ? undefined : (orderOfOtherShop(name, stores) ?? open(call, name, rule, stores))
  const isNameTaken = older?.clientOrderId === clientOrderIdOf(call.params)
  const reply = CONSEQUENCE[rule.consequence ?? 'acts']?.({
    call,
    older: isNameTaken ? older : undefined,
    stores,
  })
  const answer = reply ?? execute(call)
  if (rule.age === 'newer') open(call, name, rule, stores)
  return answer
}

/** What is before the first full stop is the name that a shop without marks would give. */
export const bareName = (name: string) => name.split('.', 1)[0] ?? name

const nameOf = ({ params }: Call, { name }: FaultRule) =>
  name === 'bare' ? bareName(clientOrderIdOf(params)) : clientOrderIdOf(params)

interface NamedCall {
  readonly call: Call
  /** The other shop's order, if it has the very name of the request. */
  readonly older: Transaction | undefined
  readonly stores: FaultStores
}

/** What the gateway does instead of the request. @returns `undefined` where it carries the request out. */
const CONSEQUENCE: Readonly<Partial<Record<Consequence, (named: NamedCall) => Reply | undefined>>> = {
  'used-name': ({ call, older }) =>
    older && errorReply(call, apiError('USED_ORDER_NAME', 'the name is taken')),
  'older-id': ({ call, older, stores }) => older && repliedWith(call, older, stores),
  lost: () => ({ ...TIMED_OUT, outcome: 'lost' }),
  '502': () => ({ ...BAD_GATEWAY, outcome: '502' }),
}

/** The reply to the request that opened an order, once more. */
function repliedWith(
  call: Call,
  { clientOrderId, orderId, endpoint, formToken, type }: Transaction,
  { settings }: FaultStores,
) {
  const page = type === 'payout' ? 'payout' : 'form'
  const reply = successReply(call, formToken ? 'async-form-response' : 'async-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': endpoint,
    'redirect-url': formToken && `${settings.url}/${page}/${formToken}`,
  })
  return { ...reply, outcome: 'older-id' }
}

const orderOfOtherShop = (name: string, { store }: FaultStores) =>
  store.transactions(name).find(({ clientOrderId, owner }) => clientOrderId === name && owner === 'other')

/** Carries out a request of the other shop like this one. No callback about it comes to the merchant. */
function open(call: Call, clientOrderId: string, rule: FaultRule, stores: FaultStores): Transaction {
  const { endpoint, prefix, params } = call
  const operation = prefix.replace(/^\/api\/v\d+\//, '')
  const [amount, currency] = [rule.amount ?? params.get('amount'), params.get('currency')]
  const like = {
    ...{ endpoint, type: rule.type ?? OPENS[operation] ?? 'sale' },
    amountMinor: (amount && currency && minorUnits(amount, currency)) || 0,
    ...withoutEmpty({ currency }),
    ...(operation.endsWith('form') && { formToken: crypto.randomUUID().replaceAll('-', '') }),
  }
  return openAsOtherShop(like, clientOrderId, rule, stores)
}

type Like = Pick<Transaction, 'endpoint' | 'type' | 'amountMinor' | 'currency' | 'formToken'>

/** Opens an order of another shop and settles it. */
export function openAsOtherShop(
  like: Like,
  clientOrderId: string,
  { status = 'approved', age }: FaultRule,
  stores: FaultStores,
): Transaction {
  const { endpoint, type, amountMinor, currency, formToken } = like
  const now = stores.now()
  const transaction: Transaction = {
    ...{ endpoint, type, amountMinor, clientOrderId, status: 'processing', owner: 'other' },
    ...(currency && { currency }),
    ...(formToken && { formToken }),
    ...{ serialNumber: crypto.randomUUID(), orderId: stores.store.nextOrderId(now) },
    ...{ description: 'An order of another shop', email: 'somebody@example.org', card: CARD },
    createdAt: age === 'newer' ? now : now - AGE_MS,
  }
  stores.store.add(transaction)
  if (status !== 'processing') settleNow({ status }, transaction, stores)
  return transaction
}

/** No test card of the merchant's. */
const CARD: Card = {
  ...{ vaultId: 'of-another-shop', brand: 'MASTERCARD', bin: '520000', last4: '0007' },
  ...{ expiryMonth: '10', expiryYear: '2038', holder: 'Somebody Else' },
}
