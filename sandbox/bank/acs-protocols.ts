/** How a bank is asked about a cardholder, and what it answers. Pure: no clock, no storage, no network. */

import { isWebAddress } from '../api/params.ts'
import type { FormPost } from '../pages/acs-pages.ts'
import { type AnswerQuirk, TEST_BANKS } from './test-banks.ts'
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
import type { ThreeDs, Visit } from './three-ds-state.ts'

/** A way to ask the cardholder: how the question comes in, what goes along with it, and how the answer goes out. */
export interface AcsProtocol {
  readonly step: 'challenge' | 'pareq'
  /** Of which transaction the question is. */
  readonly idOf: (form: URLSearchParams) => string | undefined
  readonly windowSizeOf: (form: URLSearchParams) => string | undefined
  /** What is wrong with a question of a known transaction. */
  readonly problemOf: (form: URLSearchParams) => string | undefined
  /** Names of the question's parameters that come back with the answer, as they were. */
  readonly carried: readonly string[]
  /** The answer and where it goes, or what is to be read where it can go nowhere. */
  readonly answer: (threeDs: ThreeDs, result: TransStatus, visit: Visit) => FormPost | string
}

const NOWHERE = 'The answer of your bank is there, but nobody said where to send it.'

const creqIn = (form: URLSearchParams) => readCreq(form.get('creq') ?? '')

/** 3-D Secure 2: the answer goes where the order said. */
export const THREE_DS_2: AcsProtocol = {
  step: 'challenge',
  idOf: (form) => creqIn(form)?.id,
  windowSizeOf: (form) => creqIn(form)?.windowSize,
  problemOf: (form) => {
    if (!creqIn(form)?.windowSize) return 'The shop asked for a window of no known size.'
    return isSessionData(form.get('threeDSSessionData'))
      ? undefined
      : 'The shop sent session data that are too long, or no base64url.'
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

/** 3-D Secure 1.0.2: the answer goes where the question said. */
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
