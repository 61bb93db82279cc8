/**
 * npm as documents use it: scripts exist, options are right, packages are those of this project, and a file that is installed
 * is there. Installs nothing; of a build it leaves the package of the command line.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { optionsIn } from '../../../scripts/dev/dev-options.ts'

const clone = process.env.PAY_CLONE ?? ''
const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(clone, 'package.json'), 'utf8'),
)
/** Packages that a merchant's own project has. */
const THEIRS = ['next', 'astro']

const [command = '', ...rest] = process.argv.slice(2)
const problem = problemOf()
if (problem) console.error(problem)
if (!problem && command === 'run' && rest[0] === 'build') leavePackage()
process.exitCode = problem ? 64 : 0

function problemOf(): string | undefined {
  if (command === 'ci') return undefined
  if (command === 'test') return scripts.test ? undefined : 'there is no test'
  if (command === 'install' || command === 'i') return rest.map(uninstallable).find(Boolean)
  if (command !== 'run') return `documents do not run “npm ${command}”`
  const [script = '', separator, ...flags] = rest
  if (!scripts[script]) return `package.json has no script ${script}`
  if (separator !== undefined && separator !== '--') return `“npm run ${script}” takes flags after “--” only`
  const options = script === 'dev' ? optionsIn(flags) : undefined
  return typeof options === 'string' ? options : undefined
}

function leavePackage(): void {
  mkdirSync('dist/packages', { recursive: true })
  copyFileSync(process.env.PAY_PACKAGE ?? '', 'dist/packages/pay-checkout.tgz')
}

function uninstallable(name: string): string | undefined {
  if (name.startsWith('-')) return undefined
  if (name.endsWith('/pay-checkout.tgz')) return existsSync(name) ? undefined : `there is no ${name}`
  const isKnown = name in { ...dependencies, ...devDependencies } || THEIRS.includes(name)
  return isKnown ? undefined : `no test has installed ${name}`
}
