import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { MUTANTS } from './mutants.ts'

describe('a mutant', () => {
  it.each(MUTANTS)('still finds its safeguard, once: $safeguard', async ({ file, find, replace, tests }) => {
    const text = await readFile(join(ROOT, file), 'utf8')

    expect(text.split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
    for (const one of tests) await access(join(ROOT, 'worker', one))
  })
})
