/** Actions on the page of an order: what they say first, what they send, and how they end. */
import { describe, expect, it } from 'vitest'
import { ATTEMPT, orderPage, REFUND } from '../testing/order-page.ts'

const page = orderPage()

describe('an action', () => {
  it('says the sum and the effect before it acts', async () => {
    await page.show()

    await page.desk.press('Refund …')

    await page.desk.reads('€12.50 goes back to the shopper’s card. You cannot undo this.')
    expect(page.commands()).toEqual([])
  })

  it('does nothing when the person thinks better of it', async () => {
    await page.show()
    await page.desk.press('Refund …')

    await page.desk.press('Do nothing')

    await page.desk.readsNoMore('Do nothing')
    expect(page.commands()).toEqual([])
  })

  it('refunds a part, with its currency, and shows the result', async () => {
    await page.show()
    await page.desk.press('Refund …')
    await page.typePart('4,50')

    await page.desk.press('Refund €4.50')

    await page.desk.reads('€4.50 refunded')
    expect(page.commands().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['return', { amount: '4.50', currency: 'EUR' }],
    ])
    await page.desk.press('Close')
    await expect.poll(() => page.desk.texts('.title .pill')).toEqual(['Partly refunded'])
  })

  it('sends no sum for all of the money', async () => {
    await page.show()
    await page.desk.press('Refund …')

    await page.desk.press('Refund €12.50')

    await page.desk.reads('€12.50 refunded')
    expect(page.commands()[0]?.body).toEqual({})
  })

  it.each([
    ['nothing', ''],
    ['zero', '0'],
    ['more than is left', '12.51'],
    ['a word', 'half'],
    ['another currency', '$4'],
  ])('refuses %s as a part', async (_, typed) => {
    await page.show()
    await page.desk.press('Refund …')
    await page.typePart(typed)

    expect(page.desk.texts('.effect')).toEqual([])
    await page.desk.press('Refund')

    await page.desk.reads('above zero and up to €12.50')
    expect(page.commands()).toEqual([])
  })

  it('offers what is left when somebody else gives money back meanwhile, and takes no click meant for the sum before', async () => {
    const { id } = await page.show()
    await expect.poll(() => page.desk.edge.sockets.length).toBe(1)
    await page.desk.press('Refund …')
    await page.desk.reads('All: €12.50')

    page.browser.edge.tell(id, { status: 'partially-returned', returned: '4.50' })

    await page.desk.reads(/All: €8\.00.*Now at most €8\.00 is possible/)
    await page.desk.press('Refund €8.00')
    expect(page.commands()).toEqual([])
    page.browser.now += 1_000
    await page.desk.press('Refund €8.00')
    await page.desk.reads('€8.00 refunded')
    expect(page.commands()).toHaveLength(1)
  })

  it('is no longer offered by the dialog once the order forbids it', async () => {
    const { id } = await page.show()
    await expect.poll(() => page.desk.edge.sockets.length).toBe(1)
    await page.desk.press('Refund …')
    await page.desk.reads('All: €12.50')

    page.browser.edge.tell(id, { status: 'returned', returned: '12.50' })

    await page.desk.reads('no longer allows this')
    expect(page.desk.texts('.buttons button')).toEqual(['Close'])
  })

  it('shows in the dialog how it ended, where the gateway needs longer', async () => {
    const { id } = await page.show()
    await expect.poll(() => page.desk.edge.sockets.length).toBe(1)
    page.browser.edge.followUpStatus = 'processing'
    await page.desk.press('Refund …')
    await page.desk.press('Refund €12.50')
    await page.desk.reads('The gateway is working on it')
    const [followUp] = page.browser.edge.order(id).followUps

    page.browser.edge.tell(id, {
      ...{ status: 'returned', returned: '12.50' },
      followUps: followUp ? [{ ...followUp, status: 'approved' }] : [],
    })

    await page.desk.reads('€12.50 refunded')
    expect(page.desk.text).not.toContain('working on it')
  })

  it('sends the very same request again where the answer was lost, and nothing else', async () => {
    const { id } = await page.show()
    page.browser.edge.losesAnswers = true
    await page.desk.press('Refund …')
    await page.desk.press('Refund €12.50')
    await page.desk.reads('the checkout server never does it twice')
    expect(page.desk.text).not.toContain('reload')
    expect(page.desk.find<HTMLFieldSetElement>('fieldset').disabled).toBe(true)
    page.browser.edge.losesAnswers = false

    await page.desk.press('Try again')

    await page.desk.reads('€12.50 refunded')
    const [first, second, ...more] = page.commands()
    expect(more).toEqual([])
    expect(second).toEqual(first)
    expect(page.browser.edge.order(id).followUps).toHaveLength(1)
  })

  it('offers the very same request alone when the dialog is opened again after a lost answer', async () => {
    const { id } = await page.show()
    page.browser.edge.losesAnswers = true
    await page.desk.press('Refund …')
    await page.typePart('4.50')
    await page.desk.press('Refund €4.50')
    await page.desk.reads('the checkout server never does it twice')
    await page.desk.press('Do nothing')
    await page.desk.readsNoMore('Do nothing')
    page.browser.edge.losesAnswers = false

    await page.desk.press('Refund …')

    await page.desk.reads(/€4\.50 goes back.*the checkout server never does it twice/)
    expect(page.desk.text).not.toContain('A part')
    await page.desk.press('Try again')
    await page.desk.reads('€4.50 refunded')
    const [first, second] = page.commands()
    expect(second).toEqual(first)
    expect(page.browser.edge.order(id).followUps).toHaveLength(1)
    await page.desk.press('Close')
    await page.desk.readsNoMore('Close')
    await page.desk.press('Refund …')
    await page.desk.reads('All: €8.00')
  })

  it('offers the very same request when the person left the page before the answer', async () => {
    const { id } = await page.show()
    await page.desk.press('Refund …')
    await page.desk.reads('Do nothing')
    page.browser.edge.losesAnswers = true
    page.desk.find('.buttons .primary').click()
    page.desk.goTo('#/orders')
    await page.desk.reads('Export CSV')
    page.browser.edge.tell(id, { status: 'approved', followUps: [], returned: '0.00' })
    page.desk.goTo(`#/orders/${id}`)

    await page.desk.press('Refund …')

    await page.desk.reads('Try again')
  })

  it.each([
    [
      'the edge could not answer',
      'unavailable',
      'follow-up-in-flight',
      /Something is under way with this order.*never does it twice/,
    ],
    [
      'the gateway was silent',
      'gateway-silent',
      'amount-invalid',
      /The amount is not possible.*never does it twice/,
    ],
    ['no answer came', 'network', 'scope-missing', /This key does not allow it.*never does it twice/],
  ] as const)(
    'sends the very same request, also after a refusal, where %s before',
    async (_, first, then, words) => {
      const { id } = await page.show()
      await page.desk.press('Refund …')
      await page.desk.reads('Refund €12.50')
      if (first === 'network') page.browser.edge.isUnreachable = true
      else page.browser.edge.failNext(first)
      await page.desk.press('Refund €12.50')
      await page.desk.reads('Try again')
      page.browser.edge.isUnreachable = false
      page.browser.edge.failNext(then)

      await page.desk.press('Try again')

      await page.desk.reads(words)
      await page.desk.press('Do nothing')
      await page.desk.readsNoMore('Do nothing')
      await page.desk.press('Refund …')
      await page.desk.reads(words)
      await page.desk.press('Try again')
      await page.desk.reads('€12.50 refunded')
      expect(new Set(page.commands().map(({ key }) => key)).size).toBe(1)
      expect(page.browser.edge.order(id).followUps).toHaveLength(1)
    },
  )

  it('has failed where the gateway refused the very request whose answer was lost', async () => {
    await page.show()
    await page.desk.press('Refund …')
    page.browser.edge.failNext('unavailable')
    await page.desk.press('Refund €12.50')
    await page.desk.reads('Try again')
    page.browser.edge.failNext('gateway-refused')

    await page.desk.press('Try again')

    await page.desk.reads('The gateway refused')
    expect(page.desk.text).not.toContain('never does it twice')
  })

  it('can be corrected after a refusal where a repeat does no harm', async () => {
    await page.show()
    await page.desk.press('Note …')
    await page.desk.reads('Do nothing')
    page.browser.edge.failNext('unavailable')
    page.desk.find('.buttons .primary').click()
    await page.desk.reads('Try again')
    page.browser.edge.failNext('body-malformed')
    await page.desk.press('Try again')
    await page.desk.reads('Look at the marked fields')
    await page.desk.press('Do nothing')
    await page.desk.readsNoMore('Do nothing')

    await page.desk.press('Note …')

    await page.desk.reads('Do nothing')
    expect(page.desk.text).not.toContain('Try again')
  })

  it('names the sum that was refunded, also where another refund came first', async () => {
    const { id } = await page.show()
    await page.desk.press('Refund …')
    await page.desk.reads('Refund €12.50')
    page.browser.edge.add({ ...page.browser.edge.order(id), returned: '4.50', status: 'partially-returned' })

    await page.desk.press('Refund €12.50')

    await page.desk.reads('€8.00 refunded')
  })

  it('names the sum of its own refund, also where another came before the answer', async () => {
    const { id } = await page.show()
    page.browser.edge.losesAnswers = true
    await page.desk.press('Refund …')
    await page.typePart('4.50')
    await page.desk.press('Refund €4.50')
    await page.desk.reads('Try again')
    const { followUps } = page.browser.edge.order(id)
    page.browser.edge.tell(id, { followUps: [...followUps, { ...REFUND, number: 2, amount: '1.00' }] })
    page.browser.edge.losesAnswers = false

    await page.desk.press('Try again')

    await page.desk.reads('€4.50 refunded')
  })

  it('sends one request for two clicks', async () => {
    const { id } = await page.show()
    await page.desk.press('Void …')
    await page.desk.reads('Do nothing')
    const button = page.desk.find('.buttons .primary')

    button.click()
    button.click()

    await page.desk.reads('€12.50 voided')
    expect(page.commands()).toHaveLength(1)
    expect(page.browser.edge.order(id).followUps).toHaveLength(1)
  })

  it('says in words why it was refused, with the support code', async () => {
    await page.show()
    await page.desk.press('Void …')
    page.browser.edge.failNext('follow-up-in-flight')

    await page.desk.press('Void €12.50')

    await page.desk.reads(/Something is under way with this order.*Support code: order0000-abcd/)
  })

  it('says that the gateway is still working on it', async () => {
    page.browser.edge.followUpStatus = 'processing'
    await page.show()
    await page.desk.press('Refund …')

    await page.desk.press('Refund €12.50')

    await page.desk.reads('This page shows the result when it comes')
    await page.desk.press('Close')
    expect(page.desk.texts('.actions > button')).not.toContain('Refund …')
  })

  it('declares the refund in doubt that the person reads about, with its sum and its risk', async () => {
    const { id } = await page.show({ followUps: [{ ...REFUND, status: 'unknown' }] })
    await page.desk.press('Declare not accepted …')
    await page.desk.reads('Declare that the gateway never took this refund?')
    await page.desk.reads(
      'If the refund of €3.00 did go through, another refund may give the same money back twice.',
    )

    await page.desk.press('Declare not accepted')

    await page.desk.reads('Recorded: not accepted')
    expect(page.commands()[0]?.body).toEqual({ followUp: 1 })
    expect(page.browser.edge.order(id).followUps).toMatchObject([{ status: 'error' }])
  })

  it('declares nothing where something else came into doubt meanwhile', async () => {
    const { id } = await page.show({ followUps: [{ ...REFUND, status: 'unknown' }] })
    await page.desk.press('Declare not accepted …')
    await page.desk.reads('this refund?')
    page.browser.edge.tell(id, {
      followUps: [REFUND, { ...REFUND, number: 2, kind: 'void', amount: '9.50', status: 'unknown' }],
    })

    await page.desk.press('Declare not accepted')

    await page.desk.reads('Something else of this order is in doubt now. Nothing was declared.')
    expect(page.commands()[0]?.body).toEqual({ followUp: 1 })
  })

  it('declares the payment in doubt', async () => {
    await page.show({ status: 'unknown', captured: '0.00', attempts: [{ ...ATTEMPT, status: 'unknown' }] })
    await page.desk.press('Declare not accepted …')
    await page.desk.reads('If the payment of €12.50 did go through, the shopper may pay twice.')

    await page.desk.press('Declare not accepted')

    await page.desk.reads('Recorded: not accepted')
    expect(page.commands()[0]?.body).toEqual({ attempt: 1 })
  })

  it('captures a part of the money on hold', async () => {
    await page.show({ intent: 'preauth' })
    await page.desk.press('Capture …')
    await page.typePart('10')

    await page.desk.press('Capture €10.00')

    await page.desk.reads('€10.00 captured')
    expect(page.commands()[0]?.body).toEqual({ amount: '10.00', currency: 'EUR' })
  })
})
