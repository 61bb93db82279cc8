/** Browser data for 3-D Secure. */
import * as z from 'zod'
import type { Refusal } from './refusal.ts'

/** The longest values that the gateway takes, in characters. */
const MAX_LANGUAGE = 8
const MAX_HEADER = 2048

/** Colour depths of EMVCo. A page rounds any other depth to one of these. */
const COLOR_DEPTHS: readonly number[] = [1, 4, 8, 15, 16, 24, 32, 48]

const MAX_PIXELS = 999_999

/** No time zone is as far from UTC. */
const MAX_ZONE_MINUTES = 900

export const browser = z
  .strictObject({
    javaEnabled: z.boolean(),
    javascriptEnabled: z.boolean(),
    language: z
      .string()
      .max(100)
      .describe(`BCP 47, at most ${MAX_LANGUAGE} characters: longer tags must be cut.`),
    colorDepth: z.number().describe(`One of ${COLOR_DEPTHS.join(', ')}; other depths must be rounded.`),
    screenWidth: z.number(),
    screenHeight: z.number(),
    timeZone: z.number().describe('Minutes, from Date.prototype.getTimezoneOffset.'),
  })
  .meta({ id: 'Browser', description: 'Browser data for 3-D Secure.' })

/** @returns A refusal that names the invalid fields; `undefined` if 3-D Secure takes all of them. */
export function browserRefusal(given: z.output<typeof browser>, path: string): Refusal | undefined {
  const wrong = Object.entries(LIMITS).filter(
    ([name, isRight]) => !isRight(given[name as keyof typeof LIMITS]),
  )
  if (wrong.length === 0) return undefined
  return { code: 'browser-invalid', fields: wrong.map(([name]) => `${path}.${name}`) }
}

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/** Field → its limits (EMV 3-D Secure protocol, AReq). */
const LIMITS = {
  language: (value: unknown) =>
    /^[A-Za-z]{2,8}(-[A-Za-z\d]+)*$/.test(String(value)) && isShort(String(value)),
  colorDepth: (value: unknown) => COLOR_DEPTHS.includes(Number(value)),
  screenWidth: (value: unknown) => isWhole(value, 0, MAX_PIXELS),
  screenHeight: (value: unknown) => isWhole(value, 0, MAX_PIXELS),
  timeZone: (value: unknown) => isWhole(value, -MAX_ZONE_MINUTES, MAX_ZONE_MINUTES),
} as const

const isShort = (language: string) => language.length <= MAX_LANGUAGE

/** Browser data as an attempt carries it. The IP address stands beside it. */
export interface Browser {
  readonly acceptHeader: string
  readonly userAgent: string
  readonly javaEnabled: boolean
  readonly javascriptEnabled: boolean
  readonly language: string
  readonly colorDepth: string
  readonly screenWidth: string
  readonly screenHeight: string
  /** Minutes between UTC and the browser's time zone, as `Date.prototype.getTimezoneOffset` returns it. */
  readonly timeZone: string
}

/**
 * Joins the page's data with two headers of its request.
 *
 * @param headers The headers of the request.
 */
export const browserDetails = (given: z.output<typeof browser>, headers: Headers): Browser => ({
  acceptHeader: headers.get('Accept')?.slice(0, MAX_HEADER) ?? '*/*',
  // The field is mandatory.
  userAgent: headers.get('User-Agent')?.slice(0, MAX_HEADER) || 'unknown',
  javaEnabled: given.javaEnabled,
  javascriptEnabled: given.javascriptEnabled,
  language: given.language,
  colorDepth: String(given.colorDepth),
  screenWidth: String(given.screenWidth),
  screenHeight: String(given.screenHeight),
  timeZone: String(given.timeZone),
})
