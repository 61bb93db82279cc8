import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { MEND } from './problem-codes.ts'

describe('the problem codes', () => {
  it('stand in the documentation, each with how to mend it', async () => {
    const page = await readFile(new URL('../docs/command-line.md', import.meta.url), 'utf8')
    const [, table = ''] = page.split('| Code | How to mend it |', 2)
    const [codes = ''] = table.split('\n\n', 1)
    const rows = [...codes.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code = '', mend = '']) => [
      code,
      mend,
    ])

    expect(Object.fromEntries(rows)).toEqual(MEND)
  })
})
