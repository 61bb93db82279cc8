/** The claims of an offer as a person types them: flags of the command line, or columns of a catalogue. Pure. */
import { LIST_COLUMNS, SINGLE_COLUMNS } from '../shared/catalogue-row.ts'
import type { Draft } from './offer-claims.ts'

/** The flags as the command line parser returns them; some claims have friendlier names. */
export interface FlagValues {
  readonly aud?: string
  readonly expires?: string
  readonly item?: string
  readonly description?: string
  readonly currency?: string
  readonly intent?: string
  readonly act?: string
  readonly amount?: string
  readonly min?: string
  readonly max?: string
  readonly suggested?: string[]
  readonly quantity?: string
  readonly origin?: string[]
  readonly method?: string[]
  readonly collect?: string[]
  readonly country?: string[]
  readonly limit?: string
  /** A column of catalogues, for products: an offer has no picture. */
  readonly image?: string
}

/** Flags with one value, and flags with several. A catalogue in CSV has them as columns. */
export const SINGLE_FLAGS = SINGLE_COLUMNS satisfies readonly (keyof FlagValues)[]
export const LIST_FLAGS = LIST_COLUMNS satisfies readonly (keyof FlagValues)[]

const SECONDS = { m: 60, h: 3_600, d: 86_400 } as const

/**
 * Turns flags into claims. A value that cannot be read stays as it was typed, so that the check of the claims names it.
 *
 * @param now Seconds since the epoch; `--expires 30d` counts from there.
 */
export function draftFromFlags(flags: FlagValues, now: number): Draft {
  const { aud, item, description, currency, intent, act, amount, min, max, suggested, collect, image } = flags
  const claims = {
    ...{ aud, item, description, currency, intent, act, amount, min, max, suggested, collect, image },
    exp: flags.expires && toExpiry(flags.expires, now),
    quantity: flags.quantity && toRange(flags.quantity),
    limit: flags.limit && toCount(flags.limit),
    origins: flags.origin,
    methods: flags.method,
    countries: flags.country,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

function toExpiry(text: string, now: number): unknown {
  const span = /^(\d+)([mhd])$/.exec(text)
  if (span) return now + Number(span[1]) * SECONDS[span[2] as keyof typeof SECONDS]
  // Engines take a number alone for some month or year.
  const date = /^\d+$/.test(text) ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? text : Math.floor(date / 1000)
}

function toRange(text: string): unknown {
  const range = /^(\d+)-(\d+)$/.exec(text)
  return range ? { min: Number(range[1]), max: Number(range[2]) } : text
}

function toCount(text: string): unknown {
  return /^\d+$/.test(text) ? Number(text) : text
}
