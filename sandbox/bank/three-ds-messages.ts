import { majorUnits } from '../api/minor-units.ts'
import type { Transaction } from '../store/transaction.ts'
import type { ThreeDs } from '../three-ds/three-ds-state.ts'

/** The bank's result: `Y` if it authenticated the cardholder, else `N`. */
export type TransStatus = 'Y' | 'N'

/** Why the gateway refuses the result of a step. */
export type ResultProblem = 'malformed' | 'other-transaction'

type Message = Readonly<Record<string, unknown>>

/** Encodes a message as base64url without padding, as EMV 3-D Secure does. */
export const encodeV2 = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64url')

/** Encodes a message as padded base64url, as some banks do. Adds a space to the JSON if it would need no padding. */
export function encodeV2Padded(message: object): string {
  const text = JSON.stringify(message)
  const bytes = Buffer.from(Buffer.byteLength(text) % 3 === 0 ? `${text} ` : text)
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

/** Decodes a base64url message, padded or not. @returns `undefined` if it is not an object. */
const decodeV2 = (text: string) => decodeMessage(text, /^[\w-]+={0,2}$/, 'base64url')

/** Decodes a message from a merchant, which must not be padded. @returns `undefined` if it is malformed. */
export const decodeMerchantMessage = (text: string) => (text.endsWith('=') ? undefined : decodeV2(text))

function decodeMessage(
  text: string,
  alphabet: RegExp,
  encoding: 'base64' | 'base64url',
): Message | undefined {
  if (!alphabet.test(text)) return undefined
  try {
    const message: unknown = JSON.parse(Buffer.from(text, encoding).toString('utf8'))
    return typeof message === 'object' && message !== null ? { ...message } : undefined
  } catch {
    // Not JSON: the message is malformed.
    return undefined
  }
}

const ids = (id: string) => ({ messageVersion: '2.2.0', threeDSServerTransID: id, acsTransID: id })

/** The challenge request (`CReq`) that the merchant posts to the bank. The merchant may change the window size. */
export const creqMessage = ({ id }: ThreeDs) =>
  encodeV2({ messageType: 'CReq', ...ids(id), challengeWindowSize: '05' })

/** The sizes of a challenge window. `05` is full screen. @see EMV 3-D Secure, `challengeWindowSize` */
const WINDOW_SIZES: readonly unknown[] = ['01', '02', '03', '04', '05']

/** Parses a `CReq`. @returns `undefined` if it is malformed. */
export function readCreq(creq: string) {
  const {
    messageType,
    threeDSServerTransID: id,
    challengeWindowSize: size,
  } = decodeMerchantMessage(creq) ?? {}
  if (messageType !== 'CReq' || typeof id !== 'string') return undefined
  return { id, windowSize: WINDOW_SIZES.includes(size) ? String(size) : undefined }
}

/** The bank's answer (`CRes`), not yet encoded. */
export const cresMessage = ({ id }: ThreeDs, transStatus: TransStatus) => ({
  messageType: 'CRes',
  ...ids(id),
  challengeCompletionInd: 'Y',
  transStatus,
})

/** The error message (`Erro`) that a failing bank sends instead of an answer. @see EMV 3-D Secure, Error Messages */
export const erroMessage = ({ id }: ThreeDs) => ({
  messageType: 'Erro',
  ...ids(id),
  errorCode: '403',
  errorComponent: 'A',
  errorDescription: 'Transient system failure',
  errorDetail: 'The sandbox bank fails with this card',
  errorMessageType: 'CReq',
})

/**
 * Parses the bank's answer to a challenge of this transaction.
 *
 * An error message counts as `N`, because a failing bank authenticates no cardholder.
 */
export function readCres(cRes: string, { id }: ThreeDs): TransStatus | ResultProblem {
  const message = decodeV2(cRes)
  const expected = { idName: 'threeDSServerTransID', id }
  if (message?.messageType !== 'Erro') return readResult(message, { ...expected, messageType: 'CRes' })
  return readResult({ ...message, transStatus: 'N' }, { ...expected, messageType: 'Erro' })
}

/** The `PaReq` of 3-D Secure 1.0.2. Base64 of JSON stands in for its XML. */
export function pareqMessage({ threeDs, amountMinor, currency }: Transaction): string {
  const amount = currency ? majorUnits(amountMinor, currency) : '0'
  return base64({ messageType: 'PaReq', xid: threeDs?.id, amount, currency })
}

/** The bank's answer (`PaRes`), in the same encoding. */
export const paresMessage = ({ id }: ThreeDs, transStatus: TransStatus) =>
  base64({ messageType: 'PaRes', xid: id, transStatus })

/** Parses a `PaRes`. Ignores line breaks within base64. */
export const readPares = (paRes: string, { id }: ThreeDs) =>
  readResult(decodeV1(paRes), { messageType: 'PaRes', idName: 'xid', id })

/** Decodes a message of 3-D Secure 1.0.2. */
export const decodeV1 = (text: string) =>
  decodeMessage(text.replace(/\s/g, ''), /^[A-Za-z\d+/]+={0,2}$/, 'base64')

const base64 = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64')

function readResult(
  message: Message | undefined,
  expected: { messageType: string; idName: string; id: string },
): TransStatus | ResultProblem {
  const { messageType, transStatus, [expected.idName]: id } = message ?? {}
  if (messageType !== expected.messageType || typeof id !== 'string' || !id) return 'malformed'
  if (transStatus !== 'Y' && transStatus !== 'N') return 'malformed'
  return id === expected.id ? transStatus : 'other-transaction'
}
