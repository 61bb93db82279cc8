import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inScratch } from '../checks/bundle.ts'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { type Snippet, titleOf } from './snippets.ts'

/** Languages that TypeScript checks. */
const CHECKED = ['js', 'ts']

/** The tag of the page, of which the examples speak. */
const GLOBALS = `import type { PayCheckoutElement } from '@pay-checkout/tag'
declare global { const checkout: PayCheckoutElement }`

const OPTIONS = {
  ...{
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  },
  ...{ strict: true, noEmit: true, skipLibCheck: true, moduleDetection: 'force' },
  ...{ types: ['node'], allowImportingTsExtensions: true },
  paths: {
    '@pay-checkout/server': [join(ROOT, 'packages/server/src/server.ts')],
  },
}

/** JavaScript has no types to be strict about. */
const LOOSE = { ...OPTIONS, strict: false, allowJs: true, checkJs: true }

const PROJECTS = {
  'loose.json': { compilerOptions: LOOSE, include: ['*.js', 'globals.d.ts'] },
  'strict.json': { compilerOptions: OPTIONS, include: ['*.ts'] },
}

/**
 * Checks the scripts among snippets with TypeScript.
 *
 * @returns What the compiler says, by the title of the snippet; nothing where it is content.
 */
export async function typeProblems(snippets: readonly Snippet[]): Promise<ReadonlyMap<string, string[]>> {
  const scripts = snippets.filter(({ language }) => CHECKED.includes(language))
  const nameOf = (number: number) => `snippet-${number}.${scripts[number]?.language}`
  const said = await inScratch(async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'globals.d.ts'), GLOBALS)
    for (const [number, { text }] of scripts.entries()) await writeFile(join(folder, nameOf(number)), text)
    for (const [name, project] of Object.entries(PROJECTS))
      await writeFile(join(folder, name), JSON.stringify(project))
    return Promise.all(Object.keys(PROJECTS).map((name) => compile(join(folder, name))))
  })
  const lines = said.flat()
  const of = (number: number) => lines.filter((line) => line.includes(`${nameOf(number)}(`))
  const known = scripts.map((script, number) => [titleOf(script), of(number)] as const)
  const others = lines.filter((line) => !/snippet-\d+\.\w+\(/.test(line))
  return new Map([...known, ...(others.length > 0 ? [['the project', others] as const] : [])])
}

/** @returns One line for each error; the lines below it, which explain it, go along. */
async function compile(project: string): Promise<string[]> {
  const { output } = await runStep(nodeTool('typescript/bin/tsc', '-p', project, '--pretty', 'false'))
  return output.split(/\n(?=\S)/).filter((line) => line.includes('error'))
}
