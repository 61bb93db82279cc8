/** A customer who saves a card at one payment and chooses it at the next. */
import { beforeAll, expect, it } from 'vitest'
import { resetSandbox, setFaults } from '../support/ledger.ts'
import { BROWSER, CARD } from '../support/merchant/cards.ts'
import { movedFor, requestsFor } from '../support/merchant/money.ts'
import { session } from '../support/merchant/selling.ts'
import { becomes, read } from '../support/merchant/server.ts'

beforeAll(() => resetSandbox())

it('saves the card with consent, though the gateway’s first answer is lost, and offers it the next time', async () => {
  await setFaults({ operation: 'create-card-ref', fault: 'drop-reply', times: 1 })
  const first = await session({ methods: ['card'], cardRefs: [] })
  expect(await first.look()).toMatchObject({ mayKeepCard: true })

  await first.pay({ method: 'card', card: CARD, keepCard: true, browser: BROWSER })
  await becomes(first.id, 'approved')
  await expect.poll(async () => (await read(first.id)).cardRefs.length).toBe(1)
  const { cardRefs, attempts } = await read(first.id)
  const next = await session({
    methods: ['saved-card', 'card'],
    cardRefs: cardRefs.map(({ cardRef }) => cardRef),
  })
  await expect.poll(async () => (await next.look()).savedCards?.length).toBe(1)
  const { savedCards } = await next.look()
  await next.pay({
    method: 'saved-card',
    savedCard: savedCards?.[0]?.handle ?? '',
    cvv: '123',
    browser: BROWSER,
  })
  await becomes(next.id, 'approved')

  expect(attempts[0]?.keepCard).toMatchObject({ version: 'v2', consentedAt: expect.any(String) })
  expect(savedCards).toEqual([
    { handle: '1', brand: expect.any(String), masked: expect.stringMatching(/\*1111$/), expires: '12/39' },
  ])
  expect(await requestsFor(first.reference)).toEqual([
    'sale accepted',
    'create-card-ref accepted',
    'create-card-ref accepted',
  ])
  expect(await movedFor(next.reference)).toEqual(['charge 12.50 EUR'])
})

it('saves no card after a decline, nor without consent', async () => {
  const declined = await session({ methods: ['card'], cardRefs: [] })
  await declined.pay({ method: 'card', card: { ...CARD, cvv: '101' }, keepCard: true, browser: BROWSER })
  await becomes(declined.id, 'declined')
  const silent = await session({ methods: ['card'], cardRefs: [] })
  await silent.pay({ method: 'card', card: CARD, browser: BROWSER })
  await becomes(silent.id, 'approved')

  // The gateway saves a card a moment after the payment. A later card that is saved shows that the moment has passed.
  const later = await session({ methods: ['card'], cardRefs: [] })
  await later.pay({ method: 'card', card: CARD, keepCard: true, browser: BROWSER })
  await expect.poll(async () => (await read(later.id)).cardRefs.length).toBe(1)

  for (const { id, reference } of [declined, silent]) {
    expect((await read(id)).cardRefs).toEqual([])
    expect(await requestsFor(reference)).toEqual(['sale accepted'])
  }
})
