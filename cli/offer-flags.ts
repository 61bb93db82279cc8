/** The claims of an offer as flags of the command line. Pure. */
import type { Draft } from './offer-claims.ts'

const ONE = { type: 'string' } as const
const MANY = { type: 'string', multiple: true } as const

/** One flag for each claim; some have friendlier names. */
export const FLAGS = {
  aud: ONE,
  expires: ONE,
  item: ONE,
  description: ONE,
  currency: ONE,
  intent: ONE,
  amount: ONE,
  min: ONE,
  max: ONE,
  suggested: MANY,
  quantity: ONE,
  origin: MANY,
  method: MANY,
  collect: MANY,
  limit: ONE,
} as const

/** The flags as the command line parser returns them. */
export interface FlagValues {
  readonly aud?: string
  readonly expires?: string
  readonly item?: string
  readonly description?: string
  readonly currency?: string
  readonly intent?: string
  readonly amount?: string
  readonly min?: string
  readonly max?: string
  readonly suggested?: string[]
  readonly quantity?: string
  readonly origin?: string[]
  readonly method?: string[]
  readonly collect?: string[]
  readonly limit?: string
}

const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const

/**
 * Turns flags into claims. A value that cannot be read stays as it was typed, so that the check of the claims names it.
 *
 * @param now Seconds since the epoch; `--expires 30d` counts from there.
 */
export function draftFromFlags(flags: FlagValues, now: number): Draft {
  const { aud, item, description, currency, intent, amount, min, max, suggested, collect } = flags
  const claims = {
    ...{ aud, item, description, currency, intent, amount, min, max, suggested, collect },
    exp: flags.expires && toExpiry(flags.expires, now),
    quantity: flags.quantity && toRange(flags.quantity),
    limit: flags.limit && toCount(flags.limit),
    origins: flags.origin,
    methods: flags.method,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

function toExpiry(text: string, now: number): unknown {
  const span = /^(\d+)([mhd])$/.exec(text)
  if (span) return now + Number(span[1]) * SECONDS[span[2] as keyof typeof SECONDS]
  const date = Date.parse(text)
  return Number.isNaN(date) ? text : Math.floor(date / 1000)
}

function toRange(text: string): unknown {
  const range = /^(\d+)-(\d+)$/.exec(text)
  return range ? { min: Number(range[1]), max: Number(range[2]) } : text
}

function toCount(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text
}
