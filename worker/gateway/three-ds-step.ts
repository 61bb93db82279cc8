/** Reads which step of 3-D Secure is due. Pure: no clock, no storage, no network. */
import type { ThreeDsStep } from './reply.ts'
import { address, identifier, normalName, type ReplyFields } from './reply-fields.ts'

/** How a status reply tells of a step. None of it is published. */
export interface ThreeDsVocabulary {
  /** Under which name each value stands. */
  readonly names: {
    readonly step: string
    readonly methodUrl: string
    readonly serverTransactionId: string
    readonly acsUrl: string
    readonly creq: string
    readonly pareq: string
    readonly md: string
  }
  /** By which word each step is called. */
  readonly words: Readonly<Record<ThreeDsStep['type'], string>>
}

/** Under which names a step is told, as {@link ReplyFields} has them. */
export const stepNames = ({ names }: ThreeDsVocabulary): readonly string[] =>
  Object.values(names).map(normalName)

/** Messages of banks go through the shopper's browser as form fields; far above what any of them needs. */
const MAX_MESSAGE = 32_768

/** `MD` only comes back as it was sent; no longer one is taken back (gateway manual, upload-pares-result). */
const MAX_MD = 1024

/** Reads the step. `undefined` if none is due, or one that lacks what it needs. */
export function readThreeDsStep(
  fields: ReplyFields,
  { names, words }: ThreeDsVocabulary,
): ThreeDsStep | undefined {
  const value = (name: keyof typeof names) => fields.get(normalName(names[name]))
  const told = value('step')?.toLowerCase()
  const type = (['method', 'challenge', 'pareq'] as const).find((step) => words[step].toLowerCase() === told)
  return type && STEPS[type](value)
}

type Lookup = (name: keyof ThreeDsVocabulary['names']) => string | undefined

const STEPS: Readonly<Record<ThreeDsStep['type'], (value: Lookup) => ThreeDsStep | undefined>> = {
  method: (value) => ({
    type: 'method',
    methodUrl: address(value('methodUrl')),
    serverTransactionId: identifier(value('serverTransactionId')),
  }),
  challenge: (value) => {
    const [acsUrl, creq] = [address(value('acsUrl')), message(value('creq'))]
    return acsUrl && creq ? { type: 'challenge', acsUrl, creq } : undefined
  },
  pareq: (value) => {
    const [acsUrl, pareq] = [address(value('acsUrl')), message(value('pareq'))]
    return acsUrl && pareq ? { type: 'pareq', acsUrl, pareq, md: message(value('md'), MAX_MD) } : undefined
  },
}

const message = (text: string | undefined, maxCharacters = MAX_MESSAGE) =>
  text && text.length <= maxCharacters ? text : undefined
