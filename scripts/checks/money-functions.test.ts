import { expect, it } from 'vitest'
import { longFunctionsIn, saysMoney } from './money-functions.ts'

const path = 'widget/screen/money.ts'
const lines = (count: number) => '  sum += 1\n'.repeat(count)

it.each([
  ['a function', `function sum() {\n${lines(24)}}\n`],
  ['a function in an expression', `const sum = () => {\n${lines(24)}}\n`],
  ['a method', `class Sums {\n  sum() {\n${lines(24)}  }\n}\n`],
  ['a function within a function', `const one = () => () => {\n${lines(24)}}\n`],
])('counts %s of 26 lines', (_, text) => {
  expect(longFunctionsIn({ path, text })).toContain(
    `${path}:${text.startsWith('class') ? 2 : 1} has 26 lines`,
  )
})

it.each([
  ['a function of 25 lines', `function sum() {\n${lines(23)}}\n`],
  ['a table of any length', `const SUMS = [\n${'  1,\n'.repeat(40)}]\n`],
  ['a module of any length', lines(40)],
])('does not count %s', (_, text) => expect(longFunctionsIn({ path, text })).toEqual([]))

it.each([
  ['shared/order-outcome.ts', true],
  ['widget/screen/status-words.ts', true],
  ['worker/order/views/view.ts', true],
  ['worker/outbox/mail.ts', true],
  ['desk/order/history-lines.ts', true],
  ['widget/screen/screen.test.ts', false],
  ['widget/order/live.ts', false],
])('knows whether %s says money', (file, expected) => expect(saysMoney({ path: file })).toBe(expected))
