/** Refunds above the limits of their key, on the page of an order: what a person reads, and what the decision sends. */
import { describe, expect, it } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { FollowUpView } from '../../shared/order-view.ts'
import { without } from '../../shared/without.ts'
import { NOW } from '../testing/example-orders.ts'
import { orderPage, REFUND } from '../testing/order-page.ts'

const page = orderPage()

const WAITING: FollowUpView = {
  ...{ ...REFUND, amount: '9.00', status: 'waiting', askedBy: 'assistant', limit: 'refundUpTo' },
  ...{ comment: 'Broken cup', expiresAt: new Date(NOW + 3 * 86_400_000).toISOString() },
}

const OTHER: FollowUpView = { ...WAITING, number: 2, amount: '1.00', comment: 'Late parcel' }

/** The edge asks the count of the key's day, so nobody decides yet. */
const COUNTING: FollowUpView = { ...without(WAITING, 'limit', 'expiresAt'), amount: '5.00' }

const asked = (...followUps: FollowUpView[]): Partial<OrderDetails> => ({
  ...{ followUps, attention: ['follow-up-waiting'], needsAttention: true },
})

/** What was sent, by the end of its address. */
const sent = () => page.commands().map(({ path, body }) => [path.split('/').at(-1), body])

describe('a refund that waits', () => {
  it('says the sum, who asked, the limit, the reason and when it lapses', async () => {
    await page.show(asked(WAITING))

    expect(page.desk.texts('.boxes .alert')).toEqual([
      'Refund of €9.00 waits for a decision. Asked for by “assistant”, more than this key may give back at once. ' +
        'Reason: “Broken cup”. Lapses in 3 days',
    ])
  })

  it('goes out once the person approves it, after its effect was said', async () => {
    await page.show(asked(WAITING))
    await page.desk.press('Approve …')
    await page.desk.reads(/€9\.00 goes back to the shopper at once.*Asked for by “assistant”.*“Broken cup”/)

    await page.desk.press('Refund €9.00')

    await page.desk.reads('€9.00 refunded')
    expect(sent()).toEqual([['approve', { followUp: 1 }]])
  })

  it('ends where the person refuses it', async () => {
    const { id } = await page.show(asked(WAITING))
    await page.desk.press('Refuse …')
    await page.desk.reads('€9.00 stays where it is. The key that asked for it has to ask again.')

    await page.desk.press('Refuse')

    await page.desk.reads('Refused. No money moved.')
    expect(sent()).toEqual([['refuse', { followUp: 1 }]])
    expect(page.browser.edge.order(id).followUps).toMatchObject([{ status: 'cancelled' }])
  })

  it('is the one that the person read about, where the page has not heard what became of it', async () => {
    const { id } = await page.show(asked(WAITING))
    await page.desk.press('Approve …')
    await page.desk.reads('Refund €9.00')
    const order = page.browser.edge.order(id)
    page.browser.edge.add({ ...order, ...asked({ ...WAITING, status: 'expired' }, OTHER) })

    await page.desk.press('Refund €9.00')

    await page.desk.reads('It no longer waits for a decision')
    expect(sent()).toEqual([['approve', { followUp: 1 }]])
  })

  it.each(['Approve', 'Refuse'])(
    'takes no more decision once another person has decided: %s',
    async (verdict) => {
      const { id } = await page.show(asked(WAITING, OTHER))
      await expect.poll(() => page.desk.edge.sockets.length).toBe(1)
      await page.desk.press(new RegExp(`^${verdict}.*…$`))
      await page.desk.reads('Do nothing')

      page.browser.edge.tell(id, asked({ ...WAITING, status: 'approved', decidedBy: 'boss' }, OTHER))

      await expect
        .poll(() => page.desk.texts('dialog [role=alert]'))
        .toEqual([expect.stringContaining('It no longer waits for a decision')])
      expect(page.desk.texts('.buttons button')).toEqual(['Close'])
      expect(page.desk.find('.buttons button').matches(':focus')).toBe(true)
      expect(page.desk.texts('.effect')).toEqual([])
      await page.desk.press('Close')
      expect(sent()).toEqual([])
    },
  )

  it('is decided on apart from one whose answer was lost', async () => {
    await page.show(asked(WAITING, OTHER))
    page.browser.edge.losesAnswers = true
    await page.desk.press(/^Approve.*…$/)
    await page.desk.press('Refund €9.00')
    await page.desk.reads('the checkout server never does it twice')
    await page.desk.press('Do nothing')
    await page.desk.readsNoMore('Do nothing')
    await expect.poll(() => page.desk.texts('.boxes .alert')).toHaveLength(1)
    page.browser.edge.losesAnswers = false

    await page.desk.press(/^Approve.*…$/)

    await page.desk.reads(/€1\.00 goes back to the shopper at once.*“Late parcel”/)
    expect(page.desk.text).not.toContain('never does it twice')
    await page.desk.press('Refund €1.00')
    await page.desk.reads('€1.00 refunded')
    expect(sent()).toEqual([
      ['approve', { followUp: 1 }],
      ['approve', { followUp: 2 }],
    ])
  })

  it('is approved by the very same request where its answer was lost and it still waits', async () => {
    await page.show(asked(WAITING, OTHER))
    await page.desk.press(/^Approve.*…$/)
    await page.desk.reads('Refund €9.00')
    page.browser.edge.failNext('unavailable')
    await page.desk.press('Refund €9.00')
    await page.desk.reads('the checkout server never does it twice')
    await page.desk.press('Do nothing')
    await page.desk.readsNoMore('Do nothing')

    await page.desk.press(/^Approve.*…$/)
    await page.desk.reads(/€9\.00 goes back.*“Broken cup”.*the checkout server never does it twice/)
    await page.desk.press('Try again')

    await page.desk.reads('€9.00 refunded')
    expect(sent()).toEqual([
      ['approve', { followUp: 1 }],
      ['approve', { followUp: 1 }],
    ])
  })

  it('is not decided on while the count of its key is asked, and keeps none behind it waiting', async () => {
    await page.show(asked(COUNTING, { ...WAITING, number: 2 }))
    await page.desk.press(/^Approve/)
    await page.desk.reads('Refund €9.00')
    expect(page.desk.texts('.boxes .alert')).toEqual([expect.stringContaining('€9.00')])

    await page.desk.press('Refund €9.00')

    await page.desk.reads('€9.00 refunded')
    expect(sent()).toEqual([['approve', { followUp: 2 }]])
  })

  it('is decided by nobody who asked for it', async () => {
    await page.show(asked({ ...WAITING, askedBy: 'back office' }))

    await page.desk.reads('You asked for it, so another person decides.')
    expect(page.desk.texts('.actions > button')).not.toContain('Approve …')
    expect(page.desk.texts('.actions > button')).not.toContain('Refuse …')
  })

  it('is approved by nobody whose own key has limits, and may be refused', async () => {
    page.browser.edge.limits = { refundUpTo: { EUR: '5.00' } }
    await page.show(asked(WAITING))

    await page.desk.reads('Your key has limits. A person whose key has none can approve it.')
    expect(page.desk.texts('.actions > button')).not.toContain('Approve …')
    expect(page.desk.texts('.actions > button')).toContain('Refuse …')
  })

  it.each([
    ['en-GB', ['Approve €1.00 …', 'Refuse €1.00 …']],
    ['de-DE', ['1,00 € freigeben …', '1,00 € ablehnen …']],
  ])('of several is named by the buttons that decide on it: %s', async (language, labels) => {
    page.browser.languages = [language]
    await page.show(asked({ ...WAITING, askedBy: 'back office' }, OTHER))

    const buttons = () => page.desk.texts('.actions > button').slice(0, 2)
    await expect.poll(() => buttons().map((one) => one.replace(/\s/g, ' '))).toEqual(labels)
  })

  it('is decided by nobody whose key may not refund', async () => {
    page.browser.edge.scopes = ['read', 'charge']
    await page.show(asked(WAITING))

    await page.desk.reads('Refund of €9.00 waits for a decision')
    expect(page.desk.texts('.actions > button')).not.toContain('Approve …')
  })

  it('of a void says what is undone', async () => {
    await page.show(asked({ ...WAITING, kind: 'void', amount: '12.50' }))
    await page.desk.press('Approve …')

    await page.desk.reads(/Approve this void\? The whole payment or hold of €12\.50 is undone at once/)
  })

  it('is told to the person whose own key has limits, as nothing that was sent', async () => {
    page.browser.edge.followUpStatus = 'waiting' as never
    await page.show()
    await page.desk.press('Refund …')

    await page.desk.press('Refund €12.50')

    await page.desk.reads('It is above the limits of your key. Nothing was sent')
    expect(page.desk.text).not.toContain('€12.50 refunded')
  })
})
