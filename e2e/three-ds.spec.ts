import { describe, expect, it } from 'vitest'
import { passAtBank, threeDsEntry } from './bank-ledger.ts'
import type { Tab } from './browser.ts'
import { CHARGE, visitWithCard } from './card-order.ts'
import {
  bankInFrame,
  dialogAlert,
  dialogGone,
  openFullPage,
  pressStopOrGoOn,
  stopPayment,
} from './pages/bank-dialog.ts'
import { bankAlert, confirmAtBank, refuseAtBank } from './pages/bank-page.ts'
import { payWithCard } from './pages/card-form.ts'
import { orderOf, statusText } from './pages/shop.ts'
import { moneyMoved, shopper } from './shopper.ts'

const { visits } = shopper()

/** What a shopper does once the card is sent. */
type Deed = (tab: Tab) => Promise<unknown>

const nothing: Deed = async () => undefined

const approve: Deed = async (tab) => confirmAtBank(await bankInFrame(tab))

/** As far as the bank can tell: it ends the question by itself, maybe before anybody has looked. */
const lookAtBank: Deed = async () => {
  await expect.poll(async () => (await threeDsEntry()).visits).not.toEqual([])
}

const refuse: Deed = async (tab) => refuseAtBank(await bankInFrame(tab))

/** Types these words one after the other; each but the last is wrong and asked for again. */
const typeWords =
  (...words: readonly string[]): Deed =>
  async (tab) => {
    const bank = await bankInFrame(tab)
    for (const [tries, word] of words.entries()) {
      // The field of the next page is empty; that of the page before still holds what was typed.
      if (tries > 0) await bankAlert(bank)
      await bank.text('[name=challenge] #word', /^$/)
      await confirmAtBank(bank, word)
    }
  }

/** Leaves the bank's page open for longer than banks wait. */
const wait: Deed = async (tab) => {
  await (await bankInFrame(tab)).text('[name=challenge]')
  await passAtBank(11 * 60_000)
}

/** Approves at a bank whose answer goes beyond its frame, where no browser lets it, not even by a click. */
const approveAndContinue: Deed = async (tab) => {
  await approve(tab)
  const bank = await bankInFrame(tab)
  await bank.click('[name=answer] button')
  expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })
}

/** Approves, and stops the payment once the bank has brought an answer that nobody can use. */
const approveInVainAndStop: Deed = async (tab) => {
  await approve(tab)
  // Words for a window of its own would mislead in the dialog.
  await (await bankInFrame(tab)).text('body', /^(?!.*close).*go on in the shop/)
  expect(await dialogAlert(tab)).toBe('Nothing here? Open the full page.')
  expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })
  await pressStopOrGoOn(tab)
  await stopPayment(tab)
}

interface Row {
  readonly what: string
  readonly number: string
  readonly deed: Deed
}

/** Pays by card in the page. Neither the shop's page nor its address change. */
async function payInPage({ number, deed }: Row): Promise<Tab> {
  const tab = await visitWithCard(visits)
  const before = [await tab.url(), await tab.evaluate('performance.timeOrigin')]
  await payWithCard(tab, { number })
  await deed(tab)
  await statusText(tab, /approved|declined|cancelled/)
  await dialogGone(tab)
  expect([await tab.url(), await tab.evaluate('performance.timeOrigin')]).toEqual(before)
  return tab
}

// Unless said otherwise the gateway tells of a step in `status` alone.
describe('the bank approves, and the card is charged once', () => {
  it.each<Row>([
    { what: 'plain', number: '4444555566661111', deed: nothing },
    { what: 'recognised without a question', number: '4000000000001000', deed: nothing },
    { what: 'asked', number: '4000000000002008', deed: approve },
    { what: 'asked, with a wrong word first', number: '4000000000002008', deed: typeWords('wrong', 'hint') },
    { what: 'looked at, then asked', number: '4000000000005001', deed: approve },
    { what: 'looked at alone', number: '4000000000006009', deed: nothing },
    { what: 'looked at by a page that never ends', number: '4000000000007007', deed: approve },
    { what: 'looked at by a page that ends too late', number: '4000000000008005', deed: approve },
    { what: 'not looked at, since the bank has no page', number: '4000000000009003', deed: approve },
    { what: 'asked by 3-D Secure 1.0.2', number: '4000000000010001', deed: approve },
    { what: 'asked at a page of the gateway’s', number: '4000000000011009', deed: approve },
    { what: 'asked by a page in html', number: '4000000000012007', deed: approve },
    { what: 'asked by a page in html alone', number: '4000000000025009', deed: approve },
    { what: 'told in the reply alone: a page of the gateway’s', number: '4000000000030009', deed: approve },
    { what: 'told in the reply alone: a page in html', number: '4000000000032005', deed: approve },
    { what: 'told in the replies alone: looked at, then asked', number: '4000000000033003', deed: approve },
    { what: 'told in the reply alone: 3-D Secure 1.0.2', number: '4000000000037004', deed: approve },
    { what: 'told in reply and status: looked at, then asked', number: '4000000000041006', deed: approve },
    { what: 'answered with padding', number: '4000000000013005', deed: approve },
    { what: 'asked by a page that wants the whole window', number: '4000000000019002', deed: approve },
    { what: 'asked by a page that opens once', number: '4000000000022006', deed: approve },
    { what: 'asked by a page that needs its cookie', number: '4000000000023004', deed: approve },
    { what: 'asked by a slow page', number: '4000000000024002', deed: approve },
  ])('$what', async (row) => {
    const tab = await payInPage(row)

    expect(await orderOf(tab)).toMatchObject({ status: 'approved', attempts: [{ method: 'card' }] })
    expect(await moneyMoved()).toEqual([CHARGE])
  })
})

describe('the bank does not approve, and nothing is charged', () => {
  it.each<Row>([
    { what: 'wrong three times', number: '4000000000002008', deed: typeWords('one', 'two', 'three') },
    { what: 'cancelled at the bank', number: '4000000000002008', deed: refuse },
    { what: 'cancelled after the bank looked', number: '4000000000005001', deed: refuse },
    { what: 'cancelled in 3-D Secure 1.0.2', number: '4000000000010001', deed: refuse },
    { what: 'cancelled at a page of the gateway’s', number: '4000000000011009', deed: refuse },
    { what: 'cancelled at a page in html', number: '4000000000012007', deed: refuse },
    { what: 'abandoned', number: '4000000000002008', deed: wait },
    { what: 'abandoned in 3-D Secure 1.0.2', number: '4000000000010001', deed: wait },
    { what: 'timed out', number: '4000000000018004', deed: lookAtBank },
    { what: 'answered by an error message', number: '4000000000014003', deed: approve },
  ])('$what', async (row) => {
    const tab = await payInPage(row)

    expect(await orderOf(tab)).toMatchObject({ status: 'declined', attempts: [{ method: 'card' }] })
    expect(await moneyMoved()).toEqual([])
  })
})

describe('the bank brings no answer of this payment, which then waits and can be stopped', () => {
  it.each<Row>([
    { what: 'a form without fields', number: '4000000000015000', deed: approveInVainAndStop },
    { what: 'an answer about another payment', number: '4000000000016008', deed: approveInVainAndStop },
    { what: 'an answer that is cut off', number: '4000000000017006', deed: approveInVainAndStop },
  ])('$what', async (row) => {
    const tab = await payInPage(row)

    expect(await orderOf(tab)).toMatchObject({ status: 'cancelled' })
    expect(await moneyMoved()).toEqual([])
  })
})

describe('the full page goes where the frame cannot', () => {
  it.each([
    ['for any bank', '4000000000002008', nothing],
    ['for a bank of 3-D Secure 1.0.2', '4000000000010001', nothing],
    ['for a page of the gateway’s', '4000000000011009', nothing],
    ['for a bank that posts to _parent, which browsers refuse', '4000000000020000', approveAndContinue],
    ['for a bank that posts to _top, which browsers refuse', '4000000000021008', approveAndContinue],
  ] as const)('%s, and leads back to the shop with the outcome', async (_, number, before) => {
    const tab = await visitWithCard(visits)
    await payWithCard(tab, { number })
    await before(tab)
    await bankInFrame(tab)

    await openFullPage(tab)
    await tab.waitForUrl(/^http:\/\/bank\.localhost/)
    await confirmAtBank(tab)

    await tab.waitForUrl(/\/thanks\.html$/)
    await statusText(tab, /approved/)
    expect(await moneyMoved()).toEqual([CHARGE])
  })

  it('is opened at the bank as a page of its own', async () => {
    const tab = await visitWithCard(visits)
    await payWithCard(tab, { number: '4000000000002008' })
    await (await bankInFrame(tab)).text('[name=challenge]')

    await openFullPage(tab)
    await refuseAtBank(tab)

    await statusText(tab, /declined/)
    expect((await threeDsEntry()).visits.map(({ destination }) => destination)).toEqual([
      'iframe',
      'document',
    ])
    expect(await moneyMoved()).toEqual([])
  })
})
