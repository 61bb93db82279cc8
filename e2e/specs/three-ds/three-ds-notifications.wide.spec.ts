import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readLedger, resetSandbox } from '../../support/ledger.ts'
import { callbacksFor, movedFor, requestsFor } from '../../support/merchant/money.ts'
import { becomes, read } from '../../support/merchant/server.ts'
import {
  type AnsweredStep,
  everything,
  type Fields,
  postForm,
  type WaitingOrder,
  waitingOrder,
} from '../../support/waiting-order.ts'

beforeEach(() => resetSandbox())
afterAll(() => resetSandbox())

const snapshot = async (orders: readonly WaitingOrder[]) =>
  everything(await Promise.all(orders.map(({ id }) => read(id))))

/** `/three-ds/{id}/{key}/{page}` with one part replaced. */
function swapped(
  address: string,
  part: { readonly id?: string; readonly key?: string; readonly page?: string },
) {
  const { origin, pathname } = new URL(address)
  const [, root, id, key, page] = pathname.split('/')
  return [origin, root, part.id ?? id, part.key ?? key, part.page ?? page].join('/')
}

const keyOf = (address: string) => new URL(address).pathname.split('/')[3] ?? ''

const otherKey = (address: string) => {
  const key = keyOf(address)
  return (key.startsWith('A') ? 'B' : 'A') + key.slice(1)
}

/** What is wrong → address, fields and status of the answer, for two orders that wait alike. */
type Forgery = (own: WaitingOrder, other: WaitingOrder) => [address: string, fields: Fields, status: number]

const FORGERIES: readonly (readonly [string, Forgery])[] = [
  ['for another order', (own, other) => [swapped(own.address, { id: other.id }), other.answer, 404]],
  ['with another key', (own) => [swapped(own.address, { key: otherKey(own.address) }), own.answer, 404]],
  [
    'with another order’s key',
    (own, other) => [swapped(own.address, { key: keyOf(other.address) }), own.answer, 404],
  ],
  [
    'for another step',
    (own) => [
      swapped(own.address, { page: own.address.endsWith('cres') ? 'pares' : 'cres' }),
      own.answer,
      404,
    ],
  ],
  ['without its body', ({ address }) => [address, {}, 303]],
  ['with another order’s answer', (own, other) => [own.address, other.answer, 303]],
  [
    'with nonsense in its body',
    ({ address, answer }) => [
      address,
      Object.fromEntries(Object.keys(answer).map((name) => [name, '%'])),
      303,
    ],
  ],
]

const STEPS = ['challenge', 'pareq'] as const

describe.each(STEPS)('an answer to a %s', (step) => {
  it.each(FORGERIES)('%s changes nothing', async (_, forgery) => {
    const orders = [await waitingOrder(step), await waitingOrder(step)] as const
    const before = await snapshot(orders)

    const [address, fields, status] = forgery(...orders)
    expect(await postForm(address, fields)).toBe(status)

    expect(await snapshot(orders)).toEqual(before)
  })

  it('that is right leads to one charge, and changes nothing when replayed', async () => {
    const order = await waitingOrder(step)
    expect(await postForm(order.address, order.answer)).toBe(303)
    await becomes(order.id, 'approved')
    // The gateway's callback changes the order too.
    await expect.poll(() => callbacksFor(order.reference)).toEqual(['sale answered'])
    const before = await snapshot([order])

    const again = [order.answer, order.answer, {}].map((fields) => postForm(order.address, fields))
    expect(await Promise.all(again)).toEqual([303, 303, 303])

    expect(await snapshot([order])).toEqual(before)
    expect(await movedFor(order.reference)).toEqual(['charge 12.50 EUR'])
  })
})

it('another order’s PaRes is refused by the gateway, and the right one still counts', async () => {
  const [own, other] = [await waitingOrder('pareq'), await waitingOrder('pareq')]

  await postForm(own.address, { ...own.answer, PaRes: other.answer.PaRes ?? '' })
  const [sale, ...uploads] = await requestsFor(own.reference)
  expect(sale).toBe('sale accepted')
  // The edge resends what a busy gateway does not answer in time.
  expect(uploads).not.toEqual([])
  for (const upload of uploads) expect(upload).toMatch(/^upload-pares-result (?!accepted)/)
  expect((await read(own.id)).status).toBe('challenge')

  await postForm(own.address, own.answer)
  await becomes(own.id, 'approved')
  expect(await movedFor(own.reference)).toEqual(['charge 12.50 EUR'])
  expect(await movedFor(other.reference)).toEqual([])
})

describe('the end of a method', () => {
  const completions = async () => {
    const { transactions } = await readLedger()
    return transactions.map((one) => Object(one).threeDs.uploaded.threeDSCompInd)
  }

  it.each(FORGERIES)('%s does not count as its end', async (_, forgery) => {
    const orders = [await waitingOrder('method'), await waitingOrder('method')] as const

    const [address, fields, status] = forgery(...orders)
    expect(await postForm(address, fields)).toBe(status)

    for (const { id } of orders) await becomes(id, 'challenge')
    expect(await completions()).toEqual(['N', 'N'])
  })

  it('that is right counts, once', async () => {
    const order: WaitingOrder = await waitingOrder('method' satisfies AnsweredStep)
    await postForm(order.address, order.answer)
    await becomes(order.id, 'challenge')
    const before = await snapshot([order])

    await postForm(order.address, order.answer)

    expect(await snapshot([order])).toEqual(before)
    expect(await completions()).toEqual(['Y'])
  })
})
