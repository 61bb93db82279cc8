import { expect, it } from 'vitest'
import { mutableIn } from './mutable-fields.ts'

const inClass = (line: string) => mutableIn({ path: 'widget/one.ts', text: `class One {\n  ${line}\n}\n` })

it.each([
  '#isLate = false',
  '#window: Window | null = null',
  '#answered = (_: unknown) => {}',
  '#stateKnown = deferred<void>()',
  'private isLate = false',
  'declare protected isLate: boolean',
])('counts %s', (line) => expect(inClass(line)).toHaveLength(1))

it.each([
  'readonly #window: Window',
  'declare private readonly orders: Orders',
  'isPublic = false',
  '#open() {',
  '#open(text: string): boolean {',
  'get #window() {',
  '  #deep = 1',
])('does not count %s', (line) => expect(inClass(line)).toEqual([]))

it('counts the variables of a module, and none of a function', () => {
  const text = 'let ready: Promise<void> | undefined = (async () => {\n  let name = 1\n})()\nconst one = 1\n'
  expect(mutableIn({ path: 'widget/one.ts', text })).toEqual(['widget/one.ts: ready'])
})
