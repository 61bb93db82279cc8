/** An order that was opened without all that its payment needs says so to who may pay, before the click. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formReply, ScriptedGateway } from '../../../order/testing/scripted-gateway.ts'
import { answerWith } from '../../../testing/edge.ts'
import { problemOf, viewToken } from '../../testing/edge.ts'
import { exchanged, linkedOrder, pay, seen } from '../../testing/links.ts'

const BILLING = { address: 'Main Street 1', city: 'London', postalCode: 'SW1Y 4LE', country: 'GB' }

const TYPED = { email: 'ann@example.com', name: 'Ann' }

beforeEach(() => {
  const gateway = new ScriptedGateway()
  gateway.onForm(formReply('42'))
  answerWith(gateway.fetch)
})

afterEach(() => vi.restoreAllMocks())

const opened = (customer?: object) => linkedOrder({ collect: ['name'], customer })

describe('what a payment still needs', () => {
  it.each([
    ['all, where nothing is known', undefined, ['email', 'name']],
    ['the rest, where something is known', { name: 'Ann' }, ['email']],
    ['nothing that is not asked for', { email: 'ann@example.com', billing: BILLING }, ['name']],
    ['nothing, where all is known', TYPED, undefined],
  ])('is %s', async (_, customer, collect) => {
    const { id, order, token, link } = await opened(customer)

    expect(order.collect).toEqual(collect)
    expect((await seen(id, token)).collect).toEqual(collect)
    expect((await seen(id, link)).collect).toEqual(collect)
    expect((await seen(id, await exchanged(id, link))).collect).toEqual(collect)
  })

  it('are the very groups that the click is refused for', async () => {
    const { id, token } = await opened()

    expect(await problemOf(await pay(id, token, { method: 'hosted' }))).toMatchObject({
      ...{ code: 'collect-missing', fields: (await seen(id, token)).collect },
    })
  })

  it('is shown to nobody who may not pay, nor to the merchant', async () => {
    const { id } = await opened()

    expect(await seen(id, await viewToken(id))).not.toHaveProperty('collect')
    expect(await seen(id, env.TEST_READ_KEY)).not.toHaveProperty('collect')
  })

  it('is asked again of everybody but the one who typed it', async () => {
    const { id, link, token } = await opened()
    const [ann, bob] = [await exchanged(id, link), await exchanged(id, link)]
    expect((await pay(id, ann, { method: 'hosted', customer: TYPED })).status).toBe(200)

    expect(await seen(id, ann)).not.toHaveProperty('collect')
    for (const other of [bob, link, token]) expect((await seen(id, other)).collect).toEqual(['email', 'name'])
  })

  it('is known on the page of a link from the merchant alone, whatever the shop’s page sent', async () => {
    const { id, link, token } = await opened()
    expect((await pay(id, token, { method: 'hosted', customer: TYPED })).status).toBe(200)

    expect(await seen(id, token)).not.toHaveProperty('collect')
    expect((await seen(id, link)).collect).toEqual(['email', 'name'])
  })
})
