import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MerchantScope } from '../../shared/merchant-key.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { FollowUpView, MerchantAttemptView } from '../../shared/order-view.ts'
import { exampleOrder, minutesAgo, NOW } from '../testing/example-orders.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => desk.close())

/** Opens the page of an order. */
async function show(changes: Partial<OrderDetails> = {}): Promise<OrderDetails> {
  const order = browser.edge.add(exampleOrder(changes))
  desk = await Desk.signedIn(browser, `#/orders/${order.id}`)
  await desk.reads(order.reference)
  return order
}

/** Chooses a part of the sum, and types it. */
async function typePart(text: string) {
  await desk.reads('A part')
  desk.find('.check:nth-of-type(2) input').click()
  desk.type('#amount', text)
}

const REFUND: FollowUpView = {
  number: 1,
  kind: 'return',
  amount: '3.00',
  status: 'approved',
  startedAt: minutesAgo(5),
}

const ATTEMPT: MerchantAttemptView = {
  number: 1,
  method: 'card',
  status: 'approved',
  startedAt: minutesAgo(5),
  clientOrderId: 'shop-1',
}

const commands = () => desk.edge.calls.filter(({ method }) => method === 'POST')

describe('the page of an order', () => {
  it('tells the history in words, the newest first', async () => {
    await show()
    await desk.press('5 technical events')
    await desk.reads('Your server was notified')

    expect(desk.texts('.history li')[0]).toContain('Your server was notified')
    expect(desk.texts('.history li').at(-1)).toContain('Order opened €12.50')
    expect(desk.text).toContain('The gateway reported: payment approved €12.50')
  })

  it('folds what machines told each other into one line that opens and closes', async () => {
    await show()

    const human = ['The gateway reported: payment approved', 'Order opened']
    expect(desk.texts('.history li .what').map((text) => text.replace(' €12.50', ''))).toEqual(human)
    await desk.press('5 technical events')
    await desk.reads('The gateway took payment 1')
    await desk.press('5 technical events')
    await desk.readsNoMore('The gateway took payment 1')
  })

  it('leads with who ordered, where the key may know it', async () => {
    browser.edge.scopes = [...browser.edge.scopes, 'personal' as MerchantScope]
    const shipping = { address: 'Hauptstraße 1', city: 'Wien', postalCode: '1010', country: 'AT' }
    await show({ customer: { name: 'Ada Lovelace', email: 'ada@example.com', shipping } } as object)

    expect(desk.text).toMatch(
      /Customer Packing slip … Ada Lovelace .*ada@example\.com.*Hauptstraße 1 1010 Wien Austria.*Details/,
    )
  })

  it('has the link to pay of an order that can still be paid', async () => {
    const payUrl = 'https://pay.example.com/pay#order=o.t'
    await show({ status: 'open', captured: '0.00', payUrl } as object)
    await desk.reads(/Link to pay .*pay#order=o\.t Copy the link/)
    desk.close()

    await show({ payUrl } as object)

    expect(desk.text).not.toContain('Link to pay')
  })

  describe('of a request', () => {
    const payUrl = 'https://pay.example.com/pay#order=o.t'
    const REQUEST = { status: 'open', captured: '0.00', request: true, attempts: [], payUrl } as const

    it('asks and reminds by mail, and tells what became of each', async () => {
      browser.edge.mails = ['request', 'reminder']
      await show(REQUEST)
      expect(desk.buttons).not.toContain('Remind by mail …')
      await desk.press('Request by mail …')
      await desk.press('Send the mail')
      await desk.reads(/Mail to the shopper Request to pay Sent .*Key “back office”/)
      await desk.press('Close')
      await desk.readsNoMore('The mail is queued')

      await desk.press('Remind by mail …')
      await desk.press('Send the reminder')

      await desk.reads('Reminder Sent')
      expect(commands().map(({ body }) => body.kind)).toEqual(['request', 'reminder'])
      expect(new Set(commands().map(({ key }) => key)).size).toBe(2)
    })

    it('says in words why a mail was not sent, or when it is tried next', async () => {
      const mail = { channel: 'shopper-mail', kind: 'request', at: minutesAgo(5) } as const
      await show({
        ...REQUEST,
        mails: [
          { ...mail, status: 'given-up', failure: 'E_RECIPIENT_SUPPRESSED' },
          { ...mail, status: 'pending', failure: 'E_DAILY_LIMIT_EXCEEDED' },
          { ...mail, status: 'unsure', failure: 'E_ANOTHER' },
        ],
      })

      expect(desk.texts('.mails li')).toEqual([
        expect.stringMatching(/^Request to pay Perhaps sent .*E_ANOTHER$/),
        expect.stringMatching(/^Request to pay Queued next try .*mails of the day are used up$/),
        expect.stringMatching(/^Request to pay Not sent .*bounced before, or complained$/),
      ])
    })

    it('makes a link again that a change of keys ended', async () => {
      await show({ ...REQUEST, link: 'ended' })
      await desk.reads('A change of keys ended the link')

      await desk.press('Make the link again …')
      await desk.press('Make the link')

      await desk.readsNoMore('A change of keys ended the link of this request')
      expect(commands().map(({ path }) => path.split('/').at(-1))).toEqual(['renew-link'])
    })

    it('sends the receipt again, where receipts are mailed', async () => {
      browser.edge.mails = ['receipt']
      await show()

      await desk.press('Send the receipt …')
      await desk.press('Send the receipt')

      await desk.reads('Receipt Sent')
    })
  })

  it('says which scope shows who ordered, and that nothing is known where nothing is', async () => {
    browser.edge.scopes = ['read']
    await show()
    await desk.reads('A key with the scope “personal” shows who ordered')
    desk.close()
    browser.edge.scopes = ['read', 'personal' as MerchantScope]

    await show()

    await desk.reads('Nothing is known of the customer')
  })

  it('names the lines of a cart, with their quantities and sums', async () => {
    await show({
      amount: '43.00',
      description: '2 × Mug, Plate',
      lines: [
        { item: 'mug', description: 'Mug', quantity: 2, amount: '25.00' },
        { item: 'plate', description: 'Plate', quantity: 1, amount: '18.00' },
      ],
    })

    expect(desk.texts('.lines li')).toEqual(['2 × Mug €25.00', 'Plate €18.00'])
  })

  it.each([
    ['has a packing slip where the key may read who ordered', { customer: { name: 'Ada Lovelace' } }, 1],
    ['has none where it may not', {}, 0],
  ])('%s', async (_, changes, count) => {
    await show(changes)

    expect(desk.texts('[data-action=packing-slip]')).toHaveLength(count)
  })

  it('changes by itself when the socket tells of something new', async () => {
    const { id } = await show({ status: 'processing', captured: '0.00' })
    await expect.poll(() => desk.edge.sockets.length).toBe(1)

    browser.edge.tell(id, { status: 'declined' })

    await expect.poll(() => desk.texts('.title .pill')).toEqual(['Declined'])
  })

  it('opens the socket with the view token', async () => {
    await show()

    await expect.poll(() => desk.edge.sockets[0]?.protocols).toEqual(['pay-checkout.v1', 'token.view.4'])
  })

  it('says that there is no such order', async () => {
    desk = await Desk.signedIn(browser, '#/orders/nobody')

    await desk.reads('There is no such order')
  })

  it('keeps the last state on the page while the edge does not answer', async () => {
    const { reference } = await show()

    browser.edge.isUnreachable = true
    for (const socket of desk.edge.sockets) socket.close()

    await desk.reads(/last state that it knows/)
    expect(desk.text).toContain(reference)
  })

  it.each<[string, Partial<OrderDetails>, RegExp]>([
    ['a donation', { act: 'donation' }, /Kind Payment Purpose Donation/],
    ['nothing of an order that an earlier version stored', {}, /Kind Payment Card/],
  ])('says what the shopper did by paying: %s', async (_, changes, facts) => {
    await show(changes)

    expect(desk.text).toMatch(facts)
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
    await show(changes)

    expect(desk.texts('.title .pill')).toEqual([mark])
    expect(desk.text).toContain(facts)
  })

  it('says of a hold that was reversed that nothing was refunded: nothing was taken', async () => {
    await show({ intent: 'preauth', status: 'returned', returned: '12.50' })

    expect(desk.text).not.toContain('Refunded')
  })

  it.each<[string, Partial<OrderDetails>, RegExp]>([
    ['a second payout stays out', { intent: 'payout' }, /Money was paid out.*The edge cannot call it back/],
    ['a second hold is released', { intent: 'preauth' }, /Money was put on hold.*The edge is releasing it/],
    ['a second charge goes back', {}, /charged by mistake.*The edge is giving that charge back/],
  ])('says where money by mistake goes: %s', async (_, changes, words) => {
    await show({ attention: ['duplicate-charge'], ...changes })

    expect(desk.text).toMatch(words)
  })

  it('says why the order needs a person, and when its hold ends', async () => {
    await show({
      intent: 'preauth',
      attention: ['follow-up-unknown'],
      hold: {
        amount: '12.50',
        since: minutesAgo(60),
        endsAt: new Date(NOW + 2 * 86_400_000).toISOString(),
      },
    })

    expect(desk.text).toContain('Do not repeat it before the result is known')
    expect(desk.text).toContain('The hold ends in 2 days')
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
      ['Ask the gateway now …', 'Cancel order …', 'Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
    [
      'a charged back order',
      { status: 'charged-back' },
      ['Note …', 'Resend webhooks …', 'Erase personal data …'],
    ],
  ])('of %s are those that it allows', async (_, changes, buttons) => {
    await show(changes)

    expect(desk.texts('.actions > button')).toEqual(buttons)
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
    browser.edge.scopes = scopes
    await show()

    expect(desk.texts('.actions > button')).toEqual(buttons)
  })
})

describe('an action', () => {
  it('says the sum and the effect before it acts', async () => {
    await show()

    await desk.press('Refund …')

    await desk.reads('€12.50 goes back to the shopper’s card. You cannot undo this.')
    expect(commands()).toEqual([])
  })

  it('does nothing when the person thinks better of it', async () => {
    await show()
    await desk.press('Refund …')

    await desk.press('Do nothing')

    await desk.readsNoMore('Do nothing')
    expect(commands()).toEqual([])
  })

  it('refunds a part, with its currency, and shows the result', async () => {
    await show()
    await desk.press('Refund …')
    await typePart('4,50')

    await desk.press('Refund €4.50')

    await desk.reads('€4.50 refunded')
    expect(commands().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['return', { amount: '4.50', currency: 'EUR' }],
    ])
    await desk.press('Close')
    await expect.poll(() => desk.texts('.title .pill')).toEqual(['Partly refunded'])
  })

  it('sends no sum for all of the money', async () => {
    await show()
    await desk.press('Refund …')

    await desk.press('Refund €12.50')

    await desk.reads('€12.50 refunded')
    expect(commands()[0]?.body).toEqual({})
  })

  it.each([
    ['nothing', ''],
    ['zero', '0'],
    ['more than is left', '12.51'],
    ['a word', 'half'],
    ['another currency', '$4'],
  ])('refuses %s as a part', async (_, typed) => {
    await show()
    await desk.press('Refund …')
    await typePart(typed)

    expect(desk.texts('.effect')).toEqual([])
    await desk.press('Refund')

    await desk.reads('above zero and up to €12.50')
    expect(commands()).toEqual([])
  })

  it('offers what is left when somebody else gives money back meanwhile, and takes no click meant for the sum before', async () => {
    const { id } = await show()
    await expect.poll(() => desk.edge.sockets.length).toBe(1)
    await desk.press('Refund …')
    await desk.reads('All: €12.50')

    browser.edge.tell(id, { status: 'partially-returned', returned: '4.50' })

    await desk.reads(/All: €8\.00.*Now at most €8\.00 is possible/)
    await desk.press('Refund €8.00')
    expect(commands()).toEqual([])
    browser.now += 1_000
    await desk.press('Refund €8.00')
    await desk.reads('€8.00 refunded')
    expect(commands()).toHaveLength(1)
  })

  it('is no longer offered by the dialog once the order forbids it', async () => {
    const { id } = await show()
    await expect.poll(() => desk.edge.sockets.length).toBe(1)
    await desk.press('Refund …')
    await desk.reads('All: €12.50')

    browser.edge.tell(id, { status: 'returned', returned: '12.50' })

    await desk.reads('no longer allows this')
    expect(desk.texts('.buttons button')).toEqual(['Close'])
  })

  it('shows in the dialog how it ended, where the gateway needs longer', async () => {
    const { id } = await show()
    await expect.poll(() => desk.edge.sockets.length).toBe(1)
    browser.edge.followUpStatus = 'processing'
    await desk.press('Refund …')
    await desk.press('Refund €12.50')
    await desk.reads('The gateway is working on it')
    const [followUp] = browser.edge.order(id).followUps

    browser.edge.tell(id, {
      ...{ status: 'returned', returned: '12.50' },
      followUps: followUp ? [{ ...followUp, status: 'approved' }] : [],
    })

    await desk.reads('€12.50 refunded')
    expect(desk.text).not.toContain('working on it')
  })

  it('sends the very same request again where the answer was lost, and nothing else', async () => {
    const { id } = await show()
    browser.edge.losesAnswers = true
    await desk.press('Refund …')
    await desk.press('Refund €12.50')
    await desk.reads('the edge never does it twice')
    expect(desk.text).not.toContain('reload')
    expect(desk.find<HTMLFieldSetElement>('fieldset').disabled).toBe(true)
    browser.edge.losesAnswers = false

    await desk.press('Try again')

    await desk.reads('€12.50 refunded')
    const [first, second, ...more] = commands()
    expect(more).toEqual([])
    expect(second).toEqual(first)
    expect(browser.edge.order(id).followUps).toHaveLength(1)
  })

  it('offers the very same request alone when the dialog is opened again after a lost answer', async () => {
    const { id } = await show()
    browser.edge.losesAnswers = true
    await desk.press('Refund …')
    await typePart('4.50')
    await desk.press('Refund €4.50')
    await desk.reads('the edge never does it twice')
    await desk.press('Do nothing')
    await desk.readsNoMore('Do nothing')
    browser.edge.losesAnswers = false

    await desk.press('Refund …')

    await desk.reads(/€4\.50 goes back.*the edge never does it twice/)
    expect(desk.text).not.toContain('A part')
    await desk.press('Try again')
    await desk.reads('€4.50 refunded')
    const [first, second] = commands()
    expect(second).toEqual(first)
    expect(browser.edge.order(id).followUps).toHaveLength(1)
    await desk.press('Close')
    await desk.readsNoMore('Close')
    await desk.press('Refund …')
    await desk.reads('All: €8.00')
  })

  it('offers the very same request when the person left the page before the answer', async () => {
    const { id } = await show()
    await desk.press('Refund …')
    await desk.reads('Do nothing')
    browser.edge.losesAnswers = true
    desk.find('.buttons .primary').click()
    desk.goTo('#/orders')
    await desk.reads('Export CSV')
    browser.edge.tell(id, { status: 'approved', followUps: [], returned: '0.00' })
    desk.goTo(`#/orders/${id}`)

    await desk.press('Refund …')

    await desk.reads('Try again')
  })

  it('names the sum that was refunded, also where another refund came first', async () => {
    const { id } = await show()
    await desk.press('Refund …')
    await desk.reads('Refund €12.50')
    browser.edge.add({ ...browser.edge.order(id), returned: '4.50', status: 'partially-returned' })

    await desk.press('Refund €12.50')

    await desk.reads('€8.00 refunded')
  })

  it('names the sum of its own refund, also where another came before the answer', async () => {
    const { id } = await show()
    browser.edge.losesAnswers = true
    await desk.press('Refund …')
    await typePart('4.50')
    await desk.press('Refund €4.50')
    await desk.reads('Try again')
    const { followUps } = browser.edge.order(id)
    browser.edge.tell(id, { followUps: [...followUps, { ...REFUND, number: 2, amount: '1.00' }] })
    browser.edge.losesAnswers = false

    await desk.press('Try again')

    await desk.reads('€4.50 refunded')
  })

  it('sends one request for two clicks', async () => {
    const { id } = await show()
    await desk.press('Void …')
    await desk.reads('Do nothing')
    const button = desk.find('.buttons .primary')

    button.click()
    button.click()

    await desk.reads('€12.50 voided')
    expect(commands()).toHaveLength(1)
    expect(browser.edge.order(id).followUps).toHaveLength(1)
  })

  it('says in words why it was refused, with the support code', async () => {
    await show()
    await desk.press('Void …')
    browser.edge.failNext('follow-up-in-flight')

    await desk.press('Void €12.50')

    await desk.reads(/Something is under way with this order.*Support code: order0000-abcd/)
  })

  it('says that the gateway is still working on it', async () => {
    browser.edge.followUpStatus = 'processing'
    await show()
    await desk.press('Refund …')

    await desk.press('Refund €12.50')

    await desk.reads('This page shows the result when it comes')
    await desk.press('Close')
    expect(desk.texts('.actions > button')).not.toContain('Refund …')
  })

  it('declares the refund in doubt that the person reads about, with its sum and its risk', async () => {
    const { id } = await show({ followUps: [{ ...REFUND, status: 'unknown' }] })
    await desk.press('Declare not accepted …')
    await desk.reads('Declare that the gateway never took this refund?')
    await desk.reads(
      'If the refund of €3.00 did go through, another refund may give the same money back twice.',
    )

    await desk.press('Declare not accepted')

    await desk.reads('Recorded: not accepted')
    expect(commands()[0]?.body).toEqual({ followUp: 1 })
    expect(browser.edge.order(id).followUps).toMatchObject([{ status: 'error' }])
  })

  it('declares nothing where something else came into doubt meanwhile', async () => {
    const { id } = await show({ followUps: [{ ...REFUND, status: 'unknown' }] })
    await desk.press('Declare not accepted …')
    await desk.reads('this refund?')
    browser.edge.tell(id, {
      followUps: [REFUND, { ...REFUND, number: 2, kind: 'void', amount: '9.50', status: 'unknown' }],
    })

    await desk.press('Declare not accepted')

    await desk.reads('Something else of this order is in doubt now. Nothing was declared.')
    expect(commands()[0]?.body).toEqual({ followUp: 1 })
  })

  it('declares the payment in doubt', async () => {
    await show({ status: 'unknown', captured: '0.00', attempts: [{ ...ATTEMPT, status: 'unknown' }] })
    await desk.press('Declare not accepted …')
    await desk.reads('If the payment of €12.50 did go through, the shopper may pay twice.')

    await desk.press('Declare not accepted')

    await desk.reads('Recorded: not accepted')
    expect(commands()[0]?.body).toEqual({ attempt: 1 })
  })

  it('captures a part of the money on hold', async () => {
    await show({ intent: 'preauth' })
    await desk.press('Capture …')
    await typePart('10')

    await desk.press('Capture €10.00')

    await desk.reads('€10.00 captured')
    expect(commands()[0]?.body).toEqual({ amount: '10.00', currency: 'EUR' })
  })
})

describe('what a person writes down', () => {
  it('is a note, which the page shows and offers for a change', async () => {
    await show({ note: 'Rang on Monday.' })
    await desk.press('Note …')
    await desk.reads('Save the note')
    expect(desk.find<HTMLTextAreaElement>('#field-text').value).toBe('Rang on Monday.')
    desk.type('#field-text', 'Rang on Tuesday.')

    await desk.press('Save the note')

    await desk.reads('The note is saved.')
    expect(commands().map(({ path, body, key }) => [path.split('/').at(-1), body, key])).toEqual([
      ['note', { text: 'Rang on Tuesday.' }, ''],
    ])
    await desk.press('Close')
    await desk.reads('Rang on Tuesday.')
  })

  it('is the parcel of an order, with a link to the carrier', async () => {
    await show()
    await desk.press('Mark as sent …')
    await desk.reads('Parcel number')
    desk.type('#field-parcel', 'JD0077')
    desk.type('#field-url', 'post.example.com')
    await desk.press('Mark as sent')
    await desk.reads('Type an address that begins with https://')
    expect(commands()).toEqual([])
    desk.type('#field-url', 'https://post.example.com/JD0077')

    await desk.press('Mark as sent')

    await desk.reads('The order is marked as sent.')
    expect(commands()[0]).toMatchObject({
      body: { parcel: 'JD0077', url: 'https://post.example.com/JD0077' },
      key: expect.stringMatching(/.{16,}/),
    })
    await desk.press('Close')
    const link = desk.find<HTMLAnchorElement>('dd a')
    expect([link.textContent, link.href, link.rel]).toEqual([
      'JD0077',
      'https://post.example.com/JD0077',
      'noopener noreferrer',
    ])
  })

  it('is the reason of a refund, which the history shows', async () => {
    await show()
    await desk.press('Refund …')
    await desk.reads('Reason')
    desk.type('#field-comment', 'A broken cup')

    await desk.press('Refund €12.50')

    await desk.reads('€12.50 refunded')
    expect(commands()[0]?.body).toEqual({ comment: 'A broken cup' })
  })

  it('sends to one of several receivers again, or to all', async () => {
    await show({ webhookEndpoints: ['a.example#1', 'b.example#2'] })
    await desk.press('Resend webhooks …')
    await desk.reads('All receivers')
    const choice = desk.find<HTMLSelectElement>('#field-endpoint')
    choice.value = 'b.example#2'
    choice.dispatchEvent(new Event('change'))
    await desk.press('Resend')
    await desk.reads('The webhook is on its way.')
    await desk.press('Close')
    await desk.readsNoMore('The webhook is on its way.')

    await desk.press('Resend webhooks …')
    await desk.press('Resend')
    await desk.reads('The webhook is on its way.')

    expect(commands().map(({ body }) => body)).toEqual([{ endpoint: 'b.example#2' }, {}])
  })

  it('never becomes a link that is not https', async () => {
    await show({ sentAt: minutesAgo(3), shipment: { parcel: 'JD0077', url: 'javascript:alert(1)' } })

    await desk.reads('JD0077')
    expect(desk.texts('dd a')).toEqual([])
  })
})
