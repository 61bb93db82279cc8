/** Reads the 3-D Secure step that is due. Pure: no clock, no storage, no network. */
import type { ThreeDsStep } from './reply.ts'
import { address, identifier, type ReplyFields } from './reply-fields.ts'
import { normalName } from './reply-text.ts'

/** The gateway's names and words for a step in a status reply. None of them is published. */
export interface ThreeDsVocabulary {
  /** Value → its name. */
  readonly names: {
    readonly step: string
    readonly methodUrl: string
    readonly serverTransactionId: string
    readonly acsUrl: string
    readonly creq: string
    readonly pareq: string
    readonly md: string
  }
  /** Step → its word. */
  readonly words: Readonly<Record<ThreeDsStep['type'], string>>
}

/** The names of a step's fields, in the form of {@link ReplyFields}. */
export const stepNames = ({ names }: ThreeDsVocabulary): readonly string[] =>
  Object.values(names).map(normalName)

/** The longest message of a bank. It goes through the shopper's browser as a form field, and real ones are far shorter. */
const MAX_MESSAGE = 32_768

/** The longest `MD` that the gateway takes back (gateway manual, upload-pares-result). */
const MAX_MD = 1024

/** Reads the step. `undefined` if none is due, or if its data is incomplete. */
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
