import { describe, expect, it } from 'vitest'
import { slowExpressions } from './regular-expressions.ts'

const found = (text: string, path = 'worker/a.ts') => slowExpressions([{ path, text }])

describe('slowExpressions', () => {
  it.each([
    ['exponential', String.raw`/^(\d+)*x/`],
    ['two parts that take the same', String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`],
    ['a start at every character', String.raw`/\s+$/`],
    ['made of a text', "new RegExp('(a+)+$')"],
    ['made of constants', 'new RegExp(`^$' + '{PART}*x`)\nconst PART = `(a+)`'],
  ])('finds one that is %s', (_, expression) => {
    expect(found(`export const a = ${expression}`)).toEqual([expect.stringContaining('worker/a.ts:1: /')])
  })

  it('finds one whose parts another file names', () => {
    const shared = { path: 'shared/a.ts', text: "export const PART = '(a+)'" }
    const user = {
      path: 'widget/a.ts',
      text: "import { PART } from '../shared/a.ts'\n\nnew RegExp(`$" + '{PART}+$`)',
    }

    expect(slowExpressions([shared, user])).toEqual(['widget/a.ts:3: /(a+)+$/'])
  })

  it('names one that it cannot read', () => {
    expect(found('const a = (b: string) => new RegExp(b)')).toEqual([
      expect.stringContaining('worker/a.ts:1: made of variables'),
    ])
  })

  it.each([
    String.raw`/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/`,
    String.raw`/^\d{1,12}(\.\d{1,4})?$/`,
    String.raw`/[\w-]+/g`,
    "'/(a+)+$/'",
  ])('finds nothing wrong with %s', (expression) => {
    expect(found(`export const a = ${expression}`)).toEqual([])
  })

  it('takes a copy for as fast as its origin', () => {
    expect(found(String.raw`const A = /\s*(a)\s*,/y; export const a = new RegExp(A)`)).toEqual([])
  })

  it.each(['worker/a.test.ts', 'worker/order/testing/a.ts', 'scripts/a.ts', 'docs/a.md'])(
    'leaves out %s, which no stranger’s text reaches',
    (path) => {
      expect(found('/(a+)+$/', path)).toEqual([])
    },
  )
})
