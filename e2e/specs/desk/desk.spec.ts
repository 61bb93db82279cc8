/** A merchant's person at the desk: finds orders, sees them change, and gives money back. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { act, deskAddress, deskText, goWithin, search, signIn } from '../../pages/desk.ts'
import { listen, searchFor, written } from '../../support/leaks.ts'
import { chargeBack } from '../../support/ledger.ts'
import { BROWSER, CARD } from '../../support/merchant/cards.ts'
import { movedFor } from '../../support/merchant/money.ts'
import { paidByCard, session } from '../../support/merchant/selling.ts'
import { becomes, post } from '../../support/merchant/server.ts'
import { shopper } from '../../support/shopper.ts'
import { merchantKey, redeploy } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** A tab at the desk, signed in. */
async function atDesk(hash = '#/'): Promise<Tab> {
  const tab = await visits(deskAddress(hash))
  await signIn(tab, merchantKey())
  await tab.text('pay-desk .who .leave')
  return tab
}

const status = (tab: Tab, until: RegExp) => tab.text('desk-order .title .pill', until)

describe('the desk', () => {
  it('finds an order by its reference, and tells its history', async () => {
    const { reference } = await paidByCard()
    const tab = await atDesk()

    await search(tab, reference)
    await tab.text('desk-orders tbody code', new RegExp(reference))
    await tab.click('desk-orders tbody a')

    await status(tab, /^Paid$/)
    await deskText(tab, /The gateway reported: payment approved €12\.50.*Order opened/)
  })

  it('shows an order change while the shopper pays', async () => {
    const sold = await session({ methods: ['card'] })
    const tab = await atDesk(`#/orders/${sold.id}`)
    await status(tab, /^Open$/)
    await deskText(tab, /Live/)

    await sold.pay({ method: 'card', card: CARD, browser: BROWSER })

    await status(tab, /^Paid$/)
  })

  it('refunds a part, and then the rest', async () => {
    const { id, reference } = await paidByCard()
    const tab = await atDesk(`#/orders/${id}`)

    const words = await act(tab, 'return', '4.50')

    expect(words).toContain('€4.50 goes back to the shopper’s card. You cannot undo this.')
    await tab.text('desk-action-dialog [role=alert]', /€4\.50 refunded|gateway is working/)
    await tab.click('desk-action-dialog button.primary')
    await status(tab, /^Partly refunded$/)
    await act(tab, 'return')
    await becomes(id, 'returned')
    await tab.click('desk-action-dialog button.primary')
    await status(tab, /^Refunded$/)
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 4.50 EUR', 'reversal 8.00 EUR'])
  })

  it('voids a payment', async () => {
    const { id, reference } = await paidByCard()
    const tab = await atDesk(`#/orders/${id}`)

    await act(tab, 'void')

    await becomes(id, 'voided')
    await tab.click('desk-action-dialog button.primary')
    await status(tab, /^Voided$/)
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 12.50 EUR'])
  })

  it('cancels an order that nobody has paid, and the shopper reads it', async () => {
    const sold = await session()
    const tab = await atDesk(`#/orders/${sold.id}`)

    await act(tab, 'cancel')

    await tab.text('desk-action-dialog [role=alert]', /The order is cancelled/)
    expect(await sold.look()).toMatchObject({ status: 'cancelled', cancelledBy: 'shop' })
  })

  it('shows a chargeback before everything else, with its date', async () => {
    const { id, reference } = await paidByCard()
    await chargeBack(reference)
    await post(`/v1/orders/${id}/refresh`)
    await becomes(id, 'charged-back')

    const tab = await atDesk()

    await tab.text('desk-attention li', new RegExp(`${reference}.*Charged back by the shopper’s bank on`))
  })
})

describe('a key', () => {
  it('that the edge does not know opens nothing', async () => {
    const tab = await visits(deskAddress())

    await signIn(tab, `pck_${randomBytes(32).toString('base64url')}`)

    await tab.text('desk-sign-in [role=alert]', /does not know the key.*Support code/)
  })

  it('is in no address, storage, document, log or stored row, and in no part of a request but Authorization', async () => {
    const { id } = await paidByCard()
    const tab = await visits(deskAddress())
    const { requests, frames, said } = listen(tab)
    await signIn(tab, merchantKey())
    await deskText(tab, /Needs attention/)
    await goWithin(tab, `#/orders/${id}`)
    await status(tab, /^Paid$/)

    const find = searchFor(merchantKey())
    const page = await tab.evaluate<string>(EVERYTHING)
    const sent = requests.map(({ sent }) => {
      const [url, { authorization: _, ...headers }, body] = JSON.parse(sent)
      return JSON.stringify([url, headers, body])
    })
    const places = [page, await tab.url(), ...sent, ...frames, ...said].map(
      (text) => ['the desk', text] as const,
    )
    const leaks = [...places, ...(await written('edge'))].flatMap(([where, content]) => find(where, content))

    expect(leaks).toEqual([])
    // The search would have found it.
    expect(requests.flatMap(({ url, sent }) => find(url, sent))).not.toEqual([])
  })
})

/** Everything that the document holds, shadow roots, fields and storage included. */
const EVERYTHING = `(() => {
  const texts = [document.cookie, document.referrer, JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])]
  const walk = (node) => {
    texts.push(node.nodeValue ?? '', node.value ?? '')
    for (const { value } of node.attributes ?? []) texts.push(value)
    for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) walk(child)
  }
  walk(document)
  return texts.join('\\n')
})()`

describe('the session', () => {
  it('ends with the page: Back and a reload show the sign-in', async () => {
    const { id, reference } = await paidByCard()
    const tab = await atDesk(`#/orders/${id}`)
    await deskText(tab, new RegExp(reference))

    await tab.reload()

    const text = await deskText(tab, /Merchant key/)
    expect(text).not.toContain(reference)
  })

  it('ends after 15 minutes without an act', async () => {
    const tab = await visits(deskAddress())
    const { clock } = chromiumPage(tab)
    await clock.install()
    await tab.reload()
    await signIn(tab, merchantKey())
    await deskText(tab, /Needs attention/)

    await clock.fastForward('16:00')

    await deskText(tab, /signed out after 15 minutes/)
  })

  it('ends when the person signs out', async () => {
    const tab = await atDesk()

    await tab.click('pay-desk .who .leave')

    await deskText(tab, /You are signed out/)
  })
})

describe('a key without the scope to refund', () => {
  const key = `pck_${randomBytes(32).toString('base64url')}`
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

  beforeAll(() => {
    const own = {
      name: 'this machine',
      digest: digestOf(merchantKey()),
      scopes: ['read', 'charge', 'refund', 'payout', 'admin'],
    }
    const viewer = { name: 'view only', digest: digestOf(key), scopes: ['read'] }
    return redeploy('edge', { MERCHANT_KEYS: JSON.stringify([own, viewer]) })
  })
  afterAll(() => redeploy('edge'))

  it('shows the order and no button', async () => {
    const { id } = await paidByCard()
    const tab = await visits(deskAddress(`#/orders/${id}`))

    await signIn(tab, key)

    await status(tab, /^Paid$/)
    await tab.text('desk-order .actions', /^This key allows no action on this order\.$/)
  })
})
