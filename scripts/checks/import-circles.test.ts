import { beforeAll, describe, expect, it } from 'vitest'
import { lintFiles } from './lint-files.ts'

const CIRCLES = {
  'shared/one.ts': `import { other } from './other.ts'\nexport const one = () => other()`,
  'shared/other.ts': `import { one } from './one.ts'\nexport const other = () => one()`,
  'cli/first.ts': `import type { Second } from './second.ts'\nexport interface First { second: Second }`,
  'cli/second.ts': `import type { Third } from './third.ts'\nexport interface Second { third: Third }`,
  'cli/third.ts': `import type { First } from './first.ts'\nexport interface Third { first: First }`,
}

const LINE = {
  'shop/above.ts': `import { below } from './below.ts'\nexport const above = below`,
  'shop/below.ts': 'export const below = 1',
}

let paths: string[]

beforeAll(async () => {
  const findings = await lintFiles({ ...CIRCLES, ...LINE })
  const circles = findings.filter(({ rule }) => rule === 'lint/suspicious/noImportCycles')
  paths = circles.map(({ path }) => path)
})

describe('imports', () => {
  it.each(Object.keys(CIRCLES))('go in no circle, also of types alone: %s is refused', (path) => {
    expect(paths).toContain(path)
  })

  it.each(Object.keys(LINE))('may go in a line: %s is allowed', (path) => {
    expect(paths).not.toContain(path)
  })
})
