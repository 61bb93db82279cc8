import process from 'node:process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureChromium, findChromium } from './chromium.ts'

const before = process.env.PAY_CHROMIUM

beforeEach(() => {
  delete process.env.PAY_CHROMIUM
})

afterEach(() => {
  if (before !== undefined) process.env.PAY_CHROMIUM = before
})

it('takes the browser that was named', () => {
  process.env.PAY_CHROMIUM = process.execPath

  expect(findChromium()).toBe(process.execPath)
})

it('takes no browser that was named but is not there', () => {
  process.env.PAY_CHROMIUM = '/nowhere/chromium'

  expect(findChromium()).not.toBe('/nowhere/chromium')
})

it('names the browser that it found to later processes', async () => {
  process.env.PAY_CHROMIUM = process.execPath

  expect(await ensureChromium()).toBe(true)
  expect(process.env.PAY_CHROMIUM).toBe(process.execPath)
})
