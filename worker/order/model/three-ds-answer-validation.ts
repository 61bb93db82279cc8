/** Which answers of a bank's page go to the gateway. None is proof. */
import { accepted, type Result, refused } from '../../../shared/result.ts'
import type { AnswerFields, Step } from './state.ts'

/** An answer as it came: its attempt and step, and the form's fields by lower-case name. */
export interface StepAnswer {
  readonly attempt: number
  readonly step: Exclude<Step['type'], 'redirect' | 'page'>
  readonly fields: Readonly<Record<string, string>>
}

/** Why an answer has no effect. */
export type AnswerRejection = 'empty' | 'too-long' | 'malformed' | 'of-another' | 'late' | 'too-many'

/** Somebody who knows the address must not use the edge to flood the gateway, nor may a broken bank. */
const MAX_ANSWERS = 5

/** The longest values that the gateway accepts, in characters (gateway manual, the three uploads). */
const MAX_CRES = 4096
const MAX_PARES = 10_240
const MAX_MD = 1024

/** What the validation needs besides the step. */
interface Given {
  readonly answer: Pick<StepAnswer, 'step' | 'fields'>
  /** When the step's time is over, if ever, and the time now: milliseconds since the epoch. */
  readonly ends: number | undefined
  readonly now: number
}

/**
 * Validates what a browser brought. Only an answer that names this very transaction goes to the gateway, unchanged. The
 * gateway decides what kind of answer it is; a bank's error message goes too.
 *
 * @returns The fields for the gateway, under lower-case names; else why there are none.
 */
export function validateAnswer(
  step: Step,
  { answer, ends, now }: Given,
): Result<AnswerFields, AnswerRejection> {
  const judged = VALIDATORS[answer.step](step, answer.fields)
  if (!judged.ok) return judged
  // EMVCo 3-D Secure: what completes after its time does not count as completed.
  if (step.type === 'method' && ends !== undefined && now > ends) return refused('late')
  return (step.answerCount ?? 0) < MAX_ANSWERS ? judged : refused('too-many')
}

type Validator = (step: Step, fields: StepAnswer['fields']) => Result<AnswerFields, AnswerRejection>

const VALIDATORS: Readonly<Record<StepAnswer['step'], Validator>> = {
  method: ({ serverTransactionId }, { threedsmethoddata: data = '' }) => {
    if (!data) return refused('empty')
    const message = decoded(data)
    if (!message) return refused('malformed')
    const isOwn = serverTransactionId !== undefined && message.threeDSServerTransID === serverTransactionId
    return isOwn ? accepted({ threedsmethoddata: data }) : refused('of-another')
  },
  challenge: ({ creq = '' }, fields) => {
    const cres = fields.cres || Object.values(fields).find(isError)
    if (!cres) return refused('empty')
    if (cres.length > MAX_CRES) return refused('too-long')
    const message = decoded(cres)
    if (!message) return refused('malformed')
    const verdict = compare(decoded(creq) ?? {}, message)
    return verdict ? refused(verdict) : accepted({ cres })
  },
  pareq: ({ md: own }, { pares, md }) => {
    if (!pares?.trim()) return refused('empty')
    if (pares.length > MAX_PARES) return refused('too-long')
    if (!/^[\w+/=\s-]+$/.test(pares)) return refused('malformed')
    if (md && (md.length > MAX_MD || (own !== undefined && md !== own))) return refused('of-another')
    return accepted({ pares, ...(md && { md }) })
  },
}

type Message = Readonly<Record<string, unknown>>

/** Both name the transaction to the bank and to the 3-D Secure server. */
const IDS = ['threeDSServerTransID', 'acsTransID'] as const

/** An error message names what its sender knew. Any other has to name the transaction (EMV 3-D Secure, CRes, Erro). */
function compare(question: Message, answer: Message): AnswerRejection | undefined {
  const asked = IDS.filter((name) => typeof question[name] === 'string')
  const named = asked.filter((name) => answer[name] !== undefined)
  if (named.some((name) => !isSameId(question[name], answer[name]))) return 'of-another'
  return asked.length > 0 && named.length === 0 && answer.messageType !== 'Erro' ? 'malformed' : undefined
}

/** Only texts: a bank's message is JSON of a stranger, and an object may even refuse to become a text. */
const isSameId = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()

/** The standard does not say under which name a bank posts an error message. */
const isError = (text: string) => text.length <= MAX_CRES && decoded(text)?.messageType === 'Erro'

/** Reads a message in base64url, padded or not. @returns `undefined` if it is no object. */
function decoded(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(atob(text.trim().replaceAll('-', '+').replaceAll('_', '/')))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
