import { expect, it } from 'vitest'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { choosePaymentMethod, continueToPayment, pay, statusText } from '../../pages/shop.ts'
import { describeShopper } from '../../support/engine-shopper.ts'
import { readLedger } from '../../support/ledger.ts'
import { addresses } from '../../support/stack/stack.ts'

describeShopper((open) => {
  const product = (page: string) => open(`${addresses().shop}/${page}.html`)
  const statuses = async () => (await readLedger()).transactions.map(({ status }) => status)

  it('pays for a product and is charged once', async () => {
    const tab = await product('mug')
    await choosePaymentMethod(tab, /payment page/)

    await pay(tab, { email: 'ann@example.com' })
    await payByCard(tab)

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    expect((await readLedger()).movements).toMatchObject([
      { kind: 'charge', amount: '12.50', currency: 'EUR' },
    ])
    await tab.close()
  })

  it('reserves an amount after the bank’s challenge', async () => {
    const tab = await product('hotel')

    await pay(tab, { email: 'ann@example.com', name: 'Ann Example' })
    await payByCard(tab, { cvv: '321' })
    await confirmAtBank(tab)

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    expect((await readLedger()).movements).toMatchObject([{ kind: 'hold', amount: '96.00' }])
    await tab.close()
  })

  it('comes back from the hosted page and goes on there', async () => {
    const tab = await product('donation')

    await pay(tab, { email: 'ann@example.com', amount: '7.30' })
    await onHostedPage(tab)
    await tab.back()
    await continueToPayment(tab)
    await payByCard(tab)

    expect(await statusText(tab, /Thank you/)).toBe('Thank you!')
    expect(await statuses()).toEqual(['approved'])
    expect((await readLedger()).movements).toMatchObject([{ kind: 'charge', amount: '7.30' }])
    await tab.close()
  })
})
