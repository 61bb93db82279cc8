/** A merchant key reads the shopper's data: shown until it is erased, and never unnoticed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderDetails } from '../../../shared/order-history.ts'
import { answerWith, figuresOf, setWith } from '../../testing/edge.ts'
import { CHARGE, kill, orderOf, serverTerms, shown, storedText } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'

const DAY = 24 * 3600 * 1000

const CUSTOMER = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  phone: '+442079460000',
  billing: { address: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4LE', country: 'GB' },
}

let gateway: ScriptedGateway
let logged: unknown[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
  setWith({})
  logged = []
  vi.spyOn(console, 'log').mockImplementation((line) => logged.push(line))
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await startOver()
})

async function paid(): Promise<string> {
  const terms = serverTerms()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('approved')
  await orderOf(terms.id).charge(terms, { ...CHARGE, customer: CUSTOMER })
  await orderOf(terms.id).refresh()
  expect(await shown(terms.id)).toMatchObject({ status: 'approved' })
  return terms.id
}

async function readBy(id: string, reader?: string): Promise<OrderDetails> {
  const snapshot = await orderOf(id).snapshot('merchant', undefined, { reader })
  return snapshot?.order as OrderDetails
}

const readsIn = ({ history }: OrderDetails) =>
  history.flatMap(({ kind, by, at }) => (kind === 'personal-data-read' ? [[by, at.slice(0, 10)]] : []))

const today = () => new Date().toISOString().slice(0, 10)

const readLines = () => logged.map(String).filter((line) => line.includes('personal-data-read'))

describe('a shopper’s data', () => {
  it('is read in the shape in which it was given, and by nobody who is not named', async () => {
    const id = await paid()

    expect((await readBy(id, 'support')).customer).toEqual(CUSTOMER)
    expect(await readBy(id)).not.toHaveProperty('customer')
  })

  it('has a line in the log for each read, with the order and the key alone', async () => {
    const id = await paid()

    await readBy(id, 'support')
    await readBy(id, 'support')
    await readBy(id)

    expect(readLines()).toHaveLength(2)
    for (const line of readLines())
      expect(JSON.parse(line)).toEqual({ event: 'personal-data-read', order: id, by: 'support' })
  })

  it('is noted in the history once for each key and day, as one row', async () => {
    const id = await paid()
    const { seq, updatedAt } = await readBy(id)
    const before = figuresOf(id).rows.order ?? 0
    const first = today()

    await readBy(id, 'support')
    await readBy(id, 'support')
    await readBy(id, 'packing')
    vi.setSystemTime(Date.now() + DAY)
    await readBy(id, 'support')

    const after = await readBy(id)
    expect(readsIn(after)).toEqual([
      ['support', first],
      ['packing', first],
      ['support', today()],
    ])
    expect((figuresOf(id).rows.order ?? 0) - before).toBe(3)
    // Erasure counts from the last change, and a read is none.
    expect(after).toMatchObject({ seq, updatedAt })
  })

  it('is noted for good: the note survives the death of the object', async () => {
    const id = await paid()
    await readBy(id, 'support')

    await kill(id)

    expect(readsIn(await readBy(id))).toEqual([['support', today()]])
  })

  it('is answered no more once it is erased, and then nothing is noted', async () => {
    const id = await paid()
    await readBy(id, 'support')
    await orderOf(id).erase('privacy officer')
    logged = []

    const erased = await readBy(id, 'late reader')

    expect(erased).not.toHaveProperty('customer')
    expect(readsIn(erased)).toEqual([['support', today()]])
    expect(readLines()).toEqual([])
    const stored = await storedText(id)
    for (const text of [CUSTOMER.email, CUSTOMER.name, CUSTOMER.phone, CUSTOMER.billing.address])
      expect(stored).not.toContain(text)
  })

  it('is in no view that others get of the order', async () => {
    const id = await paid()
    await readBy(id, 'support')

    const others = [await orderOf(id).snapshot('pay'), await orderOf(id).snapshot('view'), await shown(id)]

    expect(JSON.stringify(others)).not.toMatch(/ada@example|Lovelace|James/)
  })
})
