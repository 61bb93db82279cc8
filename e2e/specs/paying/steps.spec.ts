/** How much a shopper has to do until they have paid. A step more fails. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { cardFieldAlert, cardForm } from '../../pages/card-form.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { visitWithCard } from '../../support/card-order.ts'
import { counter } from '../../support/counter.ts'
import { payInAHurry } from '../../support/hurried-shopper.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses, redeploy, serve, served } from '../../support/stack/stack.ts'
import { mug } from '../../support/strange-page.ts'

const { visits } = shopper()

const offerOf = (claims: object = {}) => mug({ item: randomUUID(), methods: ['card'], ...claims })

/** A page of the shop with one tag. @param tag Its attributes or children. @returns Its address. */
async function pageWith(tag: string, language = 'en-IE'): Promise<string> {
  const path = `/steps-${randomUUID()}.html`
  const body = `<!doctype html><html lang="${language}"><title>Shop</title>
<script type="module" src="${addresses().edge}/pay-checkout.js"></script>
<main><h1>Shop</h1><pay-checkout ${tag}</pay-checkout></main></html>`
  await serve({ path, body })
  return served().shop + path
}

const selling = async (claims?: object, language?: string) =>
  visits(await pageWith(`offer="${await offerOf(claims)}">`, language))

const cartOfThree = async () => {
  const offers = await Promise.all([1, 2, 3].map(() => offerOf()))
  return visits(
    await pageWith(`>${offers.map((offer) => `<pay-line offer="${offer}"></pay-line>`).join('')}`),
  )
}

const approved = (tab: Tab) => expect.poll(async () => (await orderOf(tab))?.status).toBe('approved')
const declined = (tab: Tab, attempts = 1) =>
  expect
    .poll(async () => {
      const order = await orderOf(tab)
      return [order?.status, order?.attempts.length]
    })
    .toEqual(['declined', attempts])

const DONATION = { amount: undefined, min: '1.00', max: '500.00', suggested: ['5.00', '20.00', '50.00'] }

const PARCEL = { collect: ['email', 'name', 'shipping'] }

describe('at an edge that takes cards for offers', () => {
  beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
  afterAll(() => redeploy('edge'))

  it.each([
    ['a digital good', () => selling(), 5],
    // The name is typed once, and the country is there.
    ['a physical good', () => selling({ ...PARCEL, countries: ['IE'] }), 8],
    ['one to a country with states', () => selling({ ...PARCEL, countries: ['US'] }, 'en-US'), 9],
    ['a donation', () => selling(DONATION), 5],
    ['a cart of three', cartOfThree, 5],
    ['a saved card', () => visits(counter('saved-card')), 1],
  ])('%s is paid by so many fields and one press', async (_, visit, fields) => {
    const tab = await visit()

    expect(await payInAHurry(tab)).toBe(fields)

    await approved(tab)
  })

  it('another card after a decline needs number, expiry and code: the name stays', async () => {
    const tab = await selling()
    await payInAHurry(tab, { 'cc-csc': '116' })
    await declined(tab)
    await statusText(tab, /declined/)
    await (await cardForm(tab)).text('#code', /^$/)

    expect(await payInAHurry(tab)).toBe(3)

    await approved(tab)
  })

  // The edge tells the shoppers of offers few reasons in a quarter of an hour, whichever story they are in.
  it('another code after a wrong one is all that is asked for', async () => {
    const tab = await visitWithCard(visits)
    await payInAHurry(tab, { 'cc-number': '4000000000046005' })
    await declined(tab)
    await cardFieldAlert(tab, 'code')

    expect(await payInAHurry(tab)).toBe(1)

    await declined(tab, 2)
  })

  it('3-D Secure adds nothing to what the bank asks for', async () => {
    const tab = await selling()

    const fields = await payInAHurry(tab, { 'cc-number': '4000000000002008' })
    await confirmAtBank(await bankInFrame(tab))

    await approved(tab)
    expect(fields).toBe(5)
  })
})
