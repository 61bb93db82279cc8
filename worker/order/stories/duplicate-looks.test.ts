/** A request that a proxy sends twice charges twice, and the callback of the second charge is lost: looks find it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import { becomes, CHARGE, kill, lasting, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'

type Answer = ReturnType<typeof statusReply>

const about = (gatewayId: string, change: Record<string, string> = {}): Answer =>
  statusReply('approved', { 'paynet-order-id': gatewayId, ...change })

/** An approval that does not say whose it is. */
const nameless: Answer = () =>
  Response.json({
    ...{ type: 'status-response', status: 'approved', amount: '12.50', currency: 'EUR' },
    'transaction-type': 'sale',
  })

let gateway: ScriptedGateway
let looks: number

beforeEach(() => {
  gateway = new ScriptedGateway()
  looks = 0
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.on('void', acceptedReply('serial-v'))
  answerWith(gateway.fetch)
})

afterEach(startOver)

/**
 * A charge that was carried out twice.
 *
 * @param answers Those to the first looks. Any later one finds the second charge.
 */
async function chargedTwice(...answers: Answer[]): Promise<string> {
  const terms = serverTerms()
  gateway.onStatus((question, deadline) => {
    const asked = question.get('orderid')
    if (asked) return about(asked)(question, deadline)
    const answer = answers[looks] ?? about('77')
    looks += 1
    return answer(question, deadline)
  })
  await orderOf(terms.id).charge(terms, CHARGE)
  await becomes(terms.id, 'approved')
  return terms.id
}

const isFound = (id: string) =>
  expect
    .poll(async () => (await shown(id)).transactions.filter((one) => one.surplus))
    .toMatchObject([{ id: '77' }])

const ANOTHER = about('99', { 'merchant-order-id': 'order-of-others' })

describe('a second charge whose callback was lost is found and given back', () => {
  it.each<[string, Answer[]]>([
    ['is about another order', [ANOTHER]],
    ['is about another order, again and again', [ANOTHER, ANOTHER, ANOTHER]],
    ['names no order', [nameless]],
    ['names the order and no transaction', [about('')]],
    ['is of a replica that lags behind', [about('42')]],
  ])('though the answer to the first look %s', async (_, answers) => {
    const id = await chargedTwice(...answers)

    await isFound(id)
    await expect.poll(() => gateway.sent('void').map((body) => body.get('orderid'))).toEqual(['77'])
    // The later look comes at its own time, perhaps before this line.
    expect([answers.length + 1, answers.length + 2]).toContain(looks)
  })

  it.each<[string, Answer]>([
    ['is about another order', ANOTHER],
    ['is of a replica that lags behind', about('42')],
  ])('though the object dies after a look whose answer %s', async (_, answer) => {
    setWith(lasting({ activeEvery: 300, activeFor: 600 }))
    const id = await chargedTwice(answer)
    await expect.poll(() => looks).toBe(1)

    await kill(id)

    await isFound(id)
  })
})

describe('a charge of another sum is in doubt, and a second one', () => {
  it('is found and given back, although the identifier of the first answers every question', async () => {
    const terms = serverTerms()
    gateway.onStatus((question, deadline) =>
      about(question.get('orderid') ?? '77', { amount: '7.00' })(question, deadline),
    )

    await orderOf(terms.id).charge(terms, CHARGE)

    await becomes(terms.id, 'unknown')
    await isFound(terms.id)
    await expect.poll(() => gateway.sent('void').map((body) => body.get('orderid'))).toEqual(['77'])
  })
})

describe('answers about another order', () => {
  it('need a person once they go on, until one is right', async () => {
    const id = await chargedTwice(...Array.from({ length: 1000 }, () => ANOTHER))
    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)

    looks = 1000
    await orderOf(id).refresh()

    await isFound(id)
  })

  it('need none after a right answer, although the object died since', async () => {
    const many = (answer: Answer) => Array.from({ length: 1000 }, () => answer)
    const id = await chargedTwice(...many(ANOTHER), ...many(about('42')))
    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)
    looks = 1000
    await orderOf(id).refresh()
    expect((await shown(id)).needsAttention).toBe(false)

    await kill(id)

    expect((await shown(id)).needsAttention).toBe(false)
  })

  it('leave a payment as it is', async () => {
    const id = await chargedTwice(ANOTHER, nameless, ...Array.from({ length: 1000 }, () => about('42')))
    await expect.poll(() => looks).toBeGreaterThan(3)

    expect(await shown(id)).toMatchObject({ status: 'approved', needsAttention: false })
    expect((await shown(id)).transactions).toHaveLength(1)
  })
})
