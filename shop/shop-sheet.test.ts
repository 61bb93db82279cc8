import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { DESIGN_PROPERTIES } from './design-properties.ts'

let sheet: string

beforeAll(async () => {
  sheet = await readFile(join(import.meta.dirname, 'assets/shop.css'), 'utf8')
})

/** All values of a property in the shop's sheet. */
const valuesOf = (property: string) =>
  [...sheet.matchAll(new RegExp(`[{;\\s]${property}:\\s*([^;}]+)`, 'g'))].map(([, value = '']) =>
    value.trim(),
  )

it.each([
  ['sizes of letters', 'font-size', /--type-/],
  ['sizes of letters with their font', 'font', /^inherit$|--type-/],
  ['weights', 'font-weight', /--weight-/],
  ['gaps', 'gap', /--(space|part|column)/],
  ['corners', 'border-radius', /^var\(--radius-/],
  ['shadows', 'box-shadow', /^none$|^var\(--shadow-/],
  ['what moves', 'transition', /^none$|--motion-\w+\) var\(--curve\)/],
])('%s come from the scales', (_, property, fromScale) => {
  const values = valuesOf(property)

  expect(values).not.toEqual([])
  expect(values.filter((value) => !fromScale.test(value))).toEqual([])
})

it('uses no property that is not set', () => {
  const isSet = (name: string) => `${DESIGN_PROPERTIES}${sheet}`.includes(`${name}:`)

  const used = new Set([...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))

  expect([...used].filter((name) => !isSet(name))).toEqual([])
})
