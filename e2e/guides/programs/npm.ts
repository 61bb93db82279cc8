/**
 * npm as documents use it: scripts exist, options are right, packages are those of this project, and a file that is installed
 * is there. Installs nothing; of a build it leaves the packages.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { optionsIn } from '../../../scripts/dev/dev-options.ts'
import { SCOPE } from '../../../scripts/packages/scope.ts'

const clone = process.env.PAY_CLONE ?? ''
/** A folder with the packages as a build leaves them. */
const packages = process.env.PAY_PACKAGES ?? ''
const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(clone, 'package.json'), 'utf8'),
)
/** Packages that a merchant's own project has. */
const THEIRS = ['next', 'astro']

const [command = '', ...rest] = process.argv.slice(2)
const problem = problemOf()
if (problem) console.error(problem)
if (!problem && command === 'run' && rest[0] === 'build') leavePackages()
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

function leavePackages(): void {
  mkdirSync('dist/packages', { recursive: true })
  for (const name of readdirSync(packages).filter((file) => file.endsWith('.tgz')))
    copyFileSync(join(packages, name), join('dist/packages', name))
}

function uninstallable(name: string): string | undefined {
  if (name.startsWith('-')) return undefined
  if (/\/pay-checkout-\w+\.tgz$/.test(name)) return existsSync(name) ? undefined : `there is no ${name}`
  const isKnown = name in { ...dependencies, ...devDependencies } || THEIRS.includes(name) || isOurs(name)
  return isKnown ? undefined : `no test has installed ${name}`
}

/** As from the registry, once they are published. */
function isOurs(name: string): boolean {
  return (
    name.startsWith(`${SCOPE}/`) &&
    existsSync(join(packages, `pay-checkout-${name.slice(SCOPE.length + 1)}.tgz`))
  )
}
