/** Saved cards of a session: what the shopper sees of them, and payments with them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { TIMES } from '../config/durations.ts'
import { answerWith } from '../testing/edge.ts'
import { CARDS_KEY, dueJobs } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { attempted, orderWith, reported, through } from './testing/examples.ts'
import {
  becomes,
  CHARGE,
  eventsOf,
  kill,
  orderOf,
  serverTerms,
  shown,
  storedText,
  withoutChance,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.on('get-card-info', (body) => info(body.get('cardrefid')))
  answerWith(gateway.fetch)
})

afterEach(startOver)

const info = (ref: string | null, change: Record<string, string> = {}) =>
  Response.json({
    type: 'get-card-info-response',
    bin: '444455',
    'card-type': 'VISA',
    'masked-pan': `444455******00${ref}`,
    'last-four-digits': `00${ref}`,
    'expire-month': '3',
    'expire-year': '2060',
    'card-printed-name': 'JANE DOE',
    ...change,
  })

/** A special answer for one card, and the usual one for the others. */
const tellsOf = (ref: string, answer: () => Response) =>
  gateway.on('get-card-info', (body) =>
    body.get('cardrefid') === ref ? answer() : info(body.get('cardrefid')),
  )

const CARDS = { methods: ['saved-card'], cardRefs: ['71', '72'] } as const

async function open(change: object = CARDS): Promise<string> {
  const terms = serverTerms(change)
  await orderOf(terms.id).open(terms)
  return terms.id
}

const asks = () => gateway.sent('get-card-info').map((body) => body.get('cardrefid'))

const look = async (id: string, who: 'pay' | 'view' = 'pay') =>
  (await orderOf(id).snapshot(who))?.order as OrderView

const handles = async (id: string) => (await look(id)).savedCards?.map(({ handle }) => handle)

const becomeKnown = (id: string, expected: string[]) => expect.poll(() => handles(id)).toEqual(expected)

const pay = (id: string, savedCard: string) => {
  const { method: _, details: __, ...shopper } = CHARGE
  return orderOf(id).pay({ ...shopper, key: `key-${savedCard}`, method: 'saved-card', savedCard })
}

describe('saved cards of a session', () => {
  it('are shown by place, without holder and reference', async () => {
    const id = await open()

    await becomeKnown(id, ['1', '2'])

    expect((await look(id)).savedCards).toEqual([
      { handle: '1', brand: 'VISA', masked: '444455******0071', expires: '03/60' },
      { handle: '2', brand: 'VISA', masked: '444455******0072', expires: '03/60' },
    ])
    expect(await storedText(id)).not.toContain('JANE')
  })

  it('are looked up once each, and stored together', async () => {
    const id = await open()
    await becomeKnown(id, ['1', '2'])

    await kill(id)

    await becomeKnown(id, ['1', '2'])
    expect(asks()).toEqual(['71', '72'])
    expect(await eventsOf(id)).toEqual(['saved-cards-told'])
  })

  it('are not looked up for an order of another method', async () => {
    const id = await open({ methods: ['card', 'hosted'], cardRefs: ['71'] })

    await orderOf(id).cancel()

    expect([asks(), await handles(id)]).toEqual([[], undefined])
  })

  it('delay nothing while the gateway is silent, and are looked up again until it answers', async () => {
    gateway.on('get-card-info', silence)
    const id = await open()
    expect((await look(id)).status).toBe('open')
    expect(await orderOf(id).snapshot('pay')).toHaveProperty('retryAfterSeconds')
    await expect.poll(() => asks().length).toBeGreaterThan(3)

    gateway.on('get-card-info', (body) => info(body.get('cardrefid')))

    await becomeKnown(id, ['1', '2'])
    expect(await orderOf(id).snapshot('pay')).not.toHaveProperty('retryAfterSeconds')
  })

  it('are shown as far as the gateway has reported them', async () => {
    let isSilent = true
    gateway.on('get-card-info', (body, deadline) =>
      isSilent && body.get('cardrefid') === '71' ? silence(body, deadline) : info(body.get('cardrefid')),
    )
    const id = await open()
    await becomeKnown(id, ['2'])

    isSilent = false

    await becomeKnown(id, ['1', '2'])
    expect(asks().filter((ref) => ref === '72')).toHaveLength(1)
  })

  it.each([
    ['one that the gateway refuses', () => refusedReply('8')()],
    ['one past its expiry', () => info('71', { 'expire-year': '2020' })],
  ])('leave out %s for good, which then cannot be paid with', async (_, answer) => {
    tellsOf('71', answer)
    const id = await open()
    await becomeKnown(id, ['2'])

    const paid = await pay(id, '1')

    expect(paid).toMatchObject({ ok: false, reason: { code: 'card-invalid', fields: ['savedCard'] } })
    expect(gateway.sent('sale')).toEqual([])
    expect(asks()).toHaveLength(2)
    expect(await pay(id, '2')).toMatchObject({ ok: true })
  })

  it('stay where the gateway does not report their expiry', async () => {
    tellsOf('71', () => info('71', { 'expire-year': '' }))
    const id = await open()

    await becomeKnown(id, ['1', '2'])

    expect((await look(id)).savedCards?.[0]?.expires).toBe('')
  })

  it('never show more than six digits in front', async () => {
    tellsOf('71', () => info('71', { bin: '44445555', 'masked-pan': '44445555****0071' }))
    const id = await open()

    await becomeKnown(id, ['1', '2'])

    expect((await look(id)).savedCards?.[0]?.masked).toBe('444455******0071')
  })

  it('can be used before the gateway has reported them', async () => {
    gateway.on('get-card-info', silence)
    const id = await open()

    expect(await pay(id, '2')).toMatchObject({ ok: true })

    await expect.poll(() => gateway.sent('sale')[0]?.get('cardrefid')).toBe('72')
  })

  it('are shown to the paying page only', async () => {
    const id = await open()
    await becomeKnown(id, ['1', '2'])

    expect(await look(id, 'view')).not.toHaveProperty('savedCards')
    expect(await shown(id)).not.toHaveProperty('savedCards')
  })

  it('are looked up a few at a time, so that a payment finds a free connection', async () => {
    const id = await open({ ...CARDS, cardRefs: ['71', '72', '73', '74', '75'] })

    await becomeKnown(id, ['1', '2', '3', '4', '5'])

    expect(await eventsOf(id)).toEqual(['saved-cards-told', 'saved-cards-told'])
  })

  it('are looked up ever more seldom, and never beside a payment', () => {
    const state = orderWith(CARDS)
    const dueAt = (order: OrderState, askedAt?: number) => {
      const lastAsked = new Map(askedAt === undefined ? [] : [[CARDS_KEY, askedAt] as const])
      const done = { askedAt: lastAsked, indexed: undefined, queue: [], triedAt: new Map() }
      return dueJobs(order, done, TIMES).find(({ job }) => job.type === 'learn-cards')?.at
    }
    const { openedAt } = state.terms

    expect(dueAt(state)).toBe(openedAt)
    expect(dueAt(state, openedAt)).toBe(openedAt + TIMES.activeEvery)
    expect(dueAt(state, openedAt + TIMES.minutesFor)).toBe(openedAt + TIMES.minutesFor + TIMES.hoursEvery)
    expect(dueAt(state, openedAt + TIMES.daysFor)).toBeUndefined()
    expect(dueAt(through(state, attempted('key-1', 'card')))).toBeUndefined()
    expect(dueAt(through(state, attempted('key-1', 'card'), reported('declined')))).toBe(openedAt)
  })

  it('are forgotten once the order is paid', async () => {
    gateway.reports('approved')
    const id = await open()
    await becomeKnown(id, ['1', '2'])

    await pay(id, '1')
    await becomes(id, 'approved')

    expect(await handles(id)).toBeUndefined()
    expect(withoutChance(await storedText(id))).not.toContain('0072')
  })

  it('are not looked up once the order is over', async () => {
    gateway.on('get-card-info', silence)
    const id = await open()
    await expect.poll(() => asks().length).toBeGreaterThan(1)
    await orderOf(id).cancel()
    const before = asks().length

    gateway.on('get-card-info', (body) => info(body.get('cardrefid')))
    await kill(id)
    await orderOf(id).refresh()

    expect(asks()).toHaveLength(before)
  })

  it('are erased with the shopper’s data, and cannot be used any more', async () => {
    const id = await open()
    await becomeKnown(id, ['1', '2'])

    await orderOf(id).erase()

    expect(await handles(id)).toBeUndefined()
    expect(await storedText(id)).not.toContain('444455')
    expect(await pay(id, '1')).toMatchObject({ ok: false, reason: { code: 'card-invalid' } })
  })
})
