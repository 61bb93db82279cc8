/** The packed tag, in a project of somebody else: what it weighs, what it does without a page, and what compilers make of it. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { installPackages, packPackage } from './pack.ts'
import { SCOPE } from './scope.ts'
import { USES } from './testing/tag-uses.ts'

const MAX_GZIP_BYTES = 1000

/** Whose types the package adds to. */
const FRAMEWORKS = ['@types/react', 'preact', 'solid-js', 'svelte', 'vue']

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-tag-'))
  const { archive } = await packPackage('packages/tag', folder)
  const modules = await installPackages([archive], folder)
  await mkdir(join(modules, '@types'))
  for (const name of FRAMEWORKS) await symlink(join(ROOT, 'node_modules', name), join(modules, name))
})

afterAll(() => rm(folder, { recursive: true }))

describe('the loader', () => {
  it.each(['load-checkout.mjs', 'load-checkout.js'])(
    `has at most ${MAX_GZIP_BYTES} bytes: %s`,
    async (name) => {
      const file = await readFile(join(folder, 'node_modules', SCOPE, 'tag/dist', name))

      expect(gzipSync(file, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIP_BYTES)
    },
  )

  it.each([
    ['import', `import { loadCheckout } from '${SCOPE}/tag'`, 'module'],
    ['require', `const { loadCheckout } = require('${SCOPE}/tag')`, 'commonjs'],
  ])('resolves at once on a server that has it by %s', async (_, line, type) => {
    const script = `${line}; loadCheckout({ edge: 'https://pay.example.com' }).then(() => console.log('resolved'))`
    const file = join(folder, type === 'module' ? 'server.mjs' : 'server.cjs')
    await writeFile(file, script)

    const { code, output } = await runStep([process.execPath, file])

    expect([code, output.trim()]).toEqual([0, 'resolved'])
  })
})

/** TypeScript 7 resolves no longer as Node 10 did; the checker of packages has one that does. */
const OLD_TYPESCRIPT = createRequire(
  createRequire(import.meta.url).resolve('@arethetypeswrong/core'),
).resolve('typescript/bin/tsc')
const TYPESCRIPT = nodeTool('typescript/bin/tsc')

const RESOLUTIONS = [
  { name: 'bundler', tool: TYPESCRIPT, module: 'ESNext', type: 'module' },
  { name: 'node16', tool: TYPESCRIPT, module: 'Node16', type: 'module' },
  { name: 'node16', tool: TYPESCRIPT, module: 'Node16', type: 'commonjs' },
  { name: 'node10', tool: [process.execPath, OLD_TYPESCRIPT], module: 'ESNext', type: 'commonjs' },
] as const

/** Each use of the types, wrong ones among them, in one project: `@ts-expect-error` fails where nothing is wrong. */
it.each(RESOLUTIONS)(
  'types resolved by $name are those of the tag, in a project of type $type',
  async (resolution) => {
    const { name, tool, module, type } = resolution
    const project = join(folder, `${name}-${type}`)
    const uses = USES.filter(({ isModuleAlone }) => type === 'module' || !isModuleAlone)
    const compilerOptions = {
      ...{ module, moduleResolution: name, target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], jsx: 'react-jsx' },
      skipDefaultLibCheck: true,
    }
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ type }))
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    for (const { file, text } of uses) await writeFile(join(project, file), text)

    const { output } = await runStep([...tool, '-p', project, '--pretty', 'false'])

    expect(output).toBe('')
  },
)
