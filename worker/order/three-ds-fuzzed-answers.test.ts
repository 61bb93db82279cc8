/** Whatever is posted to a bank's answer addresses, in every state of an order: it decides nothing, and breaks nothing. */
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { setWith } from '../testing/edge.ts'
import { callBack, lasting, orderOf, paidOrder, shown, storedText } from './testing/orders.ts'
import {
  ANSWERED,
  answer,
  at,
  bankMessage,
  CHALLENGE,
  CRES,
  gateway,
  METHOD,
  PAREQ,
  UPLOAD,
  useGatewayWithSteps,
} from './testing/three-ds.ts'

useGatewayWithSteps()

// A long run must not reach the time at which the order itself reports that no Method page answered.
beforeEach(() => setWith(lasting({ methodDeadline: 3_600_000 })))

/** State → an order in it. */
const STATES: Readonly<Record<string, () => Promise<string>>> = {
  'at the Method page': () => at(METHOD, 'method'),
  'at the challenge': () => at(CHALLENGE, 'challenge'),
  'at the challenge of 3-D Secure 1': () => at(PAREQ, 'challenge'),
  'at the gateway’s own page': () => at({ 'redirect-url': 'http://bank.localhost/acs' }, 'challenge'),
  'under way without a step': () => at({}, 'processing'),
  approved: () => paidOrder(gateway),
  declined: async () => {
    const id = await at(CHALLENGE, 'challenge')
    gateway.reports('declined')
    await callBack(id)
    await expect.poll(async () => (await shown(id)).status).toBe('declined')
    return id
  },
  erased: async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).erase()
    return id
  },
}

const message = fc
  .tuple(
    fc.constantFrom('CRes', 'Erro', 'CReq', ''),
    fc.dictionary(
      fc.constantFrom('threeDSServerTransID', 'acsTransID', 'transStatus', '__proto__'),
      fc.oneof(fc.constantFrom('id-2', 'acs-2', 'Y', { toString: 1, valueOf: 1 }), fc.jsonValue()),
    ),
  )
  .map(([type, change]) => {
    const { threeDSServerTransID = 'id-2' } = change
    // Of another transaction, whatever else it says.
    return bankMessage(type, {
      ...change,
      threeDSServerTransID: threeDSServerTransID === 'id-1' ? 'id-2' : threeDSServerTransID,
    })
  })

const text = fc.oneof(message, fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 100 }))

/** No answer of 3-D Secure 1 names its transaction, so it is not made here: the gateway alone can judge it. */
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('cres', 'md', 'threedsmethoddata', 'error'), fc.constantFrom(...NASTY_TEXTS)),
  text,
  { maxKeys: 5, noNullPrototype: true },
)

const posts = fc.array(
  fc.record({
    attempt: fc.constantFrom(1, 1, 1, 0, 2, 9999, -1),
    step: fc.constantFrom('method', 'challenge', 'pareq'),
    fields,
  }),
  { minLength: 1, maxLength: 10 },
)

/** Each run has an order of its own, which takes some milliseconds. */
const options = { numRuns: Math.ceil(inject('propertyRuns') / 125), seed: inject('propertySeed') }

describe.each(Object.entries(STATES))('an order that is %s', (_, inState) => {
  it('is the same after any strange answers', async () => {
    await fc.assert(
      fc.asyncProperty(posts, async (strange) => {
        const id = await inState()
        const before = await shown(id)
        for (const { attempt, step, fields } of strange)
          await orderOf(id).answerStep({ attempt, step: step as 'method', fields })
        const after = await shown(id)
        expect([after.status, after.attempts.length]).toEqual([before.status, before.attempts.length])
        expect(after.action?.type).toBe(before.action?.type)
        expect(await storedText(id)).not.toContain('pendingAnswer')
      }),
      options,
    )
    expect(Object.values(UPLOAD).flatMap((operation) => gateway.sent(operation))).toEqual([])
  })
})

describe('after any strange answers', () => {
  it.each([
    ['challenge', CHALLENGE, { cres: CRES }],
    ['method', METHOD, ANSWERED],
  ] as const)('the bank’s own answer to a %s still goes to the gateway', async (step, asked, honest) => {
    await fc.assert(
      fc.asyncProperty(posts, async (strange) => {
        const id = await at(asked, step)
        for (const post of strange) await orderOf(id).answerStep({ ...post, step: post.step as 'method' })
        const before = gateway.sent(UPLOAD[step]).length
        await answer(id, step, honest)
        await expect.poll(() => gateway.sent(UPLOAD[step]).length).toBe(before + 1)
      }),
      options,
    )
  })
})
