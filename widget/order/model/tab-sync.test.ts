import { expect, it } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import type { RememberedOrder } from '../remembered-orders.ts'
import { type ShownOrder, syncWithTab } from './tab-sync.ts'
import { BLANK } from './tag-state.ts'

const OTHERS: RememberedOrder = { key: 'k2', id: 'order-2', token: 'pay.2', seq: 5 }
const JOINS = { id: 'order-2', token: 'pay.2', key: 'k2', mayPay: true }
const NOTHING: ShownOrder = BLANK

const accessTo = (id: string) => ({ id, token: 'pay.1', key: 'k1', mayPay: true })

const shown = (view: Partial<OrderView>, change: Partial<ShownOrder> = {}): ShownOrder => ({
  ...NOTHING,
  access: accessTo('order-1'),
  view: { status: 'open', attempts: [], seq: 3, ...view } as unknown as OrderView,
  ...change,
})

it.each([
  ['joins the order that another tab opened', OTHERS, NOTHING, JOINS],
  [
    'looks at the order that an address named to another tag',
    { ...OTHERS, mayPay: false },
    NOTHING,
    { ...JOINS, mayPay: false },
  ],
  ['joins while nobody has tried to pay the order shown here', OTHERS, shown({}), JOINS],
  ['stays with an order that was tried to be paid', OTHERS, shown({ status: 'declined' }), undefined],
  ['stays while a click here is carried out', OTHERS, { ...NOTHING, isBusy: true }, undefined],
  ['waits for the other tab while it has no token yet', { key: 'k2', id: 'order-2' }, NOTHING, undefined],
  [
    'reads its own order when another tab knows it newer',
    OTHERS,
    shown({}, { access: accessTo('order-2') }),
    'refresh',
  ],
  [
    'reads nothing that it follows',
    OTHERS,
    shown({}, { access: accessTo('order-2'), isFollowed: true }),
    undefined,
  ],
  [
    'reads nothing that it knows as new',
    OTHERS,
    shown({ seq: 5 }, { access: accessTo('order-2') }),
    undefined,
  ],
  ['reads an order that another tab dropped', undefined, shown({ status: 'processing' }), 'refresh'],
  ['leaves a final order that another tab dropped', undefined, shown({ status: 'approved' }), undefined],
  ['leaves its order while another tab makes a new one', { key: 'k3' }, shown({}), undefined],
] as const)('%s', (_, remembered, order, expected) => {
  expect(syncWithTab(remembered, order)).toEqual(expected)
})
