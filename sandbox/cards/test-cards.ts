import { WRONG_CODE } from '../api/error-codes.ts'
import type { Outcome } from '../api/outcome.ts'
import type { TestBankName } from '../three-ds/test-banks.ts'
import type { ReportedIn } from '../three-ds/three-ds-state.ts'

/** How a test card behaves. If it has no outcome, its security code decides. */
export interface TestCard {
  readonly title: string
  /** The bank that authenticates the cardholder. */
  readonly threeDs?: TestBankName
  /** Where the gateway reports 3-D Secure steps. Default: in `status` only. */
  readonly tells?: ReportedIn
  readonly outcome?: Outcome
}

/**
 * The test cards by number. Numbers pass the Luhn check. For any other valid number the security code decides.
 */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4000000000001000': { title: '3-D Secure, frictionless', threeDs: 'frictionless' },
  '4000000000002008': { title: '3-D Secure, challenge', threeDs: 'challenge' },
  '4000000000003006': {
    title: 'filtered as fraud',
    outcome: { status: 'filtered', errorCode: '102', errorMessage: 'Suspected fraud' },
  },
  '4000000000004004': {
    title: 'error',
    outcome: { status: 'error', errorCode: '909', errorMessage: 'System malfunction' },
  },
  '4000000000046005': {
    title: 'declined, wrong security code',
    outcome: { status: 'declined', errorCode: WRONG_CODE, errorMessage: 'Wrong security code' },
  },
  '4000000000005001': { title: '3-D Secure method, then challenge', threeDs: 'method-challenge' },
  '4000000000006009': { title: '3-D Secure method, then frictionless', threeDs: 'method-frictionless' },
  '4000000000007007': { title: '3-D Secure method that never answers', threeDs: 'method-silent' },
  '4000000000008005': { title: '3-D Secure method that answers after 12 s', threeDs: 'method-slow' },
  '4000000000009003': { title: '3-D Secure method without a page', threeDs: 'method-missing' },
  '4000000000010001': { title: '3-D Secure 1.0.2', threeDs: 'pareq' },
  '4000000000011009': { title: '3-D Secure by redirect', threeDs: 'redirect' },
  '4000000000012007': { title: '3-D Secure by a page in html', threeDs: 'html' },
  '4000000000013005': { title: 'bank that pads its base64', threeDs: 'padded' },
  '4000000000014003': { title: 'bank that answers with an error message', threeDs: 'error' },
  '4000000000015000': { title: 'bank that posts an empty form', threeDs: 'empty' },
  '4000000000016008': { title: 'bank that answers about another payment', threeDs: 'foreign' },
  '4000000000017006': { title: 'bank whose answer is cut off', threeDs: 'cut-off' },
  '4000000000018004': { title: 'bank that waits only a few seconds', threeDs: 'brief' },
  '4000000000019002': { title: 'bank that tries to take the whole window', threeDs: 'breaks-out' },
  '4000000000020000': { title: 'bank that posts to _parent', threeDs: 'posts-to-parent' },
  '4000000000021008': { title: 'bank that posts to _top', threeDs: 'posts-to-top' },
  '4000000000022006': { title: 'bank whose page opens only once', threeDs: 'asks-once' },
  '4000000000023004': { title: 'bank that needs cookies', threeDs: 'cookies' },
  '4000000000024002': { title: 'slow bank', threeDs: 'slow' },
  '4000000000025009': { title: '3-D Secure by a page in html only', threeDs: 'html-alone' },
  '4000000000030009': {
    title: '3-D Secure by redirect, reported in the reply only',
    threeDs: 'redirect',
    tells: 'reply',
  },
  '4000000000031007': {
    title: '3-D Secure by a page in html, reported in the reply only',
    threeDs: 'html',
    tells: 'reply',
  },
  '4000000000032005': {
    title: '3-D Secure by a page in html only, reported in the reply only',
    threeDs: 'html-alone',
    tells: 'reply',
  },
  '4000000000033003': {
    title: '3-D Secure method, then challenge, reported in the reply only',
    threeDs: 'method-challenge',
    tells: 'reply',
  },
  '4000000000034001': {
    title: '3-D Secure method, then frictionless, reported in the reply only',
    threeDs: 'method-frictionless',
    tells: 'reply',
  },
  '4000000000035008': {
    title: '3-D Secure method without a page, reported in the reply only',
    threeDs: 'method-missing',
    tells: 'reply',
  },
  '4000000000036006': {
    title: '3-D Secure, challenge, reported in the reply only',
    threeDs: 'challenge',
    tells: 'reply',
  },
  '4000000000037004': {
    title: '3-D Secure 1.0.2, reported in the reply only',
    threeDs: 'pareq',
    tells: 'reply',
  },
  '4000000000038002': {
    title: '3-D Secure by redirect, reported in reply and status',
    threeDs: 'redirect',
    tells: 'both',
  },
  '4000000000039000': {
    title: '3-D Secure by a page in html, reported in reply and status',
    threeDs: 'html',
    tells: 'both',
  },
  '4000000000040008': {
    title: '3-D Secure by a page in html only, reported in reply and status',
    threeDs: 'html-alone',
    tells: 'both',
  },
  '4000000000041006': {
    title: '3-D Secure method, then challenge, reported in reply and status',
    threeDs: 'method-challenge',
    tells: 'both',
  },
  '4000000000042004': {
    title: '3-D Secure method, then frictionless, reported in reply and status',
    threeDs: 'method-frictionless',
    tells: 'both',
  },
  '4000000000043002': {
    title: '3-D Secure method without a page, reported in reply and status',
    threeDs: 'method-missing',
    tells: 'both',
  },
  '4000000000044000': {
    title: '3-D Secure, challenge, reported in reply and status',
    threeDs: 'challenge',
    tells: 'both',
  },
  '4000000000045007': {
    title: '3-D Secure 1.0.2, reported in reply and status',
    threeDs: 'pareq',
    tells: 'both',
  },
}

/** A card whose security code decides, for people who want to try the page. */
export const PLAIN_CARD = '4444555566661111'
