/** Hosted pages in a frame, in a pop-up and in full: where the shopper goes, and where the return leads. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '../../testing/edge.ts'
import { becomes, CHARGE, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { formReply, ScriptedGateway } from '../testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

type PaymentRequest = Parameters<ReturnType<typeof orderOf>['pay']>[0]

async function pay(id: string, request: Pick<PaymentRequest, 'method' | 'shownIn'>, key = 'key-1') {
  expect(await orderOf(id).pay({ ...request, key, ip: CHARGE.ip })).toMatchObject({ ok: true })
  await becomes(id, 'redirect')
  return (await shown(id)).action
}

async function open(change: object = {}): Promise<string> {
  const terms = serverTerms({ methods: ['hosted', 'payment-page'], ...change })
  await orderOf(terms.id).open(terms, CHARGE.customer)
  return terms.id
}

const back = (id: string, attempt = 1) => orderOf(id).receiveNotice({ by: 'return', attempt, fields: {} })

const returnUrl = 'https://shop.example.com/mug'
const url = 'http://gateway.localhost/form/42'

describe.each([
  ['hosted', {}],
  ['payment-page', {}],
  ['payout-page', { intent: 'payout', methods: ['payout-page'] }],
] as const)('%s', (method, change) => {
  it('in a frame lies in a page of the edge until the shopper comes back', async () => {
    const id = await open(change)

    const action = await pay(id, { method, shownIn: 'frame' })

    const frame = expect.stringMatching(`^https://pay.example.com/frames/form/${id}/1\\.`)
    expect(action).toEqual({ type: 'redirect', url, frame })
    expect(await orderOf(id).openForm(1)).toEqual({ returnUrl, shownIn: 'frame', form: url })
    expect(await back(id)).toEqual({ returnUrl, shownIn: 'frame' })
    expect(await orderOf(id).openForm(1)).toEqual({ returnUrl, shownIn: 'frame' })
  })

  it.each([['popup'], [undefined]] as const)('shown in %s lies in no frame', async (shownIn) => {
    const id = await open(change)
    const target = { returnUrl, ...(shownIn && { shownIn }) }

    expect(await pay(id, { method, ...(shownIn && { shownIn }) })).toEqual({ type: 'redirect', url })
    expect(await orderOf(id).openForm(1)).toEqual(target)
    expect(await back(id)).toEqual(target)
  })
})

describe('a return', () => {
  it('from an attempt leads to where that attempt was shown', async () => {
    const id = await open()
    await pay(id, { method: 'hosted', shownIn: 'popup' })
    gateway.onForm(formReply('43'))

    await pay(id, { method: 'hosted' }, 'key-2')

    expect(await back(id, 1)).toEqual({ returnUrl, shownIn: 'popup' })
    expect(await back(id, 2)).toEqual({ returnUrl })
    expect(await back(id, 3)).toBeUndefined()
  })

  it('to a form is closed once the shopper chose another method', async () => {
    const id = await open()
    await pay(id, { method: 'hosted', shownIn: 'frame' })
    gateway.onForm(formReply('43'))

    await pay(id, { method: 'payment-page', shownIn: 'frame' }, 'key-2')

    expect(await orderOf(id).openForm(1)).not.toHaveProperty('form')
    expect(await orderOf(id).openForm(2)).toMatchObject({ form: 'http://gateway.localhost/form/43' })
    expect(await orderOf(id).openForm(3)).toBeUndefined()
  })
})
