import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runStep } from '../run-step.ts'
import { inScratch } from './bundle.ts'
import { lintProblems, typeProblems } from './packages.ts'

/** A package of a module and its types, as npm packs it. */
const packed = (manifest: object) =>
  inScratch(async (folder) => {
    const files = {
      'package.json': JSON.stringify({ name: 'a-package', version: '1.0.0', ...manifest }),
      'a.js': 'export const a = 1\n',
      'a.d.ts': 'export declare const a: 1\n',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await runStep(['npm', 'pack', '--silent', '--pack-destination', folder, folder])
    return readFile(join(folder, 'a-package-1.0.0.tgz'))
  })

it('has publint find an entry that is not there', async () => {
  const archive = await packed({ type: 'module', exports: './b.js' })

  expect((await lintProblems('a', archive)).join('\n')).toContain('b.js')
})

it('has arethetypeswrong find types that one way of resolving lacks', async () => {
  const exports = { '.': { types: './a.d.ts', import: './a.js' } }

  expect((await typeProblems('a', await packed({ type: 'module', exports }))).join('\n')).toContain('node10')
})
