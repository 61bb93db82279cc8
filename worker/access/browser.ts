/** What a shopper's browser tells of itself for 3-D Secure. */
import { z } from 'zod'

/** Longest values that the gateway takes, in characters. */
const MAX_LANGUAGE = 8
const MAX_HEADER = 2048

const pixels = z.int().min(0).max(999_999)

export const browser = z
  .strictObject({
    javaEnabled: z.boolean(),
    javascriptEnabled: z.boolean(),
    language: z
      .string()
      .regex(/^[A-Za-z\d-]{1,35}$/)
      .describe('BCP 47, as navigator.language says it.'),
    colorDepth: z.int().min(1).max(99),
    screenWidth: pixels,
    screenHeight: pixels,
    timeZone: z.int().min(-900).max(900).describe('Minutes, as Date.prototype.getTimezoneOffset says it.'),
  })
  .meta({ id: 'Browser', description: 'What 3-D Secure wants to know of the browser.' })

/**
 * Joins what the page told with what only the request's headers tell.
 *
 * @param headers Those of the request.
 */
export const browserDetails = (given: z.output<typeof browser>, headers: Headers) => ({
  acceptHeader: headers.get('Accept')?.slice(0, MAX_HEADER) ?? '*/*',
  userAgent: headers.get('User-Agent')?.slice(0, MAX_HEADER) ?? '',
  javaEnabled: given.javaEnabled,
  javascriptEnabled: given.javascriptEnabled,
  language: given.language.slice(0, MAX_LANGUAGE),
  colorDepth: String(given.colorDepth),
  screenWidth: String(given.screenWidth),
  screenHeight: String(given.screenHeight),
  timeZone: String(given.timeZone),
})
