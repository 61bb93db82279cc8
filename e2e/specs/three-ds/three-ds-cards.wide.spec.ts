/** Variants of the payments in `e2e/specs/three-ds/three-ds.spec.ts`: the bank or the gateway behaves differently, the edge alike. */
import { describe, it } from 'vitest'
import { shopper } from '../../support/shopper.ts'
import {
  approve,
  approveAndContinue,
  approveInVainAndStop,
  expectCancel,
  expectDecline,
  expectOneCharge,
  lookAtBank,
  nothing,
  payInFullPage,
  payInPage,
  refuse,
  type ThreeDsRow,
  typeWords,
  wait,
} from '../../support/three-ds-actions.ts'

const { visits } = shopper()

// By default, the gateway reports a step in `status` alone.
describe('the bank approves, and the card is charged once', () => {
  it.each<ThreeDsRow>([
    { what: 'recognised without a question', number: '4000000000001000', action: nothing },
    { what: 'looked at by a page that never ends', number: '4000000000007007', action: approve },
    { what: 'asked at a page of the gateway’s', number: '4000000000011009', action: approve },
    {
      what: 'reported in the replies alone: looked at, then asked',
      number: '4000000000033003',
      action: approve,
    },
    { what: 'looked at alone', number: '4000000000006009', action: nothing },
    { what: 'looked at by a page that ends too late', number: '4000000000008005', action: approve },
    { what: 'not looked at, since the bank has no page', number: '4000000000009003', action: approve },
    {
      what: 'asked, with a wrong word first',
      number: '4000000000002008',
      action: typeWords('wrong', 'hint'),
    },
    { what: 'asked by a page in html', number: '4000000000012007', action: approve },
    { what: 'answered with padding', number: '4000000000013005', action: approve },
    { what: 'asked by a page in html alone', number: '4000000000025009', action: approve },
    {
      what: 'reported in the reply alone: a page of the gateway’s',
      number: '4000000000030009',
      action: approve,
    },
    { what: 'reported in the reply alone: a page in html', number: '4000000000032005', action: approve },
    { what: 'reported in the reply alone: 3-D Secure 1.0.2', number: '4000000000037004', action: approve },
    {
      what: 'reported in reply and status: looked at, then asked',
      number: '4000000000041006',
      action: approve,
    },
    { what: 'asked by a page that wants the whole window', number: '4000000000019002', action: approve },
    { what: 'asked by a page that opens once', number: '4000000000022006', action: approve },
    { what: 'asked by a page that needs its cookie', number: '4000000000023004', action: approve },
    { what: 'asked by a slow page', number: '4000000000024002', action: approve },
  ])('$what', async (row) => {
    await expectOneCharge(await payInPage(visits, row))
  })
})

describe('the bank does not approve, and nothing is charged', () => {
  it.each<ThreeDsRow>([
    { what: 'abandoned', number: '4000000000002008', action: wait },
    { what: 'timed out', number: '4000000000018004', action: lookAtBank },
    { what: 'wrong three times', number: '4000000000002008', action: typeWords('one', 'two', 'three') },
    { what: 'cancelled after the bank looked', number: '4000000000005001', action: refuse },
    { what: 'cancelled in 3-D Secure 1.0.2', number: '4000000000010001', action: refuse },
    { what: 'cancelled at a page of the gateway’s', number: '4000000000011009', action: refuse },
    { what: 'answered by an error message', number: '4000000000014003', action: approve },
    { what: 'cancelled at a page in html', number: '4000000000012007', action: refuse },
    { what: 'abandoned in 3-D Secure 1.0.2', number: '4000000000010001', action: wait },
  ])('$what', async (row) => {
    await expectDecline(await payInPage(visits, row))
  })
})

describe('the bank sends no answer for this payment, which then waits until the shopper stops it', () => {
  it.each<ThreeDsRow>([
    { what: 'a form without fields', number: '4000000000015000', action: approveInVainAndStop },
    { what: 'an answer that is cut off', number: '4000000000017006', action: approveInVainAndStop },
  ])('$what', async (row) => {
    await expectCancel(await payInPage(visits, row))
  })
})

describe('the full page leads back to the shop with the outcome', () => {
  it.each<ThreeDsRow>([
    { what: 'for a bank of 3-D Secure 1.0.2', number: '4000000000010001', action: nothing },
    { what: 'for a page of the gateway’s', number: '4000000000011009', action: nothing },
    {
      what: 'for a bank that posts to _top, which browsers refuse',
      number: '4000000000021008',
      action: approveAndContinue,
    },
  ])('$what', (row) => payInFullPage(visits, row))
})
