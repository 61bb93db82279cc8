/** The two protocols of the access control server: 3-D Secure 2 and 1.0.2. Pure: no clock, no storage, no network. */

import { isWebAddress } from '../api/params.ts'
import type { FormPost } from '../pages/acs-pages.ts'
import { type AnswerQuirk, TEST_BANKS } from '../three-ds/test-banks.ts'
import type { ThreeDs, Visit } from '../three-ds/three-ds-state.ts'
import {
  cresMessage,
  decodeV1,
  encodeV2,
  encodeV2Padded,
  erroMessage,
  paresMessage,
  readCreq,
  type TransStatus,
} from './three-ds-messages.ts'

/** How a merchant requests a challenge, and how the bank answers. */
export interface AcsProtocol {
  readonly step: 'challenge' | 'pareq'
  /** The transaction that the request names. */
  readonly idOf: (form: URLSearchParams) => string | undefined
  readonly windowSizeOf: (form: URLSearchParams) => string | undefined
  /** What is wrong with the request for a known transaction. */
  readonly problemOf: (form: URLSearchParams) => string | undefined
  /** Parameters of the request that the answer repeats unchanged. */
  readonly carried: readonly string[]
  /** The answer and where to post it, or a notice if there is no address. */
  readonly answer: (threeDs: ThreeDs, result: TransStatus, visit: Visit) => FormPost | string
}

const NOWHERE = 'Your bank has answered, but the shop gave no address for the answer.'

const creqIn = (form: URLSearchParams) => readCreq(form.get('creq') ?? '')

/** 3-D Secure 2: the answer goes to the address that the order has. */
export const THREE_DS_2: AcsProtocol = {
  step: 'challenge',
  idOf: (form) => creqIn(form)?.id,
  windowSizeOf: (form) => creqIn(form)?.windowSize,
  problemOf: (form) => {
    if (!creqIn(form)?.windowSize) return 'The shop requested a window of unknown size.'
    return isSessionData(form.get('threeDSSessionData'))
      ? undefined
      : 'The shop sent session data that is too long or not base64url.'
  },
  carried: ['threeDSSessionData'],
  answer: (threeDs, result, { carried }) => {
    const cres = CRES_BY_QUIRK[TEST_BANKS[threeDs.kind].answer ?? 'usual'](threeDs, result)
    const values = cres === undefined ? {} : { cres, ...carried }
    return threeDs.notificationUrl ? { url: threeDs.notificationUrl, values } : `${NOWHERE} ${cres ?? ''}`
  },
}

/** At most 1024 characters of base64url without padding. @see EMV 3-D Secure, `threeDSSessionData` */
const isSessionData = (data: string | null) => data === null || /^[\w-]{0,1024}$/.test(data)

const CRES_BY_QUIRK: Readonly<
  Record<AnswerQuirk, (threeDs: ThreeDs, result: TransStatus) => string | undefined>
> = {
  usual: (threeDs, result) => encodeV2(cresMessage(threeDs, result)),
  padded: (threeDs, result) => encodeV2Padded(cresMessage(threeDs, result)),
  error: (threeDs) => encodeV2(erroMessage(threeDs)),
  empty: () => undefined,
  foreign: (threeDs, result) => encodeV2(cresMessage({ ...threeDs, id: crypto.randomUUID() }, result)),
  'cut-off': (threeDs, result) => encodeV2(cresMessage(threeDs, result)).slice(0, -16),
}

/** 3-D Secure 1.0.2: the answer goes to the address in the request. */
export const THREE_DS_1: AcsProtocol = {
  step: 'pareq',
  idOf: (form) => {
    const id = decodeV1(form.get('PaReq') ?? '')?.xid
    return typeof id === 'string' ? id : undefined
  },
  windowSizeOf: () => undefined,
  problemOf: () => undefined,
  carried: ['MD', 'TermUrl'],
  answer: (threeDs, result, { carried: { MD, TermUrl = '' } }) => {
    const values = { PaRes: paresMessage(threeDs, result), ...(MD !== undefined && { MD }) }
    return isWebAddress(TermUrl) ? { url: TermUrl, values } : NOWHERE
  },
}
