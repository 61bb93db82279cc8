/** The login or its control key changes while orders are under way. */

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { referenceIn } from '../../../shared/order-names.ts'
import { configOf } from '../../config/config.ts'
import { setWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import { followUp, givesBack, RETURN } from '../testing/follow-ups.ts'
import { gateway, useGateway } from '../testing/hosted-orders.ts'
import { becomes, gatewayName, hostedOrder, kill, orderOf, paidOrder } from '../testing/orders.ts'
import { acceptedReply } from '../testing/scripted-gateway.ts'

useGateway()

const FORMER = { login: 'former-login', controlKey: 'the-former-control-key' }

const { GATEWAY_LOGIN: login, GATEWAY_CONTROL_KEY: controlKey } = configOf({ ...env })

const AS_BEFORE = { GATEWAY_LOGIN: FORMER.login, GATEWAY_CONTROL_KEY: FORMER.controlKey }

const REMEMBERED = {
  GATEWAY_CREDENTIALS_PREVIOUS: JSON.stringify({ [FORMER.login]: { controlKey: FORMER.controlKey } }),
}

const controlOf = (...parts: readonly string[]) => createHash('sha1').update(parts.join('')).digest('hex')

/** A callback as the gateway signs it with some key. */
async function callBack(id: string, key: string) {
  const name = await gatewayName(id)
  const fields = { status: 'approved', orderid: '42', client_orderid: name }
  const control = controlOf('approved', '42', name, key)
  return orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields: { ...fields, control } })
}

/** How many notices the order took for forged. */
const forgedAt = (id: string) =>
  runInDurableObject(
    orderOf(id),
    (_: Order, { storage }) => storage.kv.get<{ state: { forged: number } }>('order')?.state.forged,
  )

/** The newest question about the transaction of an order. */
const lastQuestion = (id: string) =>
  gateway.statusRequests.findLast(
    (body) => referenceIn(body.get('client_orderid') ?? '') === id && body.get('orderid'),
  )

beforeEach(() => setWith(AS_BEFORE))

describe('an attempt that was sent as a former login', () => {
  it('is asked about as that login, signed with its control key', async () => {
    const id = await hostedOrder()
    setWith(REMEMBERED)
    await kill(id)
    gateway.reports('approved')

    await becomes(id, 'approved')

    const asked = lastQuestion(id)
    expect(asked?.get('login')).toBe(FORMER.login)
    expect(asked?.get('control')).toBe(
      controlOf(FORMER.login, await gatewayName(id), '42', FORMER.controlKey),
    )
  })

  it('is refunded as that login, and the next payment is made as the new one', async () => {
    const id = await paidOrder(gateway)
    setWith(REMEMBERED)
    await kill(id)
    gateway.on('return', acceptedReply('serial-2'))

    await followUp(id, RETURN)

    const [refund] = gateway.sent('return')
    expect(refund?.get('login')).toBe(FORMER.login)
    expect(refund?.get('control')).toBe(
      controlOf(FORMER.login, await gatewayName(id), '42', FORMER.controlKey),
    )
    givesBack('12.50')
    const next = await hostedOrder()
    gateway.reports('approved')
    await becomes(next, 'approved')
    expect(lastQuestion(next)?.get('control')).toBe(
      controlOf(login, await gatewayName(next), '42', controlKey),
    )
  })

  it.each([
    ['its own key', FORMER.controlKey],
    ['the new key', controlKey],
  ])('takes callbacks that are signed with %s', async (_, key) => {
    const id = await hostedOrder()
    setWith(REMEMBERED)
    await kill(id)

    await callBack(id, key)
    gateway.reports('approved')
    await becomes(id, 'approved')

    expect(await forgedAt(id)).toBe(0)
  })

  it('takes a callback with its key for forged once that is forgotten', async () => {
    const id = await hostedOrder()
    setWith({})
    await kill(id)

    await callBack(id, FORMER.controlKey)

    expect(await forgedAt(id)).toBe(1)
  })
})

describe('a login whose control key changes', () => {
  const SAME = { GATEWAY_LOGIN: login, GATEWAY_CONTROL_KEY: FORMER.controlKey }
  const CHANGED = {
    GATEWAY_CREDENTIALS_PREVIOUS: JSON.stringify({ [login]: { controlKey: FORMER.controlKey } }),
  }

  it('signs with the new one, and takes callbacks with either', async () => {
    setWith(SAME)
    const id = await hostedOrder()
    setWith(CHANGED)
    await kill(id)

    await callBack(id, FORMER.controlKey)
    gateway.reports('approved')
    await becomes(id, 'approved')

    expect(await forgedAt(id)).toBe(0)
    expect(lastQuestion(id)?.get('control')).toBe(controlOf(login, await gatewayName(id), '42', controlKey))
  })
})
