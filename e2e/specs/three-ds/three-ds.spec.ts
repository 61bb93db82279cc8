/** One payment of each mechanism; `e2e/specs/three-ds/three-ds-cards.wide.spec.ts` has variants that differ by the card alone. */
import { describe, expect, it } from 'vitest'
import { bankInFrame, openFullPage } from '../../pages/bank-dialog.ts'
import { refuseAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { statusText } from '../../pages/shop.ts'
import { threeDsEntry } from '../../support/bank-ledger.ts'
import { visitWithCard } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import {
  approve,
  approveAndContinue,
  approveInVainAndStop,
  expectCancel,
  expectDecline,
  expectOneCharge,
  nothing,
  payInFullPage,
  payInPage,
  refuse,
  type ThreeDsRow,
} from '../../support/three-ds-actions.ts'

const { visits } = shopper()

// By default, the gateway reports a step in `status` alone.
describe('the bank approves, and the card is charged once', () => {
  it.each<ThreeDsRow>([
    { what: 'plain', number: '4444555566661111', action: nothing },
    { what: 'asked', number: '4000000000002008', action: approve },
    { what: 'looked at, then asked', number: '4000000000005001', action: approve },
    { what: 'asked by 3-D Secure 1.0.2', number: '4000000000010001', action: approve },
  ])('$what', async (row) => {
    await expectOneCharge(await payInPage(visits, row))
  })
})

describe('the bank does not approve, and nothing is charged', () => {
  it.each<ThreeDsRow>([{ what: 'cancelled at the bank', number: '4000000000002008', action: refuse }])(
    '$what',
    async (row) => {
      await expectDecline(await payInPage(visits, row))
    },
  )
})

it('an answer for another payment has no effect, and the payment waits until the shopper stops it', async () => {
  const row = { what: 'in vain', number: '4000000000016008', action: approveInVainAndStop }

  await expectCancel(await payInPage(visits, row))
})

describe('the full page goes where the frame cannot', () => {
  it.each<ThreeDsRow>([
    { what: 'for any bank', number: '4000000000002008', action: nothing },
    {
      what: 'for a bank that posts to _parent, which browsers refuse',
      number: '4000000000020000',
      action: approveAndContinue,
    },
  ])('$what, and leads back to the shop with the outcome', (row) => payInFullPage(visits, row))

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
