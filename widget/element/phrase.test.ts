/** Programs that translate pages put nodes of theirs in place of texts, also in open shadow roots. */
import { describe, expect, it } from 'vitest'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

/** Puts `<font><font>…</font></font>` in place of every text, as Chromium's translator does; what it is not to touch stays. */
function translate({ root }: Checkout) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('[translate=no]')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(`«${text.data}»`)
    outer.append(inner)
    text.replaceWith(outer)
  }
}

/** The same by a program that minds no `translate="no"`. */
function translateAll(checkout: Checkout) {
  for (const one of checkout.root.querySelectorAll('[translate=no]')) one.removeAttribute('translate')
  translate(checkout)
}

const PIECES = { amount: '2.00', quantity: { min: 1, max: 9 } } as const

describe.each([
  ['one that minds what is not to be translated', translate],
  ['one that minds nothing', translateAll],
])('in a page that was translated, by %s', (_, translator) => {
  it('the price and the button say what will be charged', async () => {
    const checkout = await Checkout.open({
      offer: offerOf({ ...PIECES, intent: 'preauth' }),
      locale: 'en-IE',
    })
    translator(checkout)

    await checkout.type('«Quantity', '4')

    expect((checkout.root.querySelector('[part=price]') as HTMLElement).innerText).toBe('€8.00')
    expect(checkout.root.querySelector<HTMLElement>('[part~=primary]')?.innerText).toContain('€8.00')
    expect(checkout.text).toContain('4 × €2.00')
  })

  it('an open amount says its sum', async () => {
    const checkout = await Checkout.open({
      offer: offerOf({ min: '5.00', max: '500.00', suggested: ['10.00', '25.00'], intent: 'preauth' }),
      locale: 'en-IE',
    })
    translator(checkout)

    await checkout.type('«Other', '40')

    expect(checkout.root.querySelector<HTMLElement>('[part~=primary]')?.innerText).toContain('€40.00')
    expect((checkout.root.querySelector('[part=price]') as HTMLElement).innerText).toBe('€40.00')
  })

  it('where the payment stands is said again at each step, with its sums', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({})
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('€12.50 Continue to payment')
    const steps = [
      ['processing', 'We are checking your payment'],
      ['unknown', 'The outcome is not known yet'],
      ['approved', 'Thank you! You paid €12.50.'],
      ['captured', 'Thank you! You paid €10.00.'],
      ['partially-returned', 'Payment partly refunded €2.50 goes back'],
      ['returned', 'Payment refunded €10.00 goes back'],
      ['charged-back', 'Payment taken back by your bank Your bank has taken this money back from the shop.'],
    ] as const
    for (const [status, words] of steps) {
      translator(checkout)
      const returned = status === 'partially-returned' ? '2.50' : '10.00'
      const methods = status === 'processing' ? (['hosted'] as const) : []
      const captured = status === 'approved' ? '0.00' : '10.00'
      tab.edge.tell(id, { status, captured, returned, methods })
      await checkout.element.refresh()

      await checkout.drawn()
      // What has not changed stays translated.
      expect(checkout.text.replace(/[«»]/g, '')).toContain(words)
    }
  })

  it('an alert about money is about the money of now', async () => {
    const tab = new FakeTab()
    const surplus = { id: '1', type: 'sale', status: 'approved', surplus: true } as const
    const { id } = tab.edge.add({ status: 'cancelled', transactions: [{ ...surplus, amount: '5.00' }] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('You were charged €5.00 by mistake')
    translator(checkout)

    tab.edge.tell(id, { transactions: [{ ...surplus, amount: '7.00' }] })
    await checkout.element.refresh()

    await checkout.reads('You were charged €7.00 by mistake')
    expect(checkout.text).not.toContain('€5.00')
  })
})

describe('what is not to be translated', () => {
  it('is sums and what the receipt says, and nothing else', async () => {
    const tab = new FakeTab()
    const card = { brand: 'VISA', masked: '444455******1111', expires: '' }
    const { id } = tab.edge.add({ status: 'approved', methods: [], card })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('Thank you!')

    const kept = [...checkout.root.querySelectorAll<HTMLElement>('[translate=no]')].map(
      (one) => one.innerText,
    )

    expect(kept).toEqual(['€12.50', '€12.50', 'Visa •••• 1111', checkout.element.order?.reference])
  })

  it.each([
    [{}, 'en'],
    [{ pay: 'Jetzt {amount} zahlen' }, 'de'],
  ])('is in the page’s language, and the tag’s words are in theirs: %o', async (labels, language) => {
    const checkout = await Checkout.open({ offer: offerOf({ intent: 'preauth' }), locale: 'de' })
    checkout.element.labels = labels
    await checkout.drawn()

    const languageOf = (selector: string) => checkout.root.querySelector(selector)?.getAttribute('lang')
    expect(languageOf('form')).toBe(language)
    expect(['[part=price]', '[part=description]', 'button bdi'].map(languageOf)).toEqual(['de', 'de', 'de'])
  })
})
