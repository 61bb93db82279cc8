/** What a person writes down on the page of an order, or sends again. */
import { describe, expect, it } from 'vitest'
import { minutesAgo } from '../testing/example-orders.ts'
import { orderPage } from '../testing/order-page.ts'

const page = orderPage()

describe('what a person writes down', () => {
  it('is a note, which the page shows and offers for a change', async () => {
    await page.show({ note: 'Rang on Monday.' })
    await page.desk.press('Note …')
    await page.desk.reads('Save the note')
    expect(page.desk.find<HTMLTextAreaElement>('#field-text').value).toBe('Rang on Monday.')
    page.desk.type('#field-text', 'Rang on Tuesday.')

    await page.desk.press('Save the note')

    await page.desk.reads('The note is saved.')
    expect(page.commands().map(({ path, body, key }) => [path.split('/').at(-1), body, key])).toEqual([
      ['note', { text: 'Rang on Tuesday.' }, ''],
    ])
    await page.desk.press('Close')
    await page.desk.reads('Rang on Tuesday.')
  })

  it('is the parcel of an order, with a link to the carrier', async () => {
    await page.show()
    await page.desk.press('Mark as sent …')
    await page.desk.reads('Parcel number')
    page.desk.type('#field-parcel', 'JD0077')
    page.desk.type('#field-url', 'post.example.com')
    await page.desk.press('Mark as sent')
    await page.desk.reads('Type an address that begins with https://')
    expect(page.commands()).toEqual([])
    page.desk.type('#field-url', 'https://post.example.com/JD0077')

    await page.desk.press('Mark as sent')

    await page.desk.reads('The order is marked as sent.')
    expect(page.commands()[0]).toMatchObject({
      body: { parcel: 'JD0077', url: 'https://post.example.com/JD0077' },
      key: expect.stringMatching(/.{16,}/),
    })
    await page.desk.press('Close')
    const link = page.desk.find<HTMLAnchorElement>('dd a')
    expect([link.textContent, link.href, link.rel]).toEqual([
      'JD0077',
      'https://post.example.com/JD0077',
      'noopener noreferrer',
    ])
  })

  it('is the reason of a refund, which the history shows', async () => {
    await page.show()
    await page.desk.press('Refund …')
    await page.desk.reads('Reason')
    page.desk.type('#field-comment', 'A broken cup')

    await page.desk.press('Refund €12.50')

    await page.desk.reads('€12.50 refunded')
    expect(page.commands()[0]?.body).toEqual({ comment: 'A broken cup' })
  })

  it('changes the end of a request, to a day that the edge takes', async () => {
    const [expiresAt, opening] = ['2026-11-25T10:00:00Z', '2026-11-20T10:00:00Z']
    const history = [{ at: opening, kind: 'order-opened', orderStatus: 'open' } as const]
    await page.show({
      ...{ status: 'open', request: true, captured: '0.00', attempts: [] },
      expiresAt,
      history,
    })
    await page.desk.press('Change the end …')
    await page.desk.reads('Change the end of this request?')
    const field = () => page.desk.find<HTMLInputElement>('#field-expiresAt')
    expect([field().value, field().min, field().max]).toEqual(['2026-11-25', '2026-11-22', '2027-05-19'])

    page.desk.type('#field-expiresAt', '2026-11-21')
    await page.desk.press('Change the end')
    await page.desk.reads('Choose a day from Sunday, 22 November 2026 to Wednesday, 19 May 2027.')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(page.commands()).toEqual([])

    page.desk.type('#field-expiresAt', '2026-12-24')
    await page.desk.press('Change the end')
    await page.desk.reads('Can be paid until 24 Dec 2026')
    expect(page.commands().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['expiry', { expiresAt: new Date('2026-12-24T23:59:59').toISOString() }],
    ])
  })

  it('sends to one of several receivers again, or to all', async () => {
    await page.show({ webhookEndpoints: ['a.example#1', 'b.example#2'] })
    await page.desk.press('Resend webhooks …')
    await page.desk.reads('All receivers')
    const choice = page.desk.find<HTMLSelectElement>('#field-endpoint')
    choice.value = 'b.example#2'
    choice.dispatchEvent(new Event('change'))
    await page.desk.press('Resend')
    await page.desk.reads('The webhook is on its way.')
    await page.desk.press('Close')
    await page.desk.readsNoMore('The webhook is on its way.')

    await page.desk.press('Resend webhooks …')
    await page.desk.press('Resend')
    await page.desk.reads('The webhook is on its way.')

    expect(page.commands().map(({ body }) => body)).toEqual([{ endpoint: 'b.example#2' }, {}])
  })

  it('never becomes a link that is not https', async () => {
    await page.show({ sentAt: minutesAgo(3), shipment: { parcel: 'JD0077', url: 'javascript:alert(1)' } })

    await page.desk.reads('JD0077')
    expect(page.desk.texts('dd a')).toEqual([])
  })
})
