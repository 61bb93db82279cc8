import { expect, it } from 'vitest'
import { typedDay } from './typed-day.ts'

it.each([
  ['2026-11-05', 'en-GB', '2026-11-05'],
  ['2026-11-5', 'de', '2026-11-05'],
  ['5.11.2026', 'de', '2026-11-05'],
  ['05/11/2026', 'en-GB', '2026-11-05'],
  ['11/5/2026', 'en-US', '2026-11-05'],
  ['30.02.2026', 'de', undefined],
  ['13/13/2026', 'en-US', undefined],
  ['5.11.26', 'de', undefined],
  ['today', 'en', undefined],
])('reads %s in %s', (text, locale, day) => {
  expect(typedDay(text, locale)).toBe(day)
})
