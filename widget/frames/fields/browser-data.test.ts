import { expect, it } from 'vitest'
import { browserData } from './browser-data.ts'

const facts = (language: string, colorDepth: number) =>
  browserData({
    navigator: { language, javaEnabled: () => false },
    screen: { colorDepth, width: 1280, height: 800 },
    now: { getTimezoneOffset: () => -60 },
  })

it('tells what a bank asks of a browser', () => {
  expect(facts('en-GB', 24)).toEqual({
    javaEnabled: false,
    javascriptEnabled: true,
    language: 'en-GB',
    colorDepth: 24,
    screenWidth: 1280,
    screenHeight: 800,
    timeZone: -60,
  })
})

it.each([
  [30, 24],
  [32, 32],
  [48, 48],
  [2, 1],
])('tells a depth of %i as %i, which is listed', (depth, told) => {
  expect(facts('en', depth).colorDepth).toBe(told)
})

it.each([
  ['zh-Hant-TW', 'zh-Hant'],
  ['de-CH-1901', 'de-CH'],
  ['pt-BR', 'pt-BR'],
  ['C', 'en'],
  ['', 'en'],
])('tells %s as %s, within 8 characters', (language, told) => {
  expect(facts(language, 24).language).toBe(told)
})
