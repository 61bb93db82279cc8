import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { bindingProblems } from './binding-types.ts'

describe('bindingProblems', () => {
  it('names a binding that the code takes and the configuration lacks', async () => {
    const config = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')

    const problems = await bindingProblems(
      config.replace('binding = "ORDER_INDEX"', 'binding = "OTHER_INDEX"'),
    )

    expect(problems.join()).toContain("Property 'ORDER_INDEX' is missing")
  })
})
