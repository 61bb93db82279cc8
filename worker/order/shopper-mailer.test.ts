/** Mails about a payment: the receipt, what was given back, and goods on their way. */
import { describe, expect, it } from 'vitest'
import { crashAt } from '../testing/edge.ts'
import { mailingEdge, mails, mailsBecome, refusalOf, sends } from './testing/mailed-orders.ts'
import { CHARGE, kill, orderOf, paidOrder, serverTerms, storedText } from './testing/orders.ts'
import { acceptedReply } from './testing/scripted-gateway.ts'
import { platformError } from './testing/scripted-mailbox.ts'

const edge = mailingEdge()

describe('a shopper who paid', () => {
  it('gets one receipt, at the address of the payment', async () => {
    edge.mailing({ replyTo: 'help@example.com' })
    const id = await paidOrder(edge.gateway)

    await mailsBecome(id, ['receipt delivered'])

    expect(edge.mailbox.sent).toMatchObject([
      {
        from: { email: 'shop@example.com', name: 'Heather Hill' },
        replyTo: 'help@example.com',
        to: 'a@example.com',
        subject: '[Test mode] Payment approved (Heather Hill, Mug)',
      },
    ])
    expect(edge.mailbox.sent[0]?.text).toMatch(/^You paid €12\.50\.$/m)
    expect(edge.mailbox.sent[0]?.text).toMatch(/^https:\/\/pay\.example\.com\/pay#order=/m)
  })

  it('reads of a hold that it is reserved, and later what of it was charged', async () => {
    const id = await paidOrder(edge.gateway, { intent: 'preauth' })
    edge.gateway.on('capture', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'capture', key: 'f-1', amount: '5.00', currency: 'EUR' })
    edge.gateway.reports('approved', {
      'transaction-type': 'capture',
      amount: '5.00',
      'by-request-sn': 'serial-2',
    })

    await mailsBecome(id, ['receipt delivered', 'receipt delivered'])

    expect(edge.mailbox.sent.map(({ text }) => /(€.*)$/m.exec(text)?.[1])).toEqual([
      '€12.50 is reserved on your card and not yet charged.',
      '€5.00.',
    ])
  })

  it('is told what each refund gives back', async () => {
    const id = await paidOrder(edge.gateway)
    edge.gateway.on('return', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    edge.gateway.reports('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
      'by-request-sn': 'serial-2',
    })

    await mailsBecome(id, ['receipt delivered', 'refund delivered'])

    expect(edge.mailbox.sent[1]?.text).toMatch(/^€5\.00 goes back to you\.$/m)
  })

  it('gets the receipt again if the object died before it could note that it was sent, and no third', async () => {
    const terms = serverTerms()
    crashAt(terms.id, 'mail-sent')
    edge.gateway.on('sale', acceptedReply('serial-1'))
    edge.gateway.reports('approved', { 'transaction-type': 'sale' })
    await orderOf(terms.id).charge(terms, CHARGE)

    await mailsBecome(terms.id, ['receipt delivered'])

    expect(edge.mailbox.sent).toHaveLength(2)
    await kill(terms.id)
    await mailsBecome(terms.id, ['receipt delivered'])
    expect(edge.mailbox.sent).toHaveLength(2)
  })

  it('gets a receipt that was refused at first, and none that bounces', async () => {
    edge.mailbox.onMail(() => {
      if (edge.mailbox.sent.length < 3) throw platformError('E_RATE_LIMIT_EXCEEDED')
    })
    await mailsBecome(await paidOrder(edge.gateway), ['receipt delivered'])

    edge.mailbox.onMail(() => {
      throw platformError('E_RECIPIENT_SUPPRESSED')
    })
    await mailsBecome(await paidOrder(edge.gateway), ['receipt given-up E_RECIPIENT_SUPPRESSED'])
  })

  it('gets the receipt again where the merchant asks, once per key', async () => {
    const id = await paidOrder(edge.gateway)
    await mailsBecome(id, ['receipt delivered'])

    const key = 'the-same-key-twice'
    await Promise.all([sends(id, 'receipt', { key }), sends(id, 'receipt', { key })])

    await mailsBecome(id, ['receipt delivered', 'receipt delivered'])
    expect(await refusalOf(sends(id, 'request', { key }))).toBe('key-reused')
  })
})

describe('goods that are on their way', () => {
  const sent = (id: string, key: string, parcel = 'JD0077') =>
    orderOf(id).noteSent({ key, by: 'till', shipment: { carrier: 'Post', parcel } })

  const bought = async () => {
    const id = await paidOrder(edge.gateway)
    await mailsBecome(id, ['receipt delivered'])
    return id
  }

  it('are told once, with the parcel and where to withdraw, however often the merchant says so', async () => {
    const withdrawal = 'https://shop.example.com/withdraw'
    edge.mailing({}, { MERCHANT: JSON.stringify({ name: 'Heather Hill', withdrawal }) })
    const id = await bought()

    await Promise.all([sent(id, 'parcel-1'), sent(id, 'parcel-1')])
    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    await sent(id, 'parcel-2', 'JD0078')

    expect(await mails(id)).toEqual(['receipt delivered', 'sent delivered'])
    expect(edge.mailbox.sent[1]).toMatchObject({ to: 'a@example.com' })
    expect(edge.mailbox.sent[1]?.text).toContain('Parcel number: JD0077')
    expect(edge.mailbox.sent[1]?.text).toContain(withdrawal)
  })

  it('are told with the parcel as it was corrected meanwhile', async () => {
    const id = await bought()
    edge.mailbox.onMail(() => {
      if (edge.mailbox.sent.length < 3) throw platformError('E_RATE_LIMIT_EXCEEDED')
    })

    await sent(id, 'parcel-1')
    await sent(id, 'parcel-2', 'JD0078')

    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    expect(edge.mailbox.sent.at(-1)?.text).toContain('Parcel number: JD0078')
  })

  it('are told by an object that died before it sent the mail', async () => {
    const id = await bought()
    crashAt(id, 'mail-next')

    await sent(id, 'parcel-1').catch(() => undefined)

    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    expect(edge.mailbox.sent).toHaveLength(2)
    await sent(id, 'parcel-1')
    expect(await mails(id)).toEqual(['receipt delivered', 'sent delivered'])
  })

  it('are told by no mail where the settings send none, nor once the shopper is erased', async () => {
    edge.mailing({ sent: false })
    const id = await bought()
    await sent(id, 'parcel-1')
    expect(await mails(id)).toEqual(['receipt delivered'])

    edge.mailing()
    edge.mailbox.onMail(() => Promise.reject(platformError('E_SENDER_NOT_VERIFIED')))
    const waits = await paidOrder(edge.gateway)
    await sent(waits, 'parcel-3')
    await orderOf(waits).erase('shop server')

    expect(await mails(waits)).toEqual([])
    expect(await storedText(waits)).not.toContain('JD0077')
  })
})
