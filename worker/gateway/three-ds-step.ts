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

/** Messages of banks go through the shopper's browser as form fields; far above what any of them needs. */
const MAX_MESSAGE = 32_768

/** What each step cannot do without, and what belongs to it besides. */
const PARTS = {
  method: { needs: [], may: ['methodUrl', 'serverTransactionId'] },
  challenge: { needs: ['acsUrl', 'creq'], may: [] },
  pareq: { needs: ['acsUrl', 'pareq'], may: ['md'] },
} as const

type Part = Exclude<keyof ThreeDsStep, 'type'>

/** What a value must be like to be used. */
const USABLE: { readonly [Name in Part]: (text: string | undefined) => string | undefined } = {
  methodUrl: address,
  serverTransactionId: identifier,
  acsUrl: address,
  creq: limited,
  pareq: limited,
  md: limited,
}

/** Reads the step. `undefined` if none is due, or one that cannot be taken. */
export function readThreeDsStep(
  fields: ReplyFields,
  { names, words }: ThreeDsVocabulary,
): ThreeDsStep | undefined {
  const value = (name: keyof typeof names) => fields.get(normalName(names[name]))
  const told = value('step')?.toLowerCase()
  const type = (['method', 'challenge', 'pareq'] as const).find((step) => words[step].toLowerCase() === told)
  if (!type) return undefined
  const { needs, may } = PARTS[type]
  const parts = [...needs, ...may].map((name) => [name, USABLE[name](value(name))] as const)
  const usable = new Map(parts.filter(([, part]) => part))
  return needs.every((name) => usable.has(name)) ? { type, ...Object.fromEntries(usable) } : undefined
}

function limited(text: string | undefined): string | undefined {
  return text && text.length <= MAX_MESSAGE ? text : undefined
}
