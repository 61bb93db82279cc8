/** Why a bank declined: who learns of it, and who does not while many cards fail. */
import { describe, expect, it } from 'vitest'
import {
  cardsFail,
  ends,
  limitedGateway,
  linkedAt,
  type Shopper,
  sessionAt,
  shopperAt,
  shortly,
  tries,
} from './testing/limits.ts'
import { shown } from './testing/orders.ts'
import { statusReply } from './testing/scripted-gateway.ts'

const gateway = limitedGateway()

describe('why a bank declined', () => {
  const codeOf = async ({ id }: Shopper) => (await shown(id)).error?.code

  const fails = async (shopper: Shopper) => {
    gateway().onStatus(statusReply('declined', { 'error-code': '116' }))
    await ends(shopper, 'declined')
  }

  it('reaches the shopper of an offer', async () => {
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined-funds')
  })

  it('reaches the shoppers of five offers’ orders, and of no further one', async () => {
    const codes: (string | undefined)[] = []
    for (let network = 0; network < 6; network += 1) {
      const shopper = await shopperAt(`203.0.${network}.9`)
      await tries(shopper)
      await fails(shopper)
      codes.push(await codeOf(shopper))
    }

    expect(codes).toEqual([...Array(5).fill('declined-funds'), 'declined'])
  })

  it('reaches no shopper of an offer once many cards fail', async () => {
    const shopper = await shopperAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined')
  })

  it('reaches the shopper of a session also then', async () => {
    const shopper = await sessionAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    await fails(shopper)

    expect(await codeOf(shopper)).toBe('declined-funds')
  })
})

describe('somebody who came by a link', () => {
  it('reads no reason of a bank once many cards fail, as the shopper of an offer', async () => {
    const shopper = await linkedAt('203.0.113.9')
    await tries(shopper)
    await cardsFail(20)
    gateway().onStatus(statusReply('declined', { 'error-code': '116' }))
    await ends(shopper, 'declined')

    expect((await shown(shopper.id)).error?.code).toBe('declined')
  })

  it('pays by no card while card entry of offers is off, and by a form', async () => {
    await cardsFail(120)

    expect(await shortly(await linkedAt('203.0.113.1'))).toBe('method-off')
    expect(await shortly(await linkedAt('203.0.113.1'), 'hosted')).toBe('ok')
  })
})
