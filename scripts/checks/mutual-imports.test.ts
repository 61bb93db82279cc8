import { describe, expect, it } from 'vitest'
import { arrowsIn, mutualPairs } from './mutual-imports.ts'

const file = (path: string, ...imports: readonly string[]) => ({ path, text: imports.join('\n') })

const UP_AND_DOWN = [
  file(
    'desk/order/page.ts',
    `import { pill } from '../theme/pill.ts'`,
    `import { icon } from '../theme/icon.ts'`,
  ),
  file('desk/theme/pill.ts', `import type { Mood } from '../order/page.ts'`),
  file('desk/theme/icon.ts'),
]

const PAIR = 'desk/order ↔ desk/theme: desk/theme/pill.ts'

const pairsIn = (files: Parameters<typeof arrowsIn>[1]) => mutualPairs(arrowsIn('desk', files))

describe('folders that import each other', () => {
  it('are counted as one pair, also where one of them imports only a type', () => {
    expect(pairsIn(UP_AND_DOWN)).toEqual([PAIR])
  })

  it.each([
    ['a re-export', `export { page } from '../order/page.ts'`],
    ['a late import', `const page = await import('../order/page.ts')`],
    ['a style', `import page from '../order/page.css?inline'`],
  ])('are found by %s', (_, back) => {
    const style = { path: 'desk/order/page.css', text: '' }

    const pairs = pairsIn([
      ...UP_AND_DOWN.slice(0, 1),
      style,
      file('desk/theme/pill.ts', back),
      file('desk/theme/icon.ts'),
    ])

    expect(pairs).toEqual([PAIR])
  })

  it('are found where one of them is a file beside the folders', () => {
    const files = [
      file('desk/define.ts', `import { page } from './order/page.ts'`),
      file('desk/order/page.ts', `import { define } from '../define.ts'`),
    ]

    expect(pairsIn(files)).toEqual(['desk/define.ts ↔ desk/order: desk/define.ts'])
  })

  it.each([
    ['imports of tests', file('desk/theme/pill.test.ts', `import { page } from '../order/page.ts'`)],
    ['imports of test support', file('desk/testing/harness.ts', `import { page } from '../order/page.ts'`)],
    [
      'imports of other folders',
      file('desk/theme/pill.ts', `import { page } from '../../widget/order/page.ts'`),
    ],
  ])('are not those with %s', (_, more) => {
    const [page, , icon] = UP_AND_DOWN
    const down = file('desk/order/page.ts', `import '../theme/pill.ts'`, `import '../testing/harness.ts'`)

    expect(page && icon && pairsIn([down, icon, file('desk/theme/pill.ts'), more])).toEqual([])
  })
})
