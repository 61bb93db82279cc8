/** After an order is erased, nothing of its shopper is left in the edge's log or in any row of its databases. */
import { expect, it } from 'vitest'
import { removeFreed, searchFor, written } from '../support/leaks.ts'
import { BROWSER, CARD } from '../support/merchant/cards.ts'
import { session } from '../support/merchant/selling.ts'
import { becomes, followUpEnds, merchant, post, read } from '../support/merchant/server.ts'
import { addresses, without } from '../support/stack/stack.ts'

/** One mark for each place where something of a shopper is stored. No other text has any of them. */
const MARKS = {
  email: 'quendolina.vreeswijk@example.com',
  name: 'Quendolina Vreeswijk',
  phone: '+31655443322118',
  billing: 'Zwanenburgwal 117b',
  shipping: 'Oudezijds Achter 93',
  city: 'Broekhuizenvorst',
  postalCode: '9991-XQ7',
  userAgent: 'Netscapade/77.61',
  description: 'Violin lessons for Quendel',
  page: '/for-quendolina/lesson',
  thanks: '/thanks-dear-quendolina',
  comment: 'Quendolina broke her wrist',
} as const

const search = searchFor(...Object.values(MARKS))

const CUSTOMER = {
  email: MARKS.email,
  name: MARKS.name,
  phone: MARKS.phone,
  billing: { address: MARKS.billing, city: MARKS.city, postalCode: MARKS.postalCode, country: 'NL' },
  shipping: { address: MARKS.shipping, city: MARKS.city, postalCode: MARKS.postalCode, country: 'NL' },
}

/** A session that was paid and partly returned, with a mark in everything that it stores. */
async function marked(): Promise<string> {
  const { shop } = addresses()
  const description = MARKS.description
  const { id, token } = await session({
    methods: ['card'],
    customer: CUSTOMER,
    description,
    returnUrl: shop + MARKS.thanks,
  })
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': MARKS.userAgent }
  const pay = { method: 'card', card: CARD, browser: BROWSER, pageUrl: shop + MARKS.page }
  await post(`/v1/orders/${id}/pay`, pay, headers)
  await becomes(id, 'approved')
  await merchant().refund(id, { id: 'part', amount: '2.50', currency: 'EUR', comment: MARKS.comment })
  await followUpEnds(id)
  return id
}

/** Found in the edge's log, and in any row of its databases. */
const found = () =>
  without('edge', async () => {
    await removeFreed()
    return (await written('edge')).flatMap(([path, content]) => search(path, content))
  })

it('nothing of a shopper is left in the edge’s log and databases once an order is erased', async () => {
  const id = await marked()
  const before = await found()
  for (const mark of Object.values(MARKS)) expect(before.join()).toContain(mark)

  await merchant().eraseOrder(id)
  const shown = await read(id)
  const after = await found()

  expect(shown).toMatchObject({ status: 'partially-returned', amount: '12.50', description: '' })
  expect(after).toEqual([])
})
