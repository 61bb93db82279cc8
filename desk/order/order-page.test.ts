/** The page of an order: what it says, and what it offers. */
import { describe, expect, it } from 'vitest'
import type { MerchantScope } from '../../shared/merchant-key.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import { minutesAgo, NOW } from '../testing/example-orders.ts'
import { Desk } from '../testing/harness.ts'
import { orderPage } from '../testing/order-page.ts'

const page = orderPage()

describe('the page of an order', () => {
  it('tells the history in words, the newest first', async () => {
    await page.show()
    await page.desk.press('5 technical events')
    await page.desk.reads('Your server was notified')

    expect(page.desk.texts('.history li')[0]).toContain('Your server was notified')
    expect(page.desk.texts('.history li').at(-1)).toContain('Order opened €12.50')
    expect(page.desk.text).toContain('The gateway reported: payment approved €12.50')
  })

  it('folds what machines told each other into one line that opens and closes', async () => {
    await page.show()

    const human = ['The gateway reported: payment approved', 'Order opened']
    expect(page.desk.texts('.history li .what').map((text) => text.replace(' €12.50', ''))).toEqual(human)
    await page.desk.press('5 technical events')
    await page.desk.reads('The gateway took payment 1')
    await page.desk.press('5 technical events')
    await page.desk.readsNoMore('The gateway took payment 1')
  })

  it('leads with who ordered, where the key may know it', async () => {
    page.browser.edge.scopes = [...page.browser.edge.scopes, 'personal' as MerchantScope]
    const shipping = { address: 'Hauptstraße 1', city: 'Wien', postalCode: '1010', country: 'AT' }
    await page.show({ customer: { name: 'Ada Lovelace', email: 'ada@example.com', shipping } } as object)

    expect(page.desk.text).toMatch(
      /Customer Packing slip … Ada Lovelace .*ada@example\.com.*Hauptstraße 1 1010 Wien Austria.*Details/,
    )
  })

  it('has the link to pay of an order that can still be paid', async () => {
    const payUrl = 'https://pay.example.com/pay#order=o.t'
    await page.show({ status: 'open', captured: '0.00', payUrl } as object)
    await page.desk.reads(/Link to pay .*pay#order=o\.t Copy the link/)
    page.desk.close()

    await page.show({ payUrl } as object)

    expect(page.desk.text).not.toContain('Link to pay')
  })

  describe('of a request', () => {
    const payUrl = 'https://pay.example.com/pay#order=o.t'
    const REQUEST = { status: 'open', captured: '0.00', request: true, attempts: [], payUrl } as const

    it('asks and reminds by mail, and tells what became of each', async () => {
      page.browser.edge.mails = ['request', 'reminder']
      await page.show(REQUEST)
      expect(page.desk.buttons).not.toContain('Remind by mail …')
      await page.desk.press('Request by mail …')
      await page.desk.press('Send the mail')
      await page.desk.reads(/Mail to the shopper Request to pay Sent .*Key “back office”/)
      await page.desk.press('Close')
      await page.desk.readsNoMore('The mail is queued')

      await page.desk.press('Remind by mail …')
      await page.desk.press('Send the reminder')

      await page.desk.reads('Reminder Sent')
      expect(page.commands().map(({ body }) => body.kind)).toEqual(['request', 'reminder'])
      expect(new Set(page.commands().map(({ key }) => key)).size).toBe(2)
    })

    it('says in words why a mail was not sent, or when it is tried next', async () => {
      const mail = { channel: 'shopper-mail', kind: 'request', at: minutesAgo(5) } as const
      await page.show({
        ...REQUEST,
        mails: [
          { ...mail, status: 'given-up', failure: 'E_RECIPIENT_SUPPRESSED' },
          { ...mail, status: 'pending', failure: 'E_DAILY_LIMIT_EXCEEDED' },
          { ...mail, status: 'unsure', failure: 'E_ANOTHER' },
        ],
      })

      expect(page.desk.texts('.mails li')).toEqual([
        expect.stringMatching(/^Request to pay Perhaps sent .*E_ANOTHER$/),
        expect.stringMatching(/^Request to pay Queued next try .*mails of the day are used up$/),
        expect.stringMatching(/^Request to pay Not sent .*bounced before, or complained$/),
      ])
    })

    it('makes a link again that a change of keys ended', async () => {
      await page.show({ ...REQUEST, link: 'ended' })
      await page.desk.reads('A change of keys ended the link')

      await page.desk.press('Make the link again …')
      await page.desk.press('Make the link')

      await page.desk.readsNoMore('A change of keys ended the link of this request')
      expect(page.commands().map(({ path }) => path.split('/').at(-1))).toEqual(['renew-link'])
    })

    it('sends the receipt again, where receipts are mailed', async () => {
      page.browser.edge.mails = ['receipt']
      await page.show()

      await page.desk.press('Send the receipt …')
      await page.desk.press('Send the receipt')

      await page.desk.reads('Receipt Sent')
    })
  })

  it('says which scope shows who ordered, and that nothing is known where nothing is', async () => {
    page.browser.edge.scopes = ['read']
    await page.show()
    await page.desk.reads('A key with the scope “personal” shows who ordered')
    page.desk.close()
    page.browser.edge.scopes = ['read', 'personal' as MerchantScope]

    await page.show()

    await page.desk.reads('Nothing is known of the customer')
  })

  it('names the lines of a cart, with their quantities and sums', async () => {
    await page.show({
      amount: '43.00',
      description: '2 × Mug, Plate',
      lines: [
        { item: 'mug', description: 'Mug', quantity: 2, amount: '25.00' },
        { item: 'plate', description: 'Plate', quantity: 1, amount: '18.00' },
      ],
    })

    expect(page.desk.texts('.lines li')).toEqual(['2 × Mug €25.00', 'Plate €18.00'])
  })

  it.each([
    ['has a packing slip where the key may read who ordered', { customer: { name: 'Ada Lovelace' } }, 1],
    ['has none where it may not', {}, 0],
  ])('%s', async (_, changes, count) => {
    await page.show(changes)

    expect(page.desk.texts('[data-action=packing-slip]')).toHaveLength(count)
  })

  it('changes by itself when the socket tells of something new', async () => {
    const { id } = await page.show({ status: 'processing', captured: '0.00' })
    await expect.poll(() => page.desk.edge.sockets.length).toBe(1)

    page.browser.edge.tell(id, { status: 'declined' })

    await expect.poll(() => page.desk.texts('.title .pill')).toEqual(['Declined'])
  })

  it('opens the socket with the view token', async () => {
    await page.show()

    await expect.poll(() => page.desk.edge.sockets[0]?.protocols).toEqual(['pay-checkout.v1', 'token.view.4'])
  })

  it('says that there is no such order', async () => {
    page.desk = await Desk.signedIn(page.browser, '#/orders/nobody')

    await page.desk.reads('There is no such order')
  })

  it('keeps the last state on the page while the edge does not answer', async () => {
    const { reference } = await page.show()

    page.browser.edge.isUnreachable = true
    for (const socket of page.desk.edge.sockets) socket.close()

    await page.desk.reads(/last state that it knows/)
    expect(page.desk.text).toContain(reference)
  })

  it.each<[string, Partial<OrderDetails>, RegExp]>([
    ['a donation', { act: 'donation' }, /Kind Payment Purpose Donation/],
    ['nothing of an order that an earlier version stored', {}, /Kind Payment Card/],
  ])('says what the shopper did by paying: %s', async (_, changes, facts) => {
    await page.show(changes)

    expect(page.desk.text).toMatch(facts)
  })

  it.each<[string, Partial<OrderDetails>, string, string]>([
    ['a payout', { intent: 'payout' }, 'Paid out', 'Paid out €12.50'],
    [
      'a payout that came back',
      { intent: 'payout', status: 'returned', returned: '12.50' },
      'Came back',
      'Paid out €12.50 Came back €12.50',
    ],
    [
      'a payout that was only checked',
      { intent: 'payout', captured: '0.00' },
      'Ready to pay out',
      'Kind Payout',
    ],
    ['a card', { intent: 'verify', amount: '0.00' }, 'Verified', 'Kind Card verification'],
    [
      'a hold that was reversed',
      { intent: 'preauth', status: 'returned', returned: '12.50' },
      'Voided',
      'Kind Preauthorization',
    ],
  ])('says what became of %s', async (_, changes, mark, facts) => {
    await page.show(changes)

    expect(page.desk.texts('.title .pill')).toEqual([mark])
    expect(page.desk.text).toContain(facts)
  })

  it('says of a hold that was reversed that nothing was refunded: nothing was taken', async () => {
    await page.show({ intent: 'preauth', status: 'returned', returned: '12.50' })

    expect(page.desk.text).not.toContain('Refunded')
  })

  it.each<[string, Partial<OrderDetails>, RegExp]>([
    [
      'a second payout stays out',
      { intent: 'payout' },
      /Money was paid out.*The checkout server cannot call it back/,
    ],
    [
      'a second hold is released',
      { intent: 'preauth' },
      /Money was put on hold.*The checkout server is releasing it/,
    ],
    ['a second charge goes back', {}, /charged by mistake.*The checkout server is giving that charge back/],
  ])('says where money by mistake goes: %s', async (_, changes, words) => {
    await page.show({ attention: ['duplicate-charge'], ...changes })

    expect(page.desk.text).toMatch(words)
  })

  it('says why the order needs a person, and when its hold ends', async () => {
    await page.show({
      intent: 'preauth',
      attention: ['follow-up-unknown'],
      hold: {
        amount: '12.50',
        since: minutesAgo(60),
        endsAt: new Date(NOW + 2 * 86_400_000).toISOString(),
      },
    })

    expect(page.desk.text).toContain('Do not repeat it before the result is known')
    expect(page.desk.text).toContain('The hold ends in 2 days')
  })
})

describe('the buttons', () => {
  it.each<[string, Partial<OrderDetails>, string[]]>([
    [
      'a paid order',
      {},
      ['Refund …', 'Void …', 'Mark as sent …', 'Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
    [
      'money on hold',
      { intent: 'preauth' },
      ['Capture …', 'Void …', 'Mark as sent …', 'Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
    [
      'an order at the payment page',
      { status: 'redirect', captured: '0.00' },
      ['Cancel order …', 'Ask the gateway now …', 'Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
    [
      'a charged back order',
      { status: 'charged-back' },
      ['Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
  ])('of %s are those that it allows, the seldom ones last', async (_, changes, buttons) => {
    await page.show(changes)

    expect(page.desk.texts('.actions > button')).toEqual(buttons)
  })

  it.each<[MerchantScope[], string[]]>([
    [['read'], []],
    [
      ['read', 'refund'],
      ['Refund …', 'Void …'],
    ],
    [
      ['read', 'charge'],
      ['Mark as sent …', 'Note …', 'Resend webhooks …'],
    ],
  ])('of a key with %s are those that it allows', async (scopes, buttons) => {
    page.browser.edge.scopes = scopes
    await page.show()

    expect(page.desk.texts('.actions > button')).toEqual(buttons)
  })
})
