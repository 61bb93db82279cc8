import { majorUnits } from './minor-units.ts'
import type { ThreeDs, Transaction } from './transactions.ts'

/** What a bank found out about the cardholder: yes or no. */
export type TransStatus = 'Y' | 'N'

/** Why the result of a step is not taken. */
export type ResultProblem = 'malformed' | 'other-transaction'

type Message = Readonly<Record<string, unknown>>

/** Writes a message as base64url without padding, as EMV 3-D Secure does. */
export const encode = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64url')

/** Reads a message in base64url, padded or not. @returns `undefined` if it is no object. */
export const decode = (text: string) => read(text, /^[\w-]+={0,2}$/, 'base64url')

function read(text: string, alphabet: RegExp, encoding: 'base64' | 'base64url'): Message | undefined {
  if (!alphabet.test(text)) return undefined
  try {
    const message: unknown = JSON.parse(Buffer.from(text, encoding).toString('utf8'))
    return typeof message === 'object' && message !== null ? { ...message } : undefined
  } catch {
    // Not JSON: the same as no message.
    return undefined
  }
}

/** The question that the merchant takes to the bank. */
export const challengeRequest = ({ id }: ThreeDs) =>
  encode({ messageType: 'CReq', messageVersion: '2.2.0', threeDSServerTransID: id, acsTransID: id })

/** The bank's answer to it. */
export const challengeResult = ({ id }: ThreeDs, transStatus: TransStatus) =>
  encode({
    messageType: 'CRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: id,
    acsTransID: id,
    challengeCompletionInd: 'Y',
    transStatus,
  })

/** Reads the bank's answer to a challenge of this transaction. */
export const readChallengeResult = (cRes: string, { id }: ThreeDs) =>
  judge(decode(cRes), { messageType: 'CRes', idName: 'threeDSServerTransID', id })

/** The question of 3-D Secure 1.0.2. Its XML is not built: base64 of JSON stands in for it. */
export function payerRequest({ threeDs, amountMinor, currency }: Transaction): string {
  const amount = currency ? majorUnits(amountMinor, currency) : '0'
  return base64({ messageType: 'PaReq', xid: threeDs?.id, amount, currency })
}

/** The bank's answer to it, in the same encoding. */
export const payerResult = ({ id }: ThreeDs, transStatus: TransStatus) =>
  base64({ messageType: 'PaRes', xid: id, transStatus })

/** Reads the bank's answer about a payer. Line breaks within base64 do not count. */
export const readPayerResult = (paRes: string, { id }: ThreeDs) =>
  judge(decodePayer(paRes), { messageType: 'PaRes', idName: 'xid', id })

/** Reads a message of 3-D Secure 1.0.2. */
export const decodePayer = (text: string) => read(text.replace(/\s/g, ''), /^[A-Za-z\d+/]+={0,2}$/, 'base64')

const base64 = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64')

function judge(
  message: Message | undefined,
  expected: { messageType: string; idName: string; id: string },
): TransStatus | ResultProblem {
  const { messageType, transStatus, [expected.idName]: id } = message ?? {}
  if (messageType !== expected.messageType || typeof id !== 'string') return 'malformed'
  if (transStatus !== 'Y' && transStatus !== 'N') return 'malformed'
  return id === expected.id ? transStatus : 'other-transaction'
}
